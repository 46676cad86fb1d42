public import Display
public import InputBridge

/// The session of the display opens the input devices, too; the two modules do not know of each other.
extension SeatDevices: DeviceOpener {}
