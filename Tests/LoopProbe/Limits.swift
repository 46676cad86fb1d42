import CCounters
import CLinux
import EventLoop
import Glibc

/// What happens to a process that has no descriptor left.
enum Limits {
    static func run() {
        let loop = Loop.current
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        loop.add(Loop.PortSource(descriptor: ends[0]) { _ in }, to: .default)
        let process = getpid()
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while dup(ends[0]) >= 0 {}

        var said: [SystemError] = []
        loop.onError = { _, error in if let error = error as? SystemError { said.append(error) } }
        func report(_ what: String) {
            for error in said {
                print(what, error.call, error.code, "\(error)".contains("raise the limit") ? "raise" : "?")
            }
            said = []
        }
        loop.add(Loop.PortSource(descriptor: ends[0]) { _ in }, to: .default)
        report("duplicate:")
        loop.add(Loop.ManualSource {}, to: "new")
        report("mode:")
        do { _ = try Loop.SignalSource([SIGUSR1], on: loop) { _ in } } catch {
            print("signals:", error.call, error.code)
        }
        do { _ = try Loop.ChildSource(process, on: loop) { _ in } } catch {
            print("child:", error.call, error.code)
        }
        do { _ = try Loop.BootTimer(after: .zero, on: loop) {} } catch {
            print("boot timer:", error.call, error.code)
        }
        do { _ = try Loop.LocalPort("/tmp/penstock-no-descriptor", on: loop) { _ in } } catch {
            if case .system(let error) = error { print("local port:", error.code) }
        }
        print("still runs:", loop.run(mode: .default, for: .zero))
        fflush(nil)
        DispatchlessThread.run { _ = Loop.current }
    }
}

/// A plain thread, waited for.
enum DispatchlessThread {
    static func run(_ body: @escaping () -> Void) {
        final class Box {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
        }
        var handle = pthread_t()
        pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        pthread_join(handle, nil)
    }
}
