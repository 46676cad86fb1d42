/// A thread's scratch memory: taken in stack order, given back to a mark, and used again (P-13).
final class ScratchArena {
    /// A state of the arena: all that was taken later is given back by returning to it.
    struct Mark: Sendable {
        let block: Int
        let offset: Int
        let loans: Int
    }

    private static let blockSize = 16_384
    private static let alignment = 16

    // Safety: each block has room for its `size` bytes; what is below the mark is lent.
    private var blocks: [(base: UnsafeMutableRawPointer, size: Int)] = []
    private var block = 0
    private var offset = 0
    /// The numbers of the handles that are live, oldest first.
    private var loans: [UInt64] = []
    private var lastLoan: UInt64 = 0

    deinit { for block in blocks { block.base.deallocate() } }

    var mark: Mark { Mark(block: block, offset: offset, loans: loans.count) }

    func take(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
        precondition(
            byteCount >= 0 && alignment <= ScratchArena.alignment, "BUG (caller): alignment above 16")
        let needed = max(1, byteCount)
        while block < blocks.count {
            let start = (offset + ScratchArena.alignment - 1) & ~(ScratchArena.alignment - 1)
            if start + needed <= blocks[block].size {
                offset = start + needed
                return blocks[block].base + start
            }
            block += 1
            offset = 0
        }
        let size = max(ScratchArena.blockSize, needed)
        let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: ScratchArena.alignment)
        blocks.append((base, size))
        offset = needed
        return base
    }

    /// Gives back all that was taken since; debug builds overwrite it.
    func reset(to mark: Mark) {
        if loans.count > mark.loans { loans.removeLast(loans.count - mark.loans) }
        guard block != mark.block || offset != mark.offset else { return }
        #if DEBUG
            for index in mark.block..<min(block + 1, blocks.count) {
                let from = index == mark.block ? mark.offset : 0
                let upTo = index == block ? offset : blocks[index].size
                guard upTo > from else { continue }
                let bytes = blocks[index].base + from
                bytes.initializeMemory(as: UInt8.self, repeating: 0xdd, count: upTo - from)
            }
        #endif
        block = mark.block
        offset = mark.offset
    }

    /// A number for what was just taken, live until it is given back.
    func lend() -> (index: Int, number: UInt64) {
        lastLoan += 1
        loans.append(lastLoan)
        return (loans.count - 1, lastLoan)
    }

    func isLive(_ loan: (index: Int, number: UInt64)) -> Bool {
        loan.index < loans.count && loans[loan.index] == loan.number
    }

    /// How many bytes the arena holds, lent or not.
    var capacity: Int { blocks.reduce(0) { $0 + $1.size } }
}
