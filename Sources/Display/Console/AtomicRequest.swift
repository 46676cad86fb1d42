import CDRM
import Glibc

/// The properties of one object of a card: the number of each name, and the value it had when read.
struct ObjectProperties {
    struct Property {
        let id: UInt32
        let value: UInt64
    }

    let object: UInt32
    private var byName: [String: Property] = [:]

    init(of object: UInt32, _ type: UInt32, on card: Card) {
        self.object = object
        // Safety: both arrays hold count_props elements until they are freed.
        guard let all = drmModeObjectGetProperties(card.descriptor, object, type) else { return }
        defer { drmModeFreeObjectProperties(all) }
        for index in 0..<Int(all.pointee.count_props) {
            guard let property = drmModeGetProperty(card.descriptor, all.pointee.props[index]) else {
                continue
            }
            let name = withUnsafeBytes(of: property.pointee.name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            byName[name] = Property(id: property.pointee.prop_id, value: all.pointee.prop_values[index])
            drmModeFreeProperty(property)
        }
    }

    subscript(name: String) -> Property? { byName[name] }
}

/// One atomic commit in the making: all of it happens, or nothing (D-01).
struct AtomicRequest: ~Copyable {
    private let request: OpaquePointer?
    private var isWhole = true

    init() { request = drmModeAtomicAlloc() }

    deinit { drmModeAtomicFree(request) }

    /// Sets a property; one that the object does not have is left out when `value` is what it would mean anyway.
    mutating func set(
        _ name: String, of properties: ObjectProperties, to value: UInt64, isOptional: Bool = false
    ) {
        guard let property = properties[name] else {
            if !isOptional { isWhole = false }
            return
        }
        if drmModeAtomicAddProperty(request, properties.object, property.id, value) < 0 { isWhole = false }
    }

    /// Hands the commit to the kernel; libdrm repeats it when a signal interrupts (D-01).
    borrowing func commit(_ operation: String, on card: Card, flags: UInt32, token: UInt64 = 0)
        throws(DisplayError)
    {
        guard isWhole else { throw .calling(operation, card.path, code: EINVAL) }
        // The token travels through the kernel as the user data of the event; it is never dereferenced.
        let data = UnsafeMutableRawPointer(bitPattern: UInt(token))
        try card.check(operation, drmModeAtomicCommit(card.descriptor, request, flags, data))
    }
}
