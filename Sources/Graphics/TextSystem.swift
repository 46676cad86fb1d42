import CCairo
import CPangoCairo
import Glibc
import Synchronization

// Fonts come from one folder of one Debian package, through a font configuration of our own: what else is
// installed, and how, changes no picture and costs no time. Only what that family cannot show is looked up
// in the system's configuration. Nothing here runs before the first text.

/// Pango's font maps, made at the first text.
struct TextSystem: ~Copyable {
    // Safety: Pango's objects are used under this lock only, in TextLayout and here; every layout keeps its
    // own reference on what it uses.
    private static let shared = Mutex(TextSystem())

    /// Calls `body` with the text system, one caller at a time.
    static func use<Result>(_ body: (inout TextSystem) -> sending Result) -> sending Result {
        shared.withLock { system in body(&system) }
    }

    /// Where Debian's fonts-inter keeps its files.
    static let folder = "/usr/share/fonts/opentype/inter"

    private var standard: OpaquePointer?
    private var fallback: OpaquePointer?
    private var isStandardMissing = false

    private init() {}

    /// The context to lay out text of a family in; `everything` asks for the system's other fonts too.
    mutating func context(family: String, everything: Bool) -> OpaquePointer? {
        if family == Font.standardFamily && !everything {
            if standard == nil && !isStandardMissing {
                standard = Self.makeStandard()
                isStandardMissing = standard == nil
            }
            if let standard { return standard }
        }
        if fallback == nil { fallback = Self.makeFallback() }
        return fallback
    }

    /// The files of the standard family's weights.
    static let files = ["Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf"]

    private static func makeStandard() -> OpaquePointer? {
        guard let configuration = FcConfigCreate() else { return nil }
        defer { FcConfigDestroy(configuration) }
        for file in files {
            let path = "\(folder)/\(file)"
            if FcConfigAppFontAddFile(configuration, path) == 0 { return nil }
        }
        // Pango waits for the process-wide configuration before its first font, 3 ms for the system's; with
        // this one in its place there is nothing to load.
        FcConfigSetCurrent(configuration)
        return makeContext(configuration)
    }

    private static func makeFallback() -> OpaquePointer? {
        guard let configuration = FcInitLoadConfigAndFonts() else { return nil }
        defer { FcConfigDestroy(configuration) }
        return makeContext(configuration)
    }

    private static func makeContext(_ configuration: OpaquePointer) -> OpaquePointer? {
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else { return nil }
        defer { g_object_unref(map) }
        penstock_font_map_set_config(map, configuration)
        guard let context = pango_font_map_create_context(map) else { return nil }
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_cairo_context_set_resolution(context, 72)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string("en"))
        return context
    }
}

extension Font {
    /// Checks that the standard family is there; throws with the Debian package to install when it is not.
    ///
    /// Without it text is drawn with whatever font the system has, and pictures differ between machines.
    public static func requireStandardFamily() throws(GraphicsError) {
        for file in TextSystem.files {
            let path = "\(TextSystem.folder)/\(file)"
            guard access(path, R_OK) != 0 else { continue }
            let code = errno
            throw GraphicsError(
                "open font \(path): \(String(cString: strerror(code))) (errno \(code)); install Debian's "
                    + "package fonts-inter (apt-get install fonts-inter, or scripts/setup)",
                errorNumber: code)
        }
    }
}
