import Display
import EventLoop
import InputBridge
import InputEvents

// What start-up opens, each piece with the failure that it means.
extension ApplicationRun {
    /// Looks at all files before one is opened for writing, which empties it.
    static func checkFiles(_ plan: LaunchPlan, _ options: LaunchOptions) throws(StartFailure) {
        do throws(StartError) {
            var files = RunFiles()
            if let path = options.replay { try files.add(path, option: "--replay") }
            if let path = options.record { try files.add(path, option: "--record") }
            if let path = plan.trace { try files.add(path, option: "--trace") }
            if let folder = plan.pictures {
                let paths = [options.replay, options.record, plan.trace].compactMap { $0 }
                try files.check(pictures: folder, paths)
            }
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

    /// Makes the folders of the outputs, and answers those that were not there.
    static func folders(_ plan: LaunchPlan) throws(StartFailure) -> [String] {
        var made: [String] = []
        do throws(StartError) {
            if plan.trace == LaunchPlan.standardTrace {
                made += try OutputPath.makeFolder(
                    OutputPath.parent(of: LaunchPlan.standardTrace), option: "--trace")
            }
            if let folder = plan.pictures { made += try OutputPath.makeFolder(folder, option: "--pictures") }
            return made
        } catch {
            OutputPath.remove(folders: made)
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
