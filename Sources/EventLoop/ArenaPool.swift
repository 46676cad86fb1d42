import CLinux

/// Keeps objects alive to the end of a turn, and lends memory that is taken back then.
///
/// Pools form a stack per thread. Popping one releases what was kept in it, newest first, and takes back the scratch
/// memory lent since its push; pools pushed later go with it. A token belongs to its thread and is used once: a pool is
/// never held over a suspension point. Thread: any; each thread has its own stack.
public enum ArenaPool {
    /// The right to pop one pool, once, on the thread that pushed it.
    public struct Token: Sendable {
        let thread: UInt64
        let index: Int
        let serial: UInt64
        let mark: ScratchArena.Mark
    }

    /// Opens a pool on the calling thread.
    ///
    /// Costs no memory until something is kept in it (P-06, P-15).
    public static func push() -> Token { PoolStack.current.push() }

    /// Closes the pool and all that were pushed after it (P-02, P-04).
    ///
    /// What objects keep while they are released is released as well (P-03). Traps when the token is not that of an open
    /// pool of this thread (P-05).
    public static func pop(_ token: Token) { PoolStack.current.pop(token) }

    /// Runs `body` in a pool of its own, which is popped on return and on a throw (P-12).
    @discardableResult
    public static func withPool<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let token = push()
        defer { pop(token) }
        return try body()
    }

    /// Keeps an object alive at least to the pop of the innermost pool (P-09).
    ///
    /// Without a pool the object is never released; a debug build says so (P-06).
    @discardableResult
    public static func keep<Object: AnyObject>(_ object: Object) -> Object {
        PoolStack.current.keep(object)
        return object
    }

    /// The most objects and pools that the calling thread's stack held at once, in steps of 256 (P-08).
    public static var highWaterMark: Int { PoolStack.current.highWaterMark }

    /// How many pages the calling thread's stack has now.
    package static var pageCount: Int { PoolStack.current.pageCount }

    /// Gives every run of a loop a pool: pushed at entry, renewed before each sleep, popped at exit (P-10).
    ///
    /// In the common modes; a nested run has a pool of its own (P-11). Installing twice is installing once. Observers that
    /// keep objects to the end of the turn must have an order below 2147483647, or be added before. Thread: the loop's own.
    public static func install(on loop: Loop) {
        loop.preconditionOnLoop("ArenaPool.install")
        guard !loop.hasArenaPool else { return }
        loop.hasArenaPool = true
        let tokens = RunTokens()
        loop.add(
            Loop.Observer(.entry, order: -2_147_483_647, label: "pool push") { _ in tokens.push() },
            to: .common)
        loop.add(
            Loop.Observer([.beforeWaiting, .exit], order: 2_147_483_647, label: "pool pop") { activity in
                tokens.pop()
                if activity == .beforeWaiting { tokens.push() }
            }, to: .common)
    }
}

/// The tokens of a loop's nested runs, innermost last.
private final class RunTokens {
    private var tokens: [ArenaPool.Token] = []

    func push() { tokens.append(ArenaPool.push()) }

    /// A run nested in the release of an object has no exit call here; its pool, the newer one, goes with this one.
    func pop() {
        guard let token = tokens.popLast() else { return }
        let depth = tokens.count
        ArenaPool.pop(token)
        tokens.removeLast(max(0, tokens.count - depth))
    }
}
