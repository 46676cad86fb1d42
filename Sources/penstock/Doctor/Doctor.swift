import Glibc
import InputBridge

/// Looks at what an application on the console needs, thing by thing; changes nothing.
package struct Doctor {
    private let system: SystemView

    package init(_ system: SystemView) { self.system = system }

    package func findings() -> [Finding] {
        [devices(), udev(), seat(), terminal(), display(), keymap(), font(), uinput()]
    }

    /// Whether the nodes of the input devices may be opened.
    package func devices() -> Finding {
        let nodes = system.names(in: "/dev/input", prefix: "event").map { "/dev/input/" + $0 }
        guard !nodes.isEmpty else {
            return Finding(
                "devices", .note, "no /dev/input/event*",
                remedy: "plug in a device; in a container, give it /dev/input and /run/udev")
        }
        let refused = nodes.map { (node: $0, code: system.open($0)) }.filter { $0.code != 0 }
        guard let first = refused.first else {
            return Finding("devices", .good, "all \(nodes.count) may be opened")
        }
        return Finding(
            "devices", refused.count == nodes.count ? .bad : .note,
            "\(refused.count) of \(nodes.count) may not be opened: \(first.node): \(words(for: first.code))",
            remedy: first.code == EACCES || first.code == EPERM
                ? "sudo usermod -aG input \(userName), then log in again; or start from a seat (seatd, logind)"
                : "look at the device and its driver")
    }

    /// Whether udev knows them as input devices, without which libinput takes none.
    package func udev() -> Finding {
        let nodes = system.names(in: "/dev/input", prefix: "event")
        let tagged = nodes.filter { node in
            guard let number = system.number("/dev/input/" + node),
                let data = system.text("/run/udev/data/" + number)
            else { return false }
            return data.split(separator: "\n").contains("E:ID_INPUT=1")
        }
        if !system.exists("/run/udev/control") {
            return Finding(
                "udev", .bad, "udev does not run",
                remedy: "start systemd-udevd, or name the devices: --input /dev/input/eventN")
        }
        if !nodes.isEmpty, tagged.isEmpty {
            return Finding(
                "udev", .bad, "no device has the property ID_INPUT",
                remedy: "sudo udevadm trigger --subsystem-match=input --action=change")
        }
        return Finding("udev", .good, "runs, \(tagged.count) of \(nodes.count) devices are known as input")
    }

    /// Who may hand out devices and the screen.
    package func seat() -> Finding {
        if system.exists("/run/seatd.sock") { return Finding("seat", .good, "seatd runs") }
        if system.exists("/run/systemd/seats/seat0") { return Finding("seat", .good, "logind has seat0") }
        if system.user == 0 { return Finding("seat", .good, "none, and root needs none") }
        return Finding(
            "seat", .note, "neither seatd nor logind runs",
            remedy: "install seatd, or give the user the groups input, video and tty")
    }

    /// Whether the console's terminals can be had.
    package func terminal() -> Finding {
        guard system.exists("/dev/tty0") else {
            return Finding("terminal", .note, "no virtual terminals", remedy: "a kiosk can do without them")
        }
        let code = system.open("/dev/tty0")
        guard code != 0 else { return Finding("terminal", .good, "virtual terminals may be opened") }
        return Finding(
            "terminal", .note, "/dev/tty0: \(words(for: code))",
            remedy: "start from a login on the console, or as root; without that no switching of terminals")
    }

    /// Whether there is a card with a screen.
    package func display() -> Finding {
        let cards = system.names(in: "/dev/dri", prefix: "card")
        guard !cards.isEmpty else {
            return Finding(
                "display", .bad, "no /dev/dri/card*",
                remedy: "load the graphics driver; without a screen: --display headless")
        }
        let usable = cards.filter { system.open("/dev/dri/" + $0) == 0 }
        guard !usable.isEmpty else {
            let code = system.open("/dev/dri/" + cards[0])
            return Finding(
                "display", .bad, "/dev/dri/\(cards[0]): \(words(for: code))",
                remedy: "sudo usermod -aG video \(userName), then log in again; or start from a seat")
        }
        let screens = usable.flatMap { card in
            system.names(in: "/sys/class/drm", prefix: card + "-").filter {
                system.text("/sys/class/drm/\($0)/status")?.hasPrefix("connected") ?? false
            }
        }
        guard !screens.isEmpty else {
            return Finding(
                "display", .bad, "\(usable.joined(separator: ", ")), and no screen is connected",
                remedy: "connect a screen, or switch it on")
        }
        return Finding("display", .good, screens.joined(separator: ", "))
    }

    /// Whether the keyboard layout can be had.
    package func keymap() -> Finding {
        let options = KeymapOptions.system
        do throws(InputError) {
            _ = try KeyboardState(options)
            return Finding("keymap", .good, options.layout.isEmpty ? "xkb's own default" : options.layout)
        } catch {
            return Finding(
                "keymap", .bad, error.found, remedy: error.remedy.isEmpty ? "install xkb-data" : error.remedy)
        }
    }

    /// Whether the standard font is installed.
    package func font() -> Finding {
        system.names(in: "/usr/share/fonts/opentype/inter", prefix: "Inter-Regular.otf").isEmpty
            ? Finding(
                "font", .note, "Inter is missing, text looks different from machine to machine",
                remedy: "apt-get install fonts-inter")
            : Finding("font", .good, "Inter")
    }

    /// Whether devices can be made, which `penstock play-device` does.
    package func uinput() -> Finding {
        guard system.exists("/dev/uinput") else {
            return Finding("uinput", .note, "no /dev/uinput", remedy: "for play-device only: modprobe uinput")
        }
        let code = system.open("/dev/uinput")
        guard code != 0 else { return Finding("uinput", .good, "devices can be made") }
        return Finding(
            "uinput", .note, "/dev/uinput: \(words(for: code))", remedy: "for play-device only: be root")
    }

    private var userName: String {
        if let name = system.variable("USER"), !name.isEmpty { return name }
        return getpwuid(system.user).map { String(cString: $0.pointee.pw_name) } ?? "\(system.user)"
    }
}
