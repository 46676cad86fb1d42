import Display
import EventLoop
import InputBridge
import InputEvents

// What start-up opens, each piece with the failure that it means.
extension ApplicationRun {
    static func checkFiles(_ plan: LaunchPlan, _ options: LaunchOptions) throws(StartFailure) {
        do throws(StartError) {
            if let folder = plan.pictures { try OutputPath.checkFolder(folder, option: "--pictures") }
            if let path = options.record { try OutputPath.checkFile(path, option: "--record") }
            guard let path = plan.trace else { return }
            if path == LaunchPlan.standardTrace {
                try OutputPath.checkFolder(OutputPath.parent(of: path), option: "--trace")
            } else {
                try OutputPath.checkFile(path, option: "--trace")
            }
        } catch {
            throw StartFailure(error)
        }
    }

    static func recording(_ plan: LaunchPlan, _ session: String?) throws(StartFailure) -> InputRecording? {
        do throws(InputError) {
            switch plan.events {
            case .recording(let path): return try InputRecording(contentsOfFile: path)
            case .session:
                return try session.map { text throws(InputError) in
                    try InputRecording(text: text, name: "the app's own session")
                }
            case .udev, .devices, .none: return nil
            }
        } catch {
            throw StartFailure(error, isDevice: false)
        }
    }

    static func beginVirtualDay(_ loop: Loop) {
        let beginning = Instant(nanoseconds: 1_000_000_000)
        loop.clock = .virtual(VirtualClock(start: beginning))
        WallClock.anchor = (beginning, WallClock.virtualStart)
    }

    static func seat(
        _ plan: LaunchPlan, _ recording: InputRecording?, _ loop: Loop, _ session: SeatSession?
    ) throws(StartFailure) -> InputSeat? {
        if let recording { return InputSeat(replaying: recording, loop: loop) }
        do throws(InputError) {
            switch plan.events {
            case .udev:
                let name = session?.path ?? "seat0"
                return try InputSeat(.udev(name), settings: .system(), opener: session?.devices)
            case .devices(let paths):
                return try InputSeat(.devices(paths), settings: .system(), opener: session?.devices)
            case .session, .recording, .none: return nil
            }
        } catch {
            throw StartFailure(error, isDevice: true)
        }
    }

    /// The seat's session for a console, where one is offered; else, and when it is refused, everything is opened
    /// directly.
    static func session(_ plan: LaunchPlan, _ loop: Loop, complain: (String) -> Void) -> SeatSession? {
        guard case .console = plan.screen, SeatSession.isOffered else { return nil }
        do throws(DisplayError) {
            return try SeatSession.start(loop: loop)
        } catch {
            complain("\(error)")
            return nil
        }
    }

    static func console(_ card: String?, _ loop: Loop, _ seat: SeatSession?) throws(StartFailure) -> Console {
        do throws(DisplayError) {
            return try Console(card: card, loop: loop, seat: seat)
        } catch {
            throw StartFailure(error)
        }
    }

    static func pictures(_ plan: LaunchPlan) throws(StartFailure) -> PictureBook? {
        do throws(StartError) {
            if plan.trace == LaunchPlan.standardTrace {
                let folder = OutputPath.parent(of: LaunchPlan.standardTrace)
                try OutputPath.makeFolder(folder, option: "--trace")
            }
            guard let folder = plan.pictures else { return nil }
            try OutputPath.makeFolder(folder, option: "--pictures")
            return PictureBook(folder: folder)
        } catch {
            throw StartFailure(error)
        }
    }

    static func recorder(
        _ options: LaunchOptions, _ stage: Stage, _ recording: InputRecording?
    ) throws(StartFailure) -> InputRecorder? {
        guard let path = options.record else { return nil }
        do throws(InputError) {
            return try InputRecorder(
                path: path, loop: stage.loop, display: stage.size, scale: options.scale,
                rotation: recording?.rotation ?? options.rotation)
        } catch {
            throw StartFailure(error, isDevice: false)
        }
    }

    /// The pixels of a display for a size that the app sees.
    static func pixels(_ size: Size, _ options: LaunchOptions) -> LaunchOptions.PixelSize {
        let isTurned = options.rotation.swapsAxes
        func pixels(_ points: Double) -> Int { min(max(Int((points * options.scale).rounded()), 1), 16384) }
        return LaunchOptions.PixelSize(
            width: pixels(isTurned ? size.height : size.width),
            height: pixels(isTurned ? size.width : size.height))
    }
}
