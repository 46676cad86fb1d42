extension ArenaPool {
    /// Lends memory for `count` values to `body`, and takes it back when `body` returns.
    ///
    /// The memory is the thread's, used again and again: no allocation once it has grown to the need. The values are all
    /// `value` at first. Calls may be nested; a pool pushed in `body` must be popped there.
    public static func withScratch<Element: BitwiseCopyable, Result, Failure: Error>(
        of type: Element.Type, count: Int, repeating value: Element,
        _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let arena = PoolStack.current.arena
        let mark = arena.mark
        defer { arena.reset(to: mark) }
        var span = arena.take(type, count: count, repeating: value).mutableSpan
        return try body(&span)
    }

    /// Lends memory for `count` values to the pop of the innermost pool.
    ///
    /// The values are all `value` at first. Using the handle after the pop traps (P-13).
    public static func scratch<Element: BitwiseCopyable>(
        of type: Element.Type, count: Int, repeating value: Element
    ) -> Scratch<Element> {
        let arena = PoolStack.current.arena
        return Scratch(
            arena: arena, elements: arena.take(type, count: count, repeating: value), loan: arena.lend())
    }

    /// Lends memory to the pop of the innermost pool, with a copy of the values.
    ///
    /// Using the handle after the pop traps (P-13).
    public static func scratch<Element: BitwiseCopyable>(copying values: Span<Element>) -> Scratch<Element> {
        let arena = PoolStack.current.arena
        let elements = arena.take(copying: values)
        return Scratch(arena: arena, elements: elements, loan: arena.lend())
    }

    /// How many bytes of scratch memory the calling thread holds, lent or not.
    public static var scratchCapacity: Int { PoolStack.current.arena.capacity }

    /// Memory lent to the pop of a pool.
    ///
    /// Thread: the one that took it.
    public struct Scratch<Element: BitwiseCopyable> {
        let arena: ScratchArena
        // Safety: the arena does not move or free what it lent; `loan` says whether it is lent still.
        let elements: UnsafeMutableBufferPointer<Element>
        let loan: (index: Int, number: UInt64)

        /// How many values there is room for.
        public var count: Int { elements.count }

        /// Whether the pool is open still.
        public var isLive: Bool { arena.isLive(loan) }

        /// Gives the values to `body`; traps when the pool was popped.
        public func withElements<Result, Failure: Error>(
            _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            precondition(isLive, "BUG (caller): scratch memory used after its pool was popped")
            var span = elements.mutableSpan
            return try body(&span)
        }
    }
}

extension ScratchArena {
    fileprivate func take<Element: BitwiseCopyable>(
        copying values: Span<Element>
    ) -> UnsafeMutableBufferPointer<Element> {
        let bytes = take(
            byteCount: values.count * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment
        )
        let elements = bytes.bindMemory(to: Element.self, capacity: values.count)
        for index in values.indices { (elements + index).initialize(to: values[index]) }
        return UnsafeMutableBufferPointer(start: elements, count: values.count)
    }

    fileprivate func take<Element: BitwiseCopyable>(
        _ type: Element.Type, count: Int, repeating value: Element
    ) -> UnsafeMutableBufferPointer<Element> {
        let bytes = take(
            byteCount: count * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
        return UnsafeMutableBufferPointer(
            start: bytes.initializeMemory(as: type, repeating: value, count: count), count: count)
    }
}
