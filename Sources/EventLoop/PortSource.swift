import CLinux

extension Loop {
    /// What a descriptor is watched for.
    ///
    /// Hang-up and error are reported always. Thread: any (a plain value).
    public struct Interest: OptionSet, Hashable, Sendable {
        /// One bit a kind.
        public let rawValue: UInt8
        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// There is something to read, or the other end closed.
        public static let readable = Interest(rawValue: 1)
        /// A write would not block.
        public static let writable = Interest(rawValue: 2)

        var events: UInt32 {
            (contains(.readable) ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0)
                | (contains(.writable) ? EPOLLOUT.rawValue : 0)
        }
    }

    /// What a descriptor was found to be ready for.
    ///
    /// Thread: any (a plain value).
    public struct Readiness: Hashable, Sendable {
        /// The bits of epoll.
        let events: UInt32

        /// A read would not block; it may find the end.
        public var isReadable: Bool { events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 }
        /// A write would not block.
        public var isWritable: Bool { events & EPOLLOUT.rawValue != 0 }
        /// The other end is gone; what it had written can still be read.
        public var isHangUp: Bool { events & (EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0 }
        /// The descriptor has an error, or the reader of a pipe is gone.
        public var isError: Bool { events & EPOLLERR.rawValue != 0 }

        /// Gone, and nothing left to read: said once, for it stays so.
        var isFinal: Bool {
            events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 && events & EPOLLIN.rawValue == 0
        }
    }

    /// A descriptor that is watched, level-triggered: performed in every turn while it is ready.
    ///
    /// The loop never reads, writes or closes the descriptor; keep it open until the source is invalid. One event is
    /// served a turn, in the order in which the descriptors became ready; `order` is not used. When the other end is gone
    /// and nothing is left to read, the source is performed once more and then watched no longer, though it stays valid.
    /// Thread: any, but the closure runs on the loop's own.
    public final class PortSource: Item, @unchecked Sendable {
        // Safety: constant.

        /// The descriptor.
        public let descriptor: CInt
        /// What it is watched for.
        public let interest: Interest
        let body: (Readiness) throws -> Void

        /// Makes a source that is in no mode.
        ///
        /// An error thrown by `perform` invalidates the source and goes to the loop's `onError`.
        public init(
            descriptor: CInt, interest: Interest = .readable, order: Int = 0, label: String = "",
            _ perform: @escaping (Readiness) throws -> Void
        ) {
            self.descriptor = descriptor
            self.interest = interest
            body = perform
            super.init(order: order, label: label)
        }

        override var allowsManyLoops: Bool { true }

        override func insert(into mode: ModeState, of loop: Loop) -> Bool {
            loop.ports.insert(self, into: mode)
        }
        override func remove(from mode: ModeState, of loop: Loop) -> Bool {
            loop.ports.remove(self, from: mode)
        }
        override func isMember(of mode: ModeState, of loop: Loop) -> Bool {
            loop.ports.contains(self, in: mode)
        }
    }
}
