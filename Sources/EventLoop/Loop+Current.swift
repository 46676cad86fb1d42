import CLinux
import Synchronization

extension Loop {
    /// The main thread's loop.
    ///
    /// While it runs in a common mode it serves libdispatch's main queue: `DispatchQueue.main`, main-actor tasks and their
    /// sleeps go on. Thread: any.
    public static let main: Loop = {
        let loop = Loop(isMain: true)
        // The main thread's own handle is not to be had from another thread: that thread leaves it at its first use.
        if isOnMainThread { loop.adopt() }
        return loop
    }()

    /// The loop of the calling thread, made at its first use.
    ///
    /// It ends with the thread: its items are taken out of it then. Thread: any.
    public static var current: Loop {
        if let known = pthread_getspecific(ThreadLoops.key) {
            return Unmanaged<Loop>.fromOpaque(known).takeUnretainedValue()
        }
        let loop = isOnMainThread ? main : Loop(isMain: false)
        loop.adopt()
        return loop
    }

    private static var isOnMainThread: Bool { clinux_thread_id() == getpid() }

    /// Makes the calling thread the loop's own.
    private func adopt() {
        guard pthread_getspecific(ThreadLoops.key) == nil else { return }
        ownThread.store(UInt(pthread_self()), ordering: .releasing)
        pthread_setspecific(ThreadLoops.key, Unmanaged.passRetained(self).toOpaque())
    }

    /// The main thread may run a loop that another thread made.
    func adoptIfMain() {
        if isMain, ownThread.load(ordering: .relaxed) == 0, Loop.isOnMainThread { adopt() }
    }

    /// Takes all items out of a loop whose thread has ended.
    fileprivate func end() {
        // First: who gives a block, or waits, from now on takes it back.
        noteEnd()
        let items: [Item] = lock.with {
            var all: [Item] = commonItems.values.map(\.item)
            for mode in modes {
                all += mode.observers as [Item]
                all += mode.manualSources as [Item]
                for group in mode.timerGroups {
                    group.heap.forEach(upTo: .max) { timer, _, _ in all.append(timer) }
                }
            }
            return all + ports.slots.compactMap(\.source)
        }
        for item in items { expel(item) }
        dropDelayed()
        blocks.removeAll()
        ownThread.store(0, ordering: .releasing)
    }

    /// Where each thread keeps its loop.
    private enum ThreadLoops {
        static let key: pthread_key_t = {
            var key = pthread_key_t()
            let status = pthread_key_create(&key) { loop in
                guard let loop else { return }
                let unmanaged = Unmanaged<Loop>.fromOpaque(loop)
                unmanaged.takeUnretainedValue().end()
                unmanaged.release()
            }
            precondition(status == 0, "pthread_key_create failed with \(status)")
            return key
        }()
    }
}
