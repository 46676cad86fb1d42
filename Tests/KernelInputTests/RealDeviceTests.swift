import Glibc
import InputBridge
import KernelInput
import Testing

/// Recordings of real devices, where they are there: `PENSTOCK_RECORDINGS`, or beside the project.
enum Recordings {
    static let folder: String? = {
        let chosen = getenv("PENSTOCK_RECORDINGS").map { String(cString: $0) }
        for folder in [chosen, "../shared/recordings"] {
            if let folder, access(folder, R_OK) == 0 { return folder }
        }
        return nil
    }()

    /// The files put together: descriptions first, events behind them.
    static func read(_ names: [String]) throws -> DeviceRecording {
        let folder = try #require(folder)
        let all = try names.map { try DeviceRecording(contentsOfFile: "\(folder)/\($0)") }
        return all.dropFirst().reduce(all[0]) { $0.followed(by: $1) }
    }
}

@Suite(.enabled(if: Recordings.folder != nil, "no recordings of real devices (PENSTOCK_RECORDINGS)"))
struct RealDeviceTests {
    @Test(
        "touchscreens: the fingers that the name says, each ended or cancelled",
        arguments: [
            (["atmel-maxtouch.1-finger-fast-taps.events"], 9),
            (["atmel-maxtouch.1-finger-drag-up-down.events"], 1),
            (["atmel-maxtouch.4-finger-drag-down.events"], 4),
            (["ep0430m09.2-finger-scroll-down.events"], 2),
            (["ep0430m09.2-fingers-touch-release.events"], 2),
            (["ntrig-multitouch.desc", "ntrig-multitouch.1-finger-drag-nw-se.events"], 1),
            (["dell-canvas-touch.events"], 12),
        ])
    func touchscreens(names: [String], fingers: Int) throws {
        let way = try ThroughLibinput(try Recordings.read(names))
        way.play()
        #expect(way.ledger.fault == nil)
        #expect(way.ledger.isAtRest)
        #expect(way.ledger.began == fingers, "\(way.ledger.ended) ended, \(way.ledger.cancelled) cancelled")
    }

    @Test("a mouse and a keyboard: as many motions, presses and keys as the kernel told")
    func mouseAndKeyboard() throws {
        let mouse = try ThroughLibinput(try Recordings.read(["ps2-mouse.desc", "ps2-mouse.events"]))
        mouse.play()
        #expect(mouse.ledger.fault == nil && mouse.ledger.isAtRest && mouse.ledger.motions > 2000)
        let keys = try ThroughLibinput(
            try Recordings.read(["lenovo-compact.keyboard.events"]))
        keys.play()
        #expect(keys.ledger.fault == nil && keys.ledger.isAtRest)
        // Control and C, held to the end; before them the lift of a key whose press was not recorded.
        #expect(keys.ledger.keys == [29, 46])
    }
}
