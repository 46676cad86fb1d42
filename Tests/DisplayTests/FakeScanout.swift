import Display
import EventLoop
import Glibc
import LayerTree

/// A graphics card of 10 ms a frame that records what it is told, and answers by a descriptor as a real one does.
@MainActor
final class FakeScanout: Scanout {
    enum Call: Equatable {
        case mode(Int)
        case flip(Int, [PixelRect])
        case drop, become, close
    }

    let path = "/dev/dri/fake"
    let width = 8
    let height = 6
    let refreshInterval = Duration.milliseconds(10)
    let descriptor: CInt
    let buffers: [ScanoutBuffer]
    var calls: [Call] = []
    var failures: [DisplayError] = []
    var masterFailure: DisplayError?
    var readFailure: DisplayError?
    var answers = true
    var sequence: UInt32 = 1
    private let stage: Stage
    private let writeEnd: CInt
    private var waiting: [FlipEvent] = []
    private(set) var pending: UInt64?
    private(set) var shown = 0

    init(_ stage: Stage) {
        self.stage = stage
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        descriptor = ends[0]
        writeEnd = ends[1]
        // A pitch that is wider than the picture, as drivers give it.
        buffers = (0..<2).map { _ in
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * 6, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 64 * 6)
            return ScanoutBuffer(bytes: bytes, bytesPerRow: 64)
        }
    }

    func end() {
        Glibc.close(descriptor)
        Glibc.close(writeEnd)
        for buffer in buffers { buffer.bytes.deallocate() }
    }

    func pixel(_ x: Int, _ y: Int, of buffer: Int) -> UInt32 {
        buffers[buffer].bytes.load(fromByteOffset: y * 64 + x * 4, as: UInt32.self)
    }

    func setMode(showing buffer: Int, token: UInt64) throws(DisplayError) {
        try commit(.mode(buffer), buffer, token)
    }

    func flip(to buffer: Int, damage: [PixelRect], token: UInt64) throws(DisplayError) {
        try commit(.flip(buffer, damage), buffer, token)
    }

    private func commit(_ call: Call, _ buffer: Int, _ token: UInt64) throws(DisplayError) {
        calls.append(call)
        if !failures.isEmpty { throw failures.removeFirst() }
        // A second commit before the event of the first would be a mistake of ours (D-02).
        precondition(pending == nil || !answers, "two commits pending")
        pending = token
        shown = buffer
        guard answers else { return }
        // The vertical blanks are at whole tens of milliseconds.
        let now = stage.clock.now.nanoseconds
        let next = sequence == 0 ? now : (now / 10_000_000 + 1) * 10_000_000
        stage.clock.schedule(at: Instant(nanoseconds: next)) { [weak self] in
            self?.send(token: token, at: Instant(nanoseconds: next))
        }
    }

    func send(token: UInt64, at time: Instant) {
        if pending == token { pending = nil }
        waiting.append(FlipEvent(token: token, sequence: sequence, time: time))
        if sequence != 0 { sequence += 1 }
        var byte: UInt8 = 1
        write(writeEnd, &byte, 1)
    }

    func makeReadable() {
        var byte: UInt8 = 1
        write(writeEnd, &byte, 1)
    }

    func readEvents(_ body: (FlipEvent) -> Void) throws(DisplayError) {
        var bytes = [UInt8](repeating: 0, count: 16)
        read(descriptor, &bytes, 16)
        if let readFailure { throw readFailure }
        let events = waiting
        waiting = []
        for event in events { body(event) }
    }

    func dropMaster() { calls.append(.drop) }

    func becomeMaster() throws(DisplayError) {
        calls.append(.become)
        if let masterFailure { throw masterFailure }
    }

    func close() { calls.append(.close) }
}
