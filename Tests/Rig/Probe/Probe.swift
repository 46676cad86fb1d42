import Display
import EventLoop
import Glibc
import Graphics
import LayerTree

/// A program for the rig: shows frames on a console display, and says what came of it.
///
///     rig-probe flips N        N frames in a row; prints how many came, and the gaps between them
///     rig-probe hold WORD      takes terminal and display, shows one frame, prints "ready", and then: "wait"s for
///                              a signal, "trap"s, or "close"s after a second
///     rig-probe state          prints the terminal's display and keyboard mode
///     rig-probe seat PATH      takes a session by libseat, opens PATH by it, prints the seat's name and what came
@main
struct Probe {
    @MainActor static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch (words.first, words.dropFirst().first) {
            case ("flips", let count?): try flips(Int(count) ?? 60)
            case ("hold", let end?): try hold(end)
            case ("state", nil): try state()
            case ("seat", let path?): try seat(path)
            default: fail("usage: rig-probe flips N | hold wait|trap|close | state | seat PATH", 2)
            }
        } catch {
            fail("\(error)", 1)
        }
    }

    @MainActor private static func seat(_ path: String) throws(DisplayError) {
        let session = try SeatSession.start(loop: .main)
        let result = session.devices?.openDevice(path) ?? -1
        print(
            session.path, session.isActive ? "enabled" : "disabled",
            result >= 0 ? "opened" : "errno \(-result)")
        if result >= 0 { session.devices?.closeDevice(result) }
        Loop.main.run(for: .zero)
        session.close()
    }

    @MainActor private static func flips(_ count: Int) throws(DisplayError) {
        let display = try ConsoleDisplay(loop: .main)
        let painter = Stripes(frames: count)
        var times: [Instant] = []
        display.source = painter
        display.onPresent = { time in
            times.append(time)
            if times.count == count { Loop.main.stop() }
        }
        display.setNeedsFrame()
        Loop.main.run(mode: .default, for: .seconds(20))
        let gaps = zip(times, times.dropFirst()).map { $0.duration(to: $1).clampedNanoseconds / 1000 }
            .sorted()
        print("\(display.card) \(display.pixelWidth)x\(display.pixelHeight) \(display.refreshInterval)")
        print("flips \(times.count) timeouts \(display.flipTimeouts)")
        if let shortest = gaps.first, let longest = gaps.last {
            print("gap shortest \(shortest) median \(gaps[gaps.count / 2]) longest \(longest) us")
        }
        display.close()
    }

    @MainActor private static func hold(_ end: String) throws(DisplayError) {
        let session = try ConsoleSession.start(loop: .main)
        let display = try ConsoleDisplay(loop: .main, session: session)
        let painter = Stripes(frames: 1)
        display.source = painter
        session?.onRelease = { say("released") }
        session?.onAcquire = { say("acquired") }
        display.onPresent = { _ in
            say("ready \(session?.path ?? "no terminal")")
            if end == "trap" { fatalError("asked to trap") }
        }
        display.setNeedsFrame()
        Loop.main.run(mode: .default, for: end == "close" ? .seconds(1) : Loop.forever)
        display.close()
        session?.close()
    }

    @MainActor private static func state() throws(DisplayError) {
        guard let modes = try ConsoleSession.modes() else { return say("no terminal") }
        say("display \(modes.display) keyboard \(modes.keyboard)")
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func fail(_ message: String, _ status: CInt) -> Never {
        print("rig-probe: \(message)")
        exit(status)
    }
}

/// A field of one colour that changes from frame to frame.
@MainActor
final class Stripes: FrameSource {
    private var left: Int
    init(frames: Int) { left = frames }

    func drawFrame(into bitmap: Bitmap, at time: Instant) -> FrameResult {
        left -= 1
        // Safety: within the bitmap's rows.
        for y in 0..<bitmap.height {
            let row = bitmap.bytes + y * bitmap.bytesPerRow
            let colour: UInt32 = left % 2 == 0 ? 0xff20_60c0 : 0xffc0_6020
            for x in 0..<bitmap.width { row.storeBytes(of: colour, toByteOffset: x * 4, as: UInt32.self) }
        }
        let all = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        return FrameResult(damage: [all], wantsNextFrame: left > 0)
    }
}
