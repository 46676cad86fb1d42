import InputBridge
import InputEvents

/// Which devices a subcommand listens to, and how long.
struct SeatChoice {
    var seat = "seat0"
    var devices: [String] = []
    /// For ever when `nil`.
    var duration: Duration?
    var size = Size(1920, 1080)
    var showsLatency = false

    static let options = """
          --seat NAME      the devices of another seat of udev's than seat0
          --for SECONDS    end by itself
        """

    /// Takes an option that all such subcommands have; answers whether it is one.
    mutating func take(_ option: String, _ words: inout Words) throws(ToolError) -> Bool {
        switch option {
        case "--seat":
            seat = try words.value(option, "a seat's name, such as seat0") { $0.isEmpty ? nil : $0 }
        case "--for": duration = try words.value(option, "a number of seconds above 0", Words.seconds)
        default: return false
        }
        return true
    }

    /// Opens the devices; what libinput says goes to standard error.
    func open() throws(ToolError) -> InputSeat {
        do throws(InputError) {
            let log: (InputLogLine) -> Void = { line in
                if line.priority == .error { Tool.complain(line.text) }
            }
            let seat = try InputSeat(devices.isEmpty ? .udev(seat) : .devices(devices), log: log)
            if seat.devices.isEmpty {
                Tool.complain("no device on \(self.seat) yet; `penstock doctor` tells why")
            }
            return seat
        } catch {
            throw ToolError(error.description, status: 1)
        }
    }
}
