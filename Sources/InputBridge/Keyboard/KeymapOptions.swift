import Glibc

/// Which keyboard layout a seat has, in xkb's names; an empty name is xkb's own default.
///
/// Thread: any (a plain value).
public struct KeymapOptions: Hashable, Sendable {
    /// The rule set, such as `evdev`.
    public var rules: String
    /// The keyboard model, such as `pc105`.
    public var model: String
    /// The layouts, separated by commas, such as `de,us`.
    public var layout: String
    /// A variant for each layout, separated by commas, such as `nodeadkeys`.
    public var variant: String
    /// Options, separated by commas, such as `ctrl:nocaps`.
    public var options: String

    /// Makes a choice of its names.
    public init(
        layout: String = "", variant: String = "", model: String = "", options: String = "",
        rules: String = ""
    ) {
        self.rules = rules
        self.model = model
        self.layout = layout
        self.variant = variant
        self.options = options
    }

    /// The system's layout: the variables `XKB_DEFAULT_*` if any is set, else `/etc/default/keyboard`, else
    /// xkb's default.
    public static var system: KeymapOptions {
        if let chosen = KeymapOptions(environment: { name in getenv(name).map { String(cString: $0) } }) {
            return chosen
        }
        guard let text = try? readText("/etc/default/keyboard") else { return KeymapOptions() }
        return KeymapOptions(defaults: text)
    }

    /// Takes the `XKB_DEFAULT_*` variables; `nil` when none is set to anything.
    package init?(environment: (String) -> String?) {
        self.init(
            layout: environment("XKB_DEFAULT_LAYOUT") ?? "",
            variant: environment("XKB_DEFAULT_VARIANT") ?? "",
            model: environment("XKB_DEFAULT_MODEL") ?? "", options: environment("XKB_DEFAULT_OPTIONS") ?? "",
            rules: environment("XKB_DEFAULT_RULES") ?? "")
        if self == KeymapOptions() { return nil }
    }

    /// Reads the shell assignments of `/etc/default/keyboard`; what it does not know it passes over.
    package init(defaults text: String) {
        self.init()
        for line in text.utf8.split(separator: UInt8(ascii: "\n")).map({ Substring($0) }) {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let value = String(parts[1].filter { !"\"' \t\r".contains($0) })
            switch parts[0].filter({ $0 != " " && $0 != "\t" }) {
            case "XKBMODEL": model = value
            case "XKBLAYOUT": layout = value
            case "XKBVARIANT": variant = value
            case "XKBOPTIONS": options = value
            default: break
            }
        }
    }
}
