import InputBridge
import InputEvents
import Testing

@Suite struct TouchAssemblerTests {
    private struct Rig {
        var assembler = TouchAssembler()
        var frames: [TouchFrame] = []

        mutating func down(_ slot: Int32, _ x: Double = 0, of device: DeviceID = screen) {
            assembler.down(device, slot: slot, at: Point(x, 0), time: ms(1)) { frames.append($0) }
        }
        mutating func move(_ slot: Int32, _ x: Double) {
            assembler.motion(screen, slot: slot, to: Point(x, 0), time: ms(1))
        }
        mutating func up(_ slot: Int32) {
            assembler.up(screen, slot: slot, time: ms(1)) { frames.append($0) }
        }
        mutating func cancel(_ slot: Int32) {
            assembler.cancel(screen, slot: slot, time: ms(1)) { frames.append($0) }
        }
        mutating func frame(_ time: Int64 = 1, of device: DeviceID = screen) {
            assembler.frame(device, time: ms(time)) { frames.append($0) }
        }
        mutating func endBatch() { assembler.endBatch { frames.append($0) } }
        mutating func remove() { assembler.remove(screen) { frames.append($0) } }
        mutating func take() -> [String] {
            defer { frames = [] }
            return frames.map(describe)
        }
    }
    private var rig = Rig()

    @Test("T-05: nothing comes before FRAME, then all fingers in one event")
    mutating func oneFrame() {
        rig.down(0, 0.1)
        rig.down(1, 0.2)
        #expect(rig.take() == [])
        rig.frame()
        #expect(rig.take() == ["began 1 0.1,0 | began 2 0.2,0"])
        rig.move(1, 0.3)
        rig.frame()
        #expect(rig.take() == ["stationary 1 0.1,0 | moved 2 0.3,0"])
    }

    @Test("T-03: a slot used again is another finger")
    mutating func slotsAreReused() {
        rig.down(0)
        rig.frame()
        rig.up(0)
        rig.down(0, 0.5)
        rig.frame()
        #expect(rig.take() == ["began 1 0,0", "ended 1 0,0 | began 2 0.5,0"])
        #expect(rig.assembler.anomalies == 0)
    }

    @Test("T-03: a touch-down in a live slot cancels the finger that was there")
    mutating func replaced() {
        rig.down(0)
        rig.frame()
        rig.down(0, 0.5)
        rig.frame()
        #expect(rig.take() == ["began 1 0,0", "cancelled 1 0,0 | began 2 0.5,0"])
        #expect(rig.assembler.anomalies == 1)
    }

    @Test("T-01: down and up in one frame are two events")
    mutating func aTapInOneFrame() {
        rig.down(0, 0.5)
        rig.up(0)
        rig.frame(7)
        #expect(rig.frames.map(\.timestamp) == [ms(1), ms(7)])
        #expect(rig.take() == ["began 1 0.5,0", "ended 1 0.5,0"])
    }

    @Test("T-06: a lift keeps the last location, also one of the same frame")
    mutating func liftKeepsLocation() {
        rig.down(0)
        rig.frame()
        rig.move(0, 0.7)
        rig.up(0)
        rig.frame()
        #expect(rig.take() == ["began 1 0,0", "ended 1 0.7,0"])
    }

    @Test("T-12: a motion to the same place is none")
    mutating func noMotion() {
        rig.down(0, 0.5)
        rig.frame()
        _ = rig.take()
        rig.move(0, 0.5)
        rig.frame()
        #expect(rig.take() == [])
    }

    @Test("T-18: a cancel counts with and without a frame")
    mutating func cancels() {
        rig.down(0)
        rig.frame()
        _ = rig.take()
        rig.cancel(0)
        rig.endBatch()
        #expect(rig.take() == ["cancelled 1 0,0"])
        rig.frame()
        rig.endBatch()
        #expect(rig.take() == [])
    }

    @Test("an up with no down, a motion with no down, a place that is none: dropped and counted")
    mutating func nonsense() {
        rig.up(3)
        rig.move(4, 0.5)
        rig.down(0, .nan)
        rig.move(0, 0.5)
        rig.frame()
        #expect(rig.take() == [])
        #expect(rig.assembler.anomalies == 4)
    }

    @Test("T-17: a device that goes cancels what it holds, after what began")
    mutating func removed() {
        rig.down(0)
        rig.frame()
        rig.down(1)
        rig.remove()
        #expect(
            rig.take() == [
                "began 1 0,0", "stationary 1 0,0 | began 2 0,0", "cancelled 1 0,0 | cancelled 2 0,0",
            ])
        rig.down(0)
        rig.frame()
        #expect(rig.take() == ["began 3 0,0"])
    }

    @Test("T-05: two screens do not mix")
    mutating func twoScreens() {
        rig.down(0)
        rig.down(1, 0.5, of: mouse)
        rig.frame()
        #expect(rig.take() == ["began 1 0,0"])
        rig.frame(of: mouse)
        #expect(rig.take() == ["began 2 0.5,0"])
    }

    @Test("T-01: whatever a device reports, what comes out is legal", arguments: 0..<20)
    func anything(seed: Int) {
        var random = SplitMix(UInt64(seed))
        var rig = Rig()
        var legality = Legality()
        for step in 0..<2000 {
            switch random.below(8) {
            case 0: rig.down(Int32(random.below(4)), Double(random.below(3)))
            case 1: rig.up(Int32(random.below(4)))
            case 2: rig.cancel(Int32(random.below(4)))
            case 3, 4: rig.move(Int32(random.below(4)), Double(random.below(3)))
            case 5: rig.endBatch()
            case 6 where random.below(20) == 0: rig.remove()
            default: rig.frame()
            }
            for frame in rig.frames {
                let isLegal = legality.take(frame)
                #expect(isLegal, "seed \(seed), step \(step)")
            }
            rig.frames = []
        }
        rig.remove()
        for frame in rig.frames {
            let isLegal = legality.take(frame)
            #expect(isLegal)
        }
        #expect(legality.live.isEmpty && legality.began > 100)
    }
}

/// Checks that frames are legal: `began (moved|stationary)* (ended|cancelled)`, all live fingers in each.
struct Legality {
    private(set) var live: Set<TouchID> = []
    private(set) var began = 0

    init(allowsReuse: Bool = false) { self.allowsReuse = allowsReuse }

    private var seen: Set<TouchID> = []
    /// Whether an identity may come again: then the frames' maker is to blame.
    var allowsReuse = false

    mutating func take(_ frame: TouchFrame) -> Bool {
        let ids = frame.touches.map(\.id)
        guard Set(ids).count == ids.count, ids == ids.sorted() else { return false }
        guard frame.touches.contains(where: { $0.phase != .stationary }) else { return false }
        let before = live
        for touch in frame.touches {
            if touch.phase == .began {
                guard seen.insert(touch.id).inserted else { return false }
                began += 1
                live.insert(touch.id)
            } else {
                guard before.contains(touch.id) else { return false }
                if touch.phase.isFinal {
                    live.remove(touch.id)
                    if allowsReuse { seen.remove(touch.id) }
                }
            }
        }
        return live.isSubset(of: ids)
    }
}

/// A small generator, the same on every machine.
struct SplitMix {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
