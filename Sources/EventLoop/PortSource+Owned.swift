import Glibc

// Items that have a descriptor of their own, and a port source that watches it.
extension Loop.PortSource {
    /// Ends the source in `place` and closes the descriptor that it watches; answers false when that was done before.
    ///
    /// In this order: a descriptor that is closed while it is watched is an error.
    @discardableResult
    static func end(_ place: inout Loop.PortSource?, closing descriptor: CInt) -> Bool {
        guard let source = place else { return false }
        place = nil
        source.invalidate()
        close(descriptor)
        return true
    }
}
