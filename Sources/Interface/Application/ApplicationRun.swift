import Display
import EventLoop
import Graphics
import InputBridge
package import InputEvents

/// One run of an application: opens what the plan wants, runs, and says what happened.
///
/// `init` takes display and input first and makes files last, so that a failure leaves nothing behind.
/// Thread: main.
@MainActor
package final class ApplicationRun {
    let plan: LaunchPlan
    let options: LaunchOptions
    let program: String
    let loop: Loop
    /// What the application runs on.
    package let stage: Stage
    let console: Console?
    let recording: InputRecording?
    let recorder: InputRecorder?
    let pictures: PictureBook?
    let trace: TurnTrace?
    let start: Instant
    let realStart = RealTime.now
    var signals: Loop.SignalSource?
    /// Why the run ended, in a few words.
    var ending = "ended"
    /// How many fingers came down.
    var touchCount = 0
    private let isWithoutDevices: Bool
    private var progress: Progress?

    package init(
        plan: LaunchPlan, options: LaunchOptions, program: String, session: String?, size: Size
    ) throws(StartFailure) {
        self.plan = plan
        self.options = options
        self.program = program
        try FreeDescriptors.check()
        try Self.checkFiles(plan, options)
        recording = try Self.recording(plan, session)
        if plan.isVirtual, recording == nil, options.duration == nil {
            throw StartFailure(
                StartError("--virtual-time without a recording never ends; add --duration SECONDS"))
        }
        loop = Loop.main
        if plan.isVirtual { Self.beginVirtualDay(loop) }
        start = loop.now
        let session = Self.session(plan, loop) { Terminal.complain("\(program): \($0)\n") }
        let seat: InputSeat?
        let display: any Display
        do throws(StartFailure) {
            seat = try Self.seat(plan, recording, loop, session)
            switch plan.screen {
            case .headless:
                console = nil
                let pixels = options.size ?? Self.pixels(size, options)
                display = HeadlessDisplay(loop: loop, width: pixels.width, height: pixels.height)
            case .console(let card):
                let opened = try Self.console(card, loop, session)
                console = opened
                display = opened.display
            }
        } catch {
            session?.close()
            throw error
        }
        stage = Stage(loop: loop, display: display, scale: options.scale, rotation: options.rotation)
        var folders: [String] = []
        do throws(StartFailure) {
            folders = try Self.folders(plan)
            recorder = try Self.recorder(options, stage, recording)
        } catch {
            OutputPath.remove(folders: folders)
            stage.close()
            console?.close()
            throw error
        }
        pictures = plan.pictures.map { PictureBook(folder: OutputPath.folder($0)) }
        trace = plan.trace == nil ? nil : TurnTrace(capacity: 1 << 17)
        loop.trace = trace
        isWithoutDevices = plan.events == .udev && seat?.devices.isEmpty == true
        if let seat {
            seat.log = { [program] line in
                if line.priority == .error { Terminal.complain("\(program): \(line.text)\n") }
            }
            seat.onReplayEnd = { [weak self] in self?.replayEnded() }
            stage.connect(seat, panel: recording?.rotation)
        }
        stage.dispatcher?.recorder = recorder
    }

    /// Shows the windows, runs until something ends the run, and answers the exit status.
    package func run(_ windows: () -> [Window]) -> Int32 {
        Moment.listener = { [weak self] name in self?.note(name) }
        stage.tap.onFrame = { [weak self] bitmap in self?.pictures?.frameDrawn(bitmap) }
        stage.onTurnEnd = { [weak self] in self?.turnEnded() }
        stage.intercept = { [weak self] event in
            self?.countTouches(event)
            return self?.takes(event) ?? false
        }
        signals = QuitSignals.take(on: loop) { [weak self] name in self?.quit(because: name) }
        connectConsole()
        stage.show(windows())
        scheduleEnd()
        if isWithoutDevices {
            complain("no input device is there yet; one that is plugged in will be taken")
        }
        if plan.isVirtual, let recording {
            progress = Progress(program, of: start.advanced(by: recording.length), from: start)
        }
        stage.runner.run()
        return finish()
    }

    /// Ends the run after the turn that is under way.
    func quit(because reason: String) {
        guard !stage.runner.isQuitting else { return }
        ending = reason
        stage.runner.quit()
    }

    private func note(_ name: StaticString) {
        pictures?.note(name.description)
        trace?.mark(name)
    }

    private func countTouches(_ event: InputEvent) {
        guard case .touch(let frame) = event else { return }
        for touch in frame.touches where touch.phase == .began { touchCount += 1 }
    }

    private func turnEnded() {
        pictures?.turnCommitted(frameIsComing: stage.tap.frameIsComing)
        progress?.show(loop.now)
    }

    private func finish() -> Int32 {
        Moment.listener = nil
        pictures?.finish()
        loop.trace = nil
        var complaints: [String] = []
        if let failure = pictures?.failure { complaints.append(failure.description) }
        if let path = plan.trace, let trace {
            do throws(SystemError) {
                try trace.write(toPath: path)
            } catch {
                let wish = "--trace \(path)"
                complaints.append(
                    StartError(wish, code: error.code, remedy: "choose another path").description)
            }
        }
        do { try recorder?.close() } catch { complaints.append("\(error)") }
        let summary = summary()
        stage.close()
        console?.close()
        signals?.close()
        let code = Terminal.say(summary)
        if code != 0 { complaints.append(StartError.lostOutput(code).description) }
        for complaint in complaints { Terminal.complain("\(program): \(complaint)\n") }
        return complaints.isEmpty ? 0 : 1
    }
}
