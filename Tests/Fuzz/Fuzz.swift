// The entry points of libFuzzer: `scripts/fuzz NAME SECONDS` builds one of them, chosen by a compiler condition.
// A finding is a trap: a parser answers with a value or throws.
import EventLoop
import InputBridge
import InputEvents
import KernelInput

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // Safety: libFuzzer lends the bytes for this call.
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    #if FUZZ_RECORDING
        if let recording = try? InputRecording(text: text) {
            // What was read is written so that it reads back.
            guard let again = try? InputRecording(text: recording.text) else {
                fatalError("does not read back")
            }
            precondition(again.entries.count == recording.entries.count, "reads back as another one")
            _ = DeviceRecording(recording).yaml
        }
    #elseif FUZZ_DEVICE
        // evemu's text, and YAML of libinput record, told apart by the first lines.
        if let recording = try? DeviceRecording(text: text, name: "fuzz") {
            guard let again = try? DeviceRecording(text: recording.yaml, name: "yaml") else {
                fatalError("does not read back")
            }
            precondition(again.devices.count == recording.devices.count, "reads back as another one")
        }
    #elseif FUZZ_SETTINGS
        _ = try? InputSettings(text: text, name: "fuzz")
    #endif
    return 0
}
