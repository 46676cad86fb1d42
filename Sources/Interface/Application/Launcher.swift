/// From the command line to the exit status.
///
/// Thread: main.
@MainActor
package struct Launcher<App: Application> {
    private let program: String

    package init(_ app: App.Type, program: String? = nil) {
        let path = program ?? CommandLine.arguments.first ?? "app"
        self.program = path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Runs the program; `arguments` are those behind its name.
    package func run(_ arguments: [String]) -> Int32 {
        do throws(UsageError) {
            let options = try LaunchOptions(arguments: arguments)
            guard !options.help else {
                return said(LaunchOptions.help(for: program, about: App.about)) ? 0 : 1
            }
            return start(options)
        } catch {
            Terminal.complain("\(program): \(error); see \(program) --help\n")
            return 2
        }
    }

    private func start(_ options: LaunchOptions) -> Int32 {
        let (first, instead) = LaunchPlan.attempts(for: options, shipsSession: App.session != nil)
        do throws(StartFailure) {
            return try run(first, options)
        } catch {
            guard let instead, error.isMended(by: instead, after: first) else { return failed(error) }
            // What is said at the end of the run tells whether anyone listens.
            _ = Terminal.say("\(program): no console here, so it plays headless (\(error.reason))\n")
            do throws(StartFailure) {
                return try run(instead, options)
            } catch {
                return failed(error)
            }
        }
    }

    private func said(_ text: String) -> Bool {
        let code = Terminal.say(text)
        if code != 0 { Terminal.complain("\(program): \(StartError.lostOutput(code))\n") }
        return code == 0
    }

    private func failed(_ error: StartFailure) -> Int32 {
        Terminal.complain("\(program): \(error.reason)\n")
        return 1
    }

    private func run(_ plan: LaunchPlan, _ options: LaunchOptions) throws(StartFailure) -> Int32 {
        let run = try ApplicationRun(
            plan: plan, options: options, program: program, session: App.session, size: App.preferredSize)
        return run.run { App().body.windows }
    }
}
