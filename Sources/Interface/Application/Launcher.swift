import Glibc

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
                Terminal.say(LaunchOptions.help(for: program, about: App.about))
                return 0
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
            guard let instead, error.isMissingConsole else { return failed(error) }
            Terminal.say("\(program): no console here, so it plays headless (\(error.reason))\n")
            do throws(StartFailure) {
                return try run(instead, options)
            } catch {
                return failed(error)
            }
        }
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

/// What people at a shell read, written at once.
enum Terminal {
    static func say(_ text: String) { put(text, 1) }
    static func complain(_ text: String) { put(text, 2) }

    private static func put(_ text: String, _ descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { return }
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
                continue
            }
            bytes.removeFirst(count)
        }
    }
}
