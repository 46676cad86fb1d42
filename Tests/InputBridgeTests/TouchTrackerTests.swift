import InputBridge
import InputEvents
import Testing

@Suite struct TouchTrackerTests {
    private struct Rig {
        var tracker = TouchTracker()
        var frames: [TouchFrame] = []

        mutating func accept(_ samples: [(Int, TouchPhase, Double, Double)], at time: Int64 = 1000) {
            guard case .touch(let made) = frame(samples, at: time) else { return }
            tracker.accept(made) { frames.append($0) }
        }
        mutating func cancel(_ device: DeviceID? = nil) {
            tracker.cancel(device, time: ms(2000)) { frames.append($0) }
        }
        mutating func take() -> [String] {
            defer { frames = [] }
            return frames.map(describe)
        }
    }
    private var rig = Rig()

    @Test("T-08: the time of a finger does not run backwards")
    mutating func time() {
        rig.accept([(1, .began, 0, 0)], at: 50)
        rig.accept([(1, .moved, 1, 0)], at: 40)
        rig.accept([(1, .ended, 1, 0)], at: 60)
        rig.accept([(2, .began, 0, 0)], at: 30)
        #expect(rig.frames.map(\.timestamp) == [ms(50), ms(50), ms(60), ms(30)])
    }

    @Test("T-12: a frame that changes nothing is not handed on")
    mutating func nothingNew() {
        rig.accept([(1, .began, 5, 5)])
        rig.accept([(1, .moved, 5, 5)])
        rig.accept([(1, .moved, 6, 5)])
        #expect(rig.take() == ["began 1 5,5", "moved 1 6,5"])
    }

    @Test("T-05: fingers that a frame leaves out are there as stationary, in the order of their downs")
    mutating func completed() {
        rig.accept([(1, .began, 1, 1)])
        rig.accept([(2, .began, 2, 2)])
        rig.accept([(2, .ended, 2, 2)])
        #expect(
            rig.take() == [
                "began 1 1,1", "stationary 1 1,1 | began 2 2,2", "stationary 1 1,1 | ended 2 2,2",
            ])
    }

    @Test("T-01: what a broken recording may hold is dropped and counted")
    mutating func illegal() {
        rig.accept([(1, .moved, 1, 1)])
        rig.accept([(2, .ended, 1, 1)])
        rig.accept([(3, .began, .infinity, 1)])
        rig.accept([(4, .began, 1, 1)])
        rig.accept([(4, .began, 2, 1)])
        #expect(rig.take() == ["began 4 1,1"])
        #expect(rig.tracker.anomalies == 4)
    }

    @Test("T-01: one finger twice in a frame is two events")
    mutating func twice() {
        rig.accept([(1, .began, 1, 1), (1, .ended, 1, 1)])
        #expect(rig.take() == ["began 1 1,1", "ended 1 1,1"])
        #expect(rig.tracker.liveCount == 0)
    }

    @Test("T-19: one cancel, and nothing more of these fingers up to their lift")
    mutating func cancelAll() {
        rig.accept([(1, .began, 1, 1), (2, .began, 2, 2)])
        _ = rig.take()
        rig.cancel()
        rig.cancel()
        #expect(rig.take() == ["cancelled 1 1,1 | cancelled 2 2,2"])
        rig.accept([(1, .moved, 5, 5), (2, .ended, 2, 2)])
        rig.accept([(1, .stationary, 5, 5), (3, .began, 3, 3)])
        #expect(rig.take() == ["began 3 3,3"])
        rig.accept([(1, .ended, 5, 5), (3, .moved, 4, 4)])
        #expect(rig.take() == ["moved 3 4,4"])
        #expect(rig.tracker.anomalies == 0)
    }

    @Test("T-17: a device that goes cancels its own fingers only")
    mutating func oneDevice() {
        rig.accept([(1, .began, 1, 1)])
        rig.tracker.accept(
            TouchFrame(
                device: mouse, timestamp: ms(1),
                touches: TouchList([TouchSample(id: TouchID(rawValue: 2), location: .zero, phase: .began)]))
        ) { _ in }
        _ = rig.take()
        rig.cancel(mouse)
        #expect(rig.take() == ["cancelled 2 0,0"])
        #expect(rig.tracker.liveCount == 1)
    }
}
