import Glibc
import Testing
import penstock

@Suite struct DoctorTests {
    private let folder: TemporaryFolder
    private var view = SystemView()

    init() throws {
        folder = try TemporaryFolder()
        view.root = folder.path
        view.open = { _ in 0 }
        view.user = 1000
        view.variable = { $0 == "USER" ? "ann" : nil }
    }

    private func plug(_ nodes: String..., tagged: Bool) throws {
        try folder.write("run/udev/control")
        for node in nodes {
            try folder.write("dev/input/" + node)
            // A plain file has the device number 0.
            try folder.write(
                "run/udev/data/c0:0", tagged ? "I:1\nE:ID_INPUT=1\nE:ID_INPUT_MOUSE=1\n" : "I:1\n")
        }
    }

    @Test("devices that may be opened, some that may not, none that may, none at all")
    func devices() throws {
        #expect(Doctor(view).devices().verdict == .note)
        try plug("event0", "event10", "event2", tagged: true)
        #expect(Doctor(view).devices() == Finding("devices", .good, "all 3 may be opened"))
        var some = view
        some.open = { $0 == "/dev/input/event2" ? ENODEV : 0 }
        #expect(Doctor(some).devices().verdict == .note)
        var none = view
        none.open = { _ in EACCES }
        let finding = Doctor(none).devices()
        #expect(finding.verdict == .bad)
        #expect(finding.found == "3 of 3 may not be opened: /dev/input/event0: Permission denied (13)")
        #expect(finding.remedy.hasPrefix("sudo usermod -aG input ann, then log in again"))
    }

    @Test("udev that does not run, devices that it does not know as input")
    func udev() throws {
        #expect(Doctor(view).udev().found == "udev does not run")
        try plug("event0", tagged: false)
        #expect(Doctor(view).udev().verdict == .bad)
        #expect(Doctor(view).udev().remedy.contains("udevadm trigger"))
        try plug("event0", tagged: true)
        #expect(Doctor(view).udev() == Finding("udev", .good, "runs, 1 of 1 devices are known as input"))
    }

    @Test("a card that may not be opened, one without a screen, one with two")
    func display() throws {
        #expect(Doctor(view).display().verdict == .bad)
        try folder.write("dev/dri/card0")
        try folder.write("sys/class/drm/card0-HDMI-A-1/status", "disconnected\n")
        #expect(Doctor(view).display().remedy == "connect a screen, or switch it on")
        try folder.write("sys/class/drm/card0-DP-1/status", "connected\n")
        #expect(Doctor(view).display() == Finding("display", .good, "card0-DP-1"))
        var refused = view
        refused.open = { _ in EACCES }
        #expect(Doctor(refused).display().found == "/dev/dri/card0: Permission denied (13)")
    }

    @Test("seats, terminals, fonts and uinput")
    func rest() throws {
        #expect(Doctor(view).seat().verdict == .note)
        #expect(Doctor(view).terminal().verdict == .note)
        #expect(Doctor(view).font().remedy == "apt-get install fonts-inter")
        #expect(Doctor(view).uinput().remedy == "for play-device only: modprobe uinput")
        for path in [
            "run/seatd.sock", "dev/tty0", "dev/uinput", "usr/share/fonts/opentype/inter/Inter-Regular.otf",
        ] { try folder.write(path) }
        let doctor = Doctor(view)
        #expect(
            [doctor.seat(), doctor.terminal(), doctor.font(), doctor.uinput()].allSatisfy {
                $0.verdict == .good
            })
    }

    @Test("a finding is a line, and one for the remedy")
    func text() {
        #expect(Finding("seat", .good, "seatd runs").text == "ok    seat      seatd runs")
        #expect(
            Finding("udev", .bad, "does not run", remedy: "start it").text
                == "BAD   udev      does not run\n                start it")
    }

    @Test("the tool says what is bad and its status tells it")
    func tool() throws {
        let result = try penstock("doctor")
        #expect(result.text.contains("keymap"))
        #expect(result.status == (result.text.contains("BAD") ? 1 : 0))
        #expect(try penstock("doctor", "now").text == "penstock: doctor: takes no words, found \"now\"\n")
    }
}
