import CLinux
import Synchronization

// Adding and removing: at once, from any thread. Only the loop's lock is held, and no callout is made under it.
extension Loop {
    /// Adds an item to a mode, or with `.common` to every common mode of now and later.
    ///
    /// Adding twice is adding once, except that `.common` puts an item back into the common modes from which it was
    /// removed; an invalid item, or an observer or timer of another loop, is not added. The loop is
    /// not woken, but a timer or a port that is added to the mode in which it sleeps is seen at once. Thread: any.
    public func add(_ item: Item, to mode: Mode) {
        Loop.preconditionNotForked()
        guard item.isValid else { return }
        var touched: [ModeState] = []
        lock.lock()
        if mode == .common {
            addToCommon(item, &touched)
        } else {
            add(item, to: state(making: mode), &touched)
        }
        let failure = takeFailure()
        timersDidChange()
        lock.unlock()
        for state in touched { item.didAdd(to: state.mode, of: self) }
        if let failure { report(failure, by: item) }
    }

    /// Removes an item from a mode, or with `.common` from every common mode if it is a common item.
    ///
    /// Removed from one common mode only, it stays a common item, for modes that become common later. Thread: any.
    public func remove(_ item: Item, from mode: Mode) {
        Loop.preconditionNotForked()
        var touched: [ModeState] = []
        lock.lock()
        if mode == .common {
            if commonItems.removeValue(forKey: ObjectIdentifier(item)) != nil {
                item.release(from: self)
                for state in modes where state.isCommon { remove(item, from: state, &touched) }
            }
        } else if let state = state(of: mode) {
            remove(item, from: state, &touched)
        }
        let failure = takeFailure()
        timersDidChange()
        lock.unlock()
        for state in touched { item.didRemove(from: state.mode, of: self) }
        if let failure { report(failure, by: item) }
    }

    /// Whether the item is in the mode, or with `.common` whether it is a common item.
    ///
    /// Thread: any.
    public func contains(_ item: Item, in mode: Mode) -> Bool {
        lock.with {
            if mode == .common { return commonItems[ObjectIdentifier(item)] != nil }
            return state(of: mode).map { item.isMember(of: $0, of: self) } ?? false
        }
    }

    /// Makes a mode common, for ever; it receives all common items, in the order in which they were given.
    ///
    /// Thread: any.
    public func addCommonMode(_ mode: Mode) {
        guard mode != .common else { return }
        var touched: [(Item, ModeState)] = []
        lock.lock()
        let state = state(making: mode)
        if !state.isCommon {
            state.isCommon = true
            state.watchMainQueue(of: self)
            for common in commonItems.values.sorted(by: { $0.serial < $1.serial }) {
                var added: [ModeState] = []
                add(common.item, to: state, &added)
                if !added.isEmpty { touched.append((common.item, state)) }
            }
        }
        let failure = takeFailure()
        timersDidChange()
        lock.unlock()
        for (item, state) in touched { item.didAdd(to: state.mode, of: self) }
        if let failure { note(failure) }
    }

    /// All modes that were used so far, in the order of their first use.
    ///
    /// Thread: any.
    public var allModes: [Mode] { lock.with { modes.map(\.mode) } }

    /// The soonest fire time of the mode's timers, nil when it has none.
    ///
    /// Thread: any.
    public func nextFire(in mode: Mode) -> Instant? {
        lock.with {
            guard let first = state(of: mode)?.firstFire, first != .max else { return nil }
            return Instant(nanoseconds: first)
        }
    }

    /// Takes an item out of all modes.
    func expel(_ item: Item) {
        Loop.preconditionNotForked()
        var touched: [ModeState] = []
        lock.lock()
        for state in modes { remove(item, from: state, &touched) }
        if item.wasCommon.load(ordering: .relaxed),
            commonItems.removeValue(forKey: ObjectIdentifier(item)) != nil
        {
            item.release(from: self)
        }
        let failure = takeFailure()
        timersDidChange()
        lock.unlock()
        for state in touched { item.didRemove(from: state.mode, of: self) }
        if let failure { report(failure, by: item) }
    }

    // MARK: Under the lock

    func state(of mode: Mode) -> ModeState? { modes.first { $0.mode == mode } }

    func state(making mode: Mode) -> ModeState {
        if let known = state(of: mode) { return known }
        let made = ModeState(mode, isCommon: false)
        modes.append(made)
        return made
    }

    func timerGroup(for wanted: [ModeState]) -> TimerGroup {
        let sorted = wanted.count < 2 ? wanted : modes.filter { mode in wanted.contains { $0 === mode } }
        if let known = timerGroups.first(where: { $0.modes.elementsEqual(sorted, by: { $0 === $1 }) }) {
            return known
        }
        let made = TimerGroup(modes: sorted)
        timerGroups.append(made)
        for mode in sorted { mode.timerGroups.append(made) }
        return made
    }

    func nextTimerSerial() -> UInt64 { timerSerials.add(1, ordering: .relaxed).newValue }

    private func addToCommon(_ item: Item, _ touched: inout [ModeState]) {
        if commonItems[ObjectIdentifier(item)] == nil {
            guard item.claim(for: self) else { return }
            item.wasCommon.store(true, ordering: .relaxed)
            commonItems[ObjectIdentifier(item)] = CommonItem(item: item, serial: commonSerial)
            commonSerial += 1
        }
        // Also again: it may have been removed from one of them.
        for state in modes where state.isCommon { add(item, to: state, &touched) }
    }

    private func add(_ item: Item, to state: ModeState, _ touched: inout [ModeState]) {
        guard item.claim(for: self) else { return }
        let status = state.makeWaitSet(of: self)
        if status < 0 {
            ports.failure = SystemError(
                call: "epoll_create1", code: -status,
                detail: "the first item of mode \(state.mode.name); \(SystemError.raiseOpenFiles)"
            )
            return item.release(from: self)
        }
        if item.insert(into: state, of: self) {
            if item.hasScheduleHooks { touched.append(state) }
        } else {
            item.release(from: self)
        }
    }

    private func remove(_ item: Item, from state: ModeState, _ touched: inout [ModeState]) {
        guard item.remove(from: state, of: self) else { return }
        item.release(from: self)
        if item.hasScheduleHooks { touched.append(state) }
    }

    private func takeFailure() -> SystemError? {
        defer { ports.failure = nil }
        return ports.failure
    }

    // MARK: Errors

    /// Gives up an item because of an error; the handler is called on the loop's thread.
    func report(_ error: any Error, by item: Item) {
        item.invalidate()
        if isOnOwnThread, let onError {
            onError(item, error)
        } else {
            note(error)
        }
    }

    private func note(_ error: any Error) {
        let line = "EventLoop: \(error)\n"
        line.utf8CString.withUnsafeBytes { bytes in _ = write(2, bytes.baseAddress, bytes.count - 1) }
    }
}
