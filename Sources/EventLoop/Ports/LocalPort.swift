import CLinux
import Glibc

extension Loop {
    /// A name under which other processes of this machine connect to this one.
    ///
    /// The name is a path from the root, or a plain name, which is then a file in the session's folder
    /// (`$XDG_RUNTIME_DIR/NAME.port`). The socket has the mode 600, and who connects is asked who he is. A name that a
    /// crashed process left is taken over; one that is served is not. Thread: the loop's own.
    public final class LocalPort {
        /// Where the socket is.
        public var path: String { place.path }
        /// How many connections were refused because of who asked.
        public private(set) var refused = 0

        private let place: LocalName
        private let loop: Loop
        private let lock: CInt
        private let descriptor: CInt
        private var source: PortSource?

        /// Opens the port in a mode.
        ///
        /// `limit`: the most bytes of a message. `isAllowed`: who may connect; the same user if nothing is said. `accept`
        /// gets each connection, sets its closures and keeps it; one that is not kept is closed.
        public init(
            _ name: String, on loop: Loop, in mode: Mode = .common, limit: Int = 65_536,
            isAllowed: @escaping (Peer) -> Bool = { $0.isSameUser },
            accept: @escaping (LocalConnection) -> Void
        ) throws(LoopError) {
            let place = try LocalName(name)
            lock = clinux_local_lock(place.lockPath)
            if lock < 0 {
                let why = lock == -EWOULDBLOCK ? "another process serves it" : "the name cannot be taken"
                throw LocalName.failure("lock", lock, "\(place.lockPath); \(why)")
            }
            // The lock is ours, so what is there was left behind.
            unlink(place.path)
            descriptor = clinux_local_listen(place.path)
            if descriptor < 0 {
                clinux_local_unlock(lock)
                throw LocalName.failure("bind", descriptor, place.path)
            }
            self.place = place
            self.loop = loop
            let source = PortSource(descriptor: descriptor, label: name) { [weak self] _ in
                try self?.connect(mode, limit, isAllowed, accept)
            }
            self.source = source
            loop.add(source, to: mode)
        }

        deinit { close() }

        private func connect(
            _ mode: Mode, _ limit: Int, _ isAllowed: (Peer) -> Bool, _ accept: (LocalConnection) -> Void
        ) throws(LoopError) {
            let connection = clinux_local_accept(descriptor)
            switch -connection {
            case EAGAIN, ECONNABORTED, EINTR: return
            case 1...: throw LocalName.failure("accept", connection, place.path)
            default: break
            }
            guard let peer = try? LocalConnection.peer(of: connection), isAllowed(peer) else {
                refused += 1
                Glibc.close(connection)
                return
            }
            accept(LocalConnection(adopting: connection, peer, loop, mode, limit, label: place.path))
        }

        /// Closes the port and frees its name; connections stay.
        public func close() {
            guard source != nil else { return }
            unlink(place.path)
            PortSource.end(&source, closing: descriptor)
            clinux_local_unlock(lock)
        }
    }
}
