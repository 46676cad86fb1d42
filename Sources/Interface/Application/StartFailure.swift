import Display
import InputBridge

/// Why a plan could not be followed, and whether another one may be tried.
package struct StartFailure: Error {
    /// One line.
    var reason: String
    /// Whether only the console or its input is missing.
    var isMissingConsole: Bool

    init(_ error: StartError) {
        reason = error.description
        isMissingConsole = false
    }

    init(_ error: DisplayError) {
        reason = error.description
        isMissingConsole = true
    }

    /// `isDevice` tells a device that cannot be had from a recording that cannot be read.
    init(_ error: InputError, isDevice: Bool) {
        reason = error.description
        isMissingConsole = isDevice
    }
}
