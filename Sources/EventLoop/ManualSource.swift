import Synchronization

extension Loop {
    /// A source that the program signals, and that the loop then performs once.
    ///
    /// Signalling does not wake the loop: call its `wakeUp()` as well when it may sleep. In several loops or modes, the
    /// first that looks performs it. Thread: any, but the closures run on the loop's own (the hooks: on the caller's).
    public final class ManualSource: Item, @unchecked Sendable {
        // Safety: `serial` is atomic; the rest is constant.

        /// 0, or the number of the signal; later signals have higher numbers.
        let serial = Atomic<UInt64>(0)
        let body: () -> Void
        private let onSchedule: ((Loop, Mode) -> Void)?
        private let onCancel: ((Loop, Mode) -> Void)?
        private static let lastSerial = Atomic<UInt64>(0)
        /// Changes after each signal of any source: a loop that found none needs not look before it does.
        static let epoch = Atomic<UInt64>(1)

        /// Makes a source that is in no mode and not signalled.
        ///
        /// The hooks are called once for each mode that it is added to or removed from, by the thread that did it.
        public init(
            order: Int = 0, label: String = "", onSchedule: ((Loop, Mode) -> Void)? = nil,
            onCancel: ((Loop, Mode) -> Void)? = nil, _ perform: @escaping () -> Void
        ) {
            body = perform
            self.onSchedule = onSchedule
            self.onCancel = onCancel
            super.init(order: order, label: label)
        }

        /// Asks for one perform; several signals before it are one.
        ///
        /// No effect when invalid.
        public func signal() {
            guard isValid, serial.load(ordering: .relaxed) == 0 else { return }
            let next = ManualSource.lastSerial.add(1, ordering: .relaxed).newValue
            _ = serial.compareExchange(expected: 0, desired: next, ordering: .acquiringAndReleasing)
            if !isValid { serial.store(0, ordering: .releasing) }
            ManualSource.epoch.add(1, ordering: .acquiringAndReleasing)
        }

        /// Whether a perform is due.
        public var isSignalled: Bool { serial.load(ordering: .acquiring) != 0 }

        override var allowsManyLoops: Bool { true }

        override func insert(into mode: ModeState, of loop: Loop) -> Bool {
            guard !isMember(of: mode, of: loop) else { return false }
            mode.manualSources.append(self)
            mode.quietEpoch.store(0, ordering: .relaxed)
            mode.content.add(1, ordering: .relaxed)
            return true
        }

        override func remove(from mode: ModeState, of loop: Loop) -> Bool {
            guard let index = mode.manualSources.firstIndex(where: { $0 === self }) else { return false }
            mode.manualSources.remove(at: index)
            mode.content.subtract(1, ordering: .relaxed)
            return true
        }

        override func isMember(of mode: ModeState, of loop: Loop) -> Bool {
            mode.manualSources.contains { $0 === self }
        }

        override func didInvalidate() { serial.store(0, ordering: .releasing) }
        override var hasScheduleHooks: Bool { onSchedule != nil || onCancel != nil }
        override func didAdd(to mode: Mode, of loop: Loop) { onSchedule?(loop, mode) }
        override func didRemove(from mode: Mode, of loop: Loop) { onCancel?(loop, mode) }
    }
}
