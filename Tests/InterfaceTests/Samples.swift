import InputEvents
import Interface

/// A finger at a time in milliseconds.
func sample(_ milliseconds: Double, _ x: Double, _ y: Double = 0, finger: UInt64 = 1) -> GestureSample {
    GestureSample(
        id: TouchID(rawValue: finger), location: Point(x, y),
        time: Timestamp(nanoseconds: Int64(milliseconds * 1e6)))
}

func moment(_ milliseconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(milliseconds * 1e6)) }
