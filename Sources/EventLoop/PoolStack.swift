import CLinux
import Synchronization

/// One thread's stack of kept objects and pool boundaries, in pages (P-01).
final class PoolStack {
    private static let pageSize = 512
    private static let scribble: UInt = 0xa3a3_a3a3_a3a3_a3a3

    private let thread: UInt64
    // Safety: each page has room for `pageSize` words; the first `count` words over all pages are either an object's
    // address, which holds one reference, or a boundary: its serial, shifted, with the lowest bit set.
    private var pages: [UnsafeMutablePointer<UInt>] = []
    private var count = 0
    private var serial: UInt64 = 0
    /// The innermost boundary while it is in no page yet; 0: there is none.
    private var unwritten: UInt64 = 0
    private(set) var highWaterMark = 0
    var pageCount: Int { pages.count }
    let arena = ScratchArena()

    private init(thread: UInt64) { self.thread = thread }

    deinit { for page in pages { page.deallocate() } }

    // MARK: Pools

    func push() -> ArenaPool.Token {
        writeBoundary()
        serial += 1
        unwritten = serial
        return ArenaPool.Token(thread: thread, index: count, serial: serial, mark: arena.mark)
    }

    func pop(_ token: ArenaPool.Token) {
        guard token.thread == thread else { fail(token, "was pushed on another thread") }
        if unwritten == token.serial {
            unwritten = 0
        } else {
            guard token.index < count, word(token.index) == PoolStack.boundary(token.serial) else {
                fail(token, "is not open: popped already, or with an outer pool")
            }
            release(to: token.index)
        }
        arena.reset(to: token.mark)
    }

    func keep(_ object: AnyObject) {
        if unwritten != 0 {
            writeBoundary()
        } else if count == 0 {
            reportLeak(object)
        }
        append(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()))
    }

    /// Newest first, one by one: what a release keeps is on top, and so the next to go; no recursion.
    private func release(to index: Int) {
        while count > index || unwritten != 0 {
            unwritten = 0
            guard count > index else { break }
            count -= 1
            let page = pages[count / PoolStack.pageSize]
            let word = page[count % PoolStack.pageSize]
            page[count % PoolStack.pageSize] = PoolStack.scribble
            if word & 1 == 0, let pointer = UnsafeRawPointer(bitPattern: word) {
                Unmanaged<AnyObject>.fromOpaque(pointer).release()
            }
        }
        freePages()
    }

    /// Keeps one empty page if the last one in use is more than half full (P-07).
    private func freePages() {
        let used = (count + PoolStack.pageSize - 1) / PoolStack.pageSize
        let spare = count == 0 || count - (used - 1) * PoolStack.pageSize > PoolStack.pageSize / 2 ? 1 : 0
        while pages.count > used + spare { pages.removeLast().deallocate() }
    }

    private func writeBoundary() {
        guard unwritten != 0 else { return }
        let boundary = PoolStack.boundary(unwritten)
        unwritten = 0
        append(boundary)
    }

    private func append(_ word: UInt) {
        if count == pages.count * PoolStack.pageSize { pages.append(.allocate(capacity: PoolStack.pageSize)) }
        pages[count / PoolStack.pageSize][count % PoolStack.pageSize] = word
        count += 1
        if count > highWaterMark + 256 { highWaterMark = count }
    }

    private func word(_ index: Int) -> UInt { pages[index / PoolStack.pageSize][index % PoolStack.pageSize] }

    private static func boundary(_ serial: UInt64) -> UInt { UInt(serial) << 1 | 1 }

    // MARK: Faults

    private func fail(_ token: ArenaPool.Token, _ why: String) -> Never {
        fatalError(
            "BUG (caller): pool \(token.serial) of thread \(token.thread) \(why); popped on thread \(thread)")
    }

    private func reportLeak(_ object: AnyObject) {
        #if DEBUG
            let line = "EventLoop: \(type(of: object)) kept without a pool is never released\n"
            line.utf8CString.withUnsafeBytes { bytes in _ = write(2, bytes.baseAddress, bytes.count - 1) }
        #endif
    }

    // MARK: Threads

    private static let lastThread = Atomic<UInt64>(0)

    /// A thread's end pops everything (P-08).
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { stack in
            guard let stack else { return }
            let unmanaged = Unmanaged<PoolStack>.fromOpaque(stack)
            // A release may ask for the thread's stack once more.
            pthread_setspecific(PoolStack.key, stack)
            unmanaged.takeUnretainedValue().release(to: 0)
            pthread_setspecific(PoolStack.key, nil)
            unmanaged.release()
        }
        precondition(status == 0, "pthread_key_create failed with \(status)")
        return key
    }()

    static var current: PoolStack {
        if let known = pthread_getspecific(key) {
            return Unmanaged<PoolStack>.fromOpaque(known).takeUnretainedValue()
        }
        let stack = PoolStack(thread: lastThread.add(1, ordering: .relaxed).newValue)
        pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
        return stack
    }
}
