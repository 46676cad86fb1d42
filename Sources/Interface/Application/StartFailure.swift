import Display
import InputBridge

/// Why a plan could not be followed, and whether another one may be tried.
package struct StartFailure: Error {
    private enum Missing { case console, devices, other }

    /// One line.
    let reason: String
    private let missing: Missing

    init(_ error: StartError) {
        reason = error.description
        missing = .other
    }

    init(_ error: DisplayError) {
        reason = error.description
        missing = .console
    }

    /// `isDevice` tells a device that cannot be had from a recording that cannot be read.
    init(_ error: InputError, isDevice: Bool) {
        reason = error.description
        missing = isDevice ? .devices : .other
    }

    /// Whether another plan does without what is missing.
    func isMended(by plan: LaunchPlan, after failed: LaunchPlan) -> Bool {
        switch missing {
        case .console: true
        case .devices: plan.events != failed.events
        case .other: false
        }
    }
}
