import InputBridge
package import InputEvents

/// `penstock devices`: what is there, and what each can do.
package enum DevicesCommand {
    static let help = """
        \(SeatChoice.options.split(separator: "\n")[0])

        Without DEVICE all devices of the seat. Exit status 1 when there is none.
        """

    static func run(_ arguments: [String]) throws(ToolError) {
        var words = Words("devices", arguments)
        var choice = SeatChoice()
        while let option = words.nextOption() {
            guard option != "--for", try choice.take(option, &words) else { throw words.unknown(option) }
        }
        choice.devices = words.places
        let seat = try choice.open()
        for device in seat.devices { Tool.say(text(of: device)) }
        if seat.devices.isEmpty { throw ToolError("devices: there is none", status: 1) }
    }

    /// A device in some lines: its name, then what is known of it.
    package static func text(of device: Device) -> String {
        var lines = [device.name]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty {
                lines.append("    \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(value)")
            }
        }
        add("node", device.node)
        add("id", hex(device.vendor) + ":" + hex(device.product))
        add(
            "can",
            Device.Capabilities.names.filter { device.capabilities.contains($0.value) }.map(\.name).joined(
                separator: ", "))
        add("size", device.millimetres.map { "\(number($0.width)) x \(number($0.height)) mm" })
        add("output", device.outputName)
        return lines.joined(separator: "\n")
    }

    private static func hex(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    }
}
