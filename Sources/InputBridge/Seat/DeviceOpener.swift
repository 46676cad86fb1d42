/// Opens device nodes for a seat that may not open them itself, as a session of libseat does.
///
/// Without one a seat opens nodes directly, which asks for root or group `input`. Thread: the loop's own.
public protocol DeviceOpener: AnyObject {
    /// Opens a node, non-blocking and closed on exec; answers the descriptor, or the error number made negative
    /// (D-36).
    func openDevice(_ path: String, flags: CInt) -> CInt
    /// Closes what `openDevice` opened.
    func closeDevice(_ descriptor: CInt)
}
