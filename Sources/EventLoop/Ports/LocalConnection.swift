import CLinux
import Glibc

extension Loop {
    /// The process at the other end of a connection, as the kernel knows it.
    ///
    /// Thread: any (a plain value).
    public struct Peer: Hashable, Sendable {
        /// The process that connected or listened; it may have ended since.
        public let process: Int32
        /// Its user.
        public let user: UInt32
        /// Its group.
        public let group: UInt32

        /// Whether it is this process's user.
        public var isSameUser: Bool { user == geteuid() }
    }

    /// One end of a connection to another process, for messages of bytes.
    ///
    /// Messages keep their boundaries and their order. A turn receives one. The connection is closed when the other end
    /// is gone, when it sends what is no message, or one that is too large; `onClose` says so, once. A closed one lets
    /// go of its closures, which may hold it.
    /// Thread: the loop's own.
    public final class LocalConnection {
        /// The most bytes that a limit may allow: what a socket's default buffer surely takes.
        public static let largestLimit = 131_072
        static let kind: UInt8 = 1

        /// The process at the other end.
        public let peer: Peer
        /// The most bytes of a message, in both directions.
        public let limit: Int
        /// Called with each message.
        public var onMessage: (([UInt8]) -> Void)?
        /// Called once, with the reason: nil when the other end closed it.
        public var onClose: ((LoopError?) -> Void)?
        /// Called when there is room again after a send threw `.full`.
        public var onRoom: (() -> Void)?

        private let loop: Loop
        private let mode: Mode
        private let label: String
        private let descriptor: CInt
        private var reads: PortSource?
        private var writes: PortSource?
        private var buffer: [UInt8]

        /// Connects to the port of that name; see `LocalPort` for names.
        ///
        /// Throws when nobody serves it, or when the process that does is not one of `isAllowed`.
        public convenience init(
            to name: String, on loop: Loop, in mode: Mode = .common, limit: Int = 65_536,
            isAllowed: (Peer) -> Bool = { $0.isSameUser || $0.user == 0 }
        ) throws(LoopError) {
            let place = try LocalName(name)
            let descriptor = clinux_local_connect(place.path)
            if descriptor < 0 {
                throw LocalName.failure("connect", descriptor, "\(place.path); is its server running?")
            }
            let peer: Peer
            do throws(LoopError) {
                peer = try LocalConnection.peer(of: descriptor)
                guard isAllowed(peer) else {
                    throw .badName(name, reason: "is served by user \(peer.user), which is not allowed")
                }
            } catch {
                Glibc.close(descriptor)
                throw error
            }
            self.init(adopting: descriptor, peer, loop, mode, limit, label: name)
        }

        init(adopting descriptor: CInt, _ peer: Peer, _ loop: Loop, _ mode: Mode, _ limit: Int, label: String)
        {
            precondition(
                (1...LocalConnection.largestLimit).contains(limit),
                "BUG (caller): a limit of \(limit) bytes; 1 to \(LocalConnection.largestLimit) are possible")
            self.descriptor = descriptor
            self.peer = peer
            self.loop = loop
            self.mode = mode
            self.limit = limit
            self.label = label
            buffer = Array(repeating: 0, count: limit)
            let source = PortSource(descriptor: descriptor, label: label) { [weak self] _ in self?.receive() }
            reads = source
            loop.add(source, to: mode)
        }

        deinit { shut() }

        static func peer(of descriptor: CInt) throws(LoopError) -> Peer {
            var found = clinux_peer()
            let status = clinux_local_peer(descriptor, &found)
            if status < 0 { throw LocalName.failure("getsockopt", status, "SO_PEERCRED") }
            return Peer(process: found.process, user: found.user, group: found.group)
        }

        /// Whether messages can go.
        public var isOpen: Bool { reads != nil }

        /// Sends a message; one copy, no waiting.
        ///
        /// Throws `.full` when the other end does not keep up (then `onRoom` will say when to go on), `.tooLarge`, and
        /// `.closed`.
        public func send(_ message: [UInt8]) throws(LoopError) {
            loop.preconditionOnLoop("send")
            guard isOpen else { throw .closed }
            guard message.count <= limit else { throw .tooLarge(size: message.count, limit: limit) }
            let status = clinux_local_send(descriptor, LocalConnection.kind, message, message.count)
            switch -status {
            case 0: return
            case EAGAIN, ENOBUFS:
                waitForRoom()
                throw .full
            case EPIPE, ECONNRESET, ENOTCONN: throw .closed
            default: throw LocalName.failure("sendmsg", status, label)
            }
        }

        /// Ends the connection; the other end gets what was sent.
        ///
        /// `onClose` is not called.
        public func close() {
            loop.preconditionOnLoop("close")
            shut()
        }

        private func waitForRoom() {
            guard writes == nil else { return }
            let source = PortSource(descriptor: descriptor, interest: .writable, label: label) {
                [weak self] _ in
                guard let self else { return }
                writes?.invalidate()
                writes = nil
                onRoom?()
            }
            writes = source
            loop.add(source, to: mode)
        }

        private func receive() {
            var kind: UInt8 = 0
            let size = clinux_local_receive(descriptor, &kind, &buffer, limit)
            switch size {
            case let failure where failure < 0:
                switch CInt(-failure) {
                case EAGAIN: return
                case EPIPE, ECONNRESET: end(nil)
                default: end(LocalName.failure("recvmsg", CInt(failure), label))
                }
            case _ where kind != LocalConnection.kind:
                end(.badName(label, reason: "the other end speaks another language (\(kind))"))
            case let size where size > limit:
                end(.tooLarge(size: size, limit: limit))
            default: onMessage?(Array(buffer[..<size]))
            }
        }

        private func end(_ reason: LoopError?) {
            let tell = onClose
            shut()
            tell?(reason)
        }

        private func shut() {
            writes?.invalidate()
            writes = nil
            guard PortSource.end(&reads, closing: descriptor) else { return }
            (onMessage, onClose, onRoom) = (nil, nil, nil)
        }
    }
}
