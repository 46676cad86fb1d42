import EventLoop
import InputEvents

// What becomes of one event. Everything here is behind the queue, so it is the same for devices, recordings and tests.
extension InputDispatcher {
    /// Ends all that is held, by one cancel each: touches, buttons, keys; nothing shall come of them (T-17, T-19).
    ///
    /// For the loss of focus or of the console. Fingers that stay down are ignored up to their lift.
    public func cancelAll() { cancel(nil) }

    /// Lets go of the devices, for the console goes to someone else: cancels all that is held first (T-17).
    public func suspend() {
        cancelAll()
        seat.driver.suspend(into: seat.inbox, now: loop.now)
        scheduleWaiting()
    }

    /// Takes the devices again after `suspend()`; modifiers and locks begin anew (D-35, T-45).
    public func resume() throws(InputError) {
        keys.rebuild()
        defer { scheduleWaiting() }
        try seat.driver.resume(into: seat.inbox, now: loop.now)
    }

    /// Changes the keyboard layout, also while keys are held.
    ///
    /// They keep their meaning up to their release, modifiers stay in force, locks stay locked, a repeat stops. Takes
    /// some milliseconds; throws when there is no such layout, and nothing changes then.
    public func setKeymap(_ options: KeymapOptions) throws(InputError) {
        let (lampsChanged, action) = try keys.change(to: options)
        keymap = options
        perform(action)
        if lampsChanged { seat.driver.setLamps(keys.lamps) }
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .deviceAdded(let device): added(device)
        case .deviceRemoved(let device): removed(device)
        case .touch(let frame): touched(frame)
        case .pointer(let event): moved(event)
        case .button(let event): clicked(event)
        case .scroll(let event): scrolled(event)
        case .gesture(let event): gestured(event)
        case .tabletTool(let event): drew(event)
        case .tabletPad(let event): pressed(event)
        case .switched(let event): switched(event)
        case .key(let event):
            switch event.phase {
            case .down: told(keys.press(event))
            case .up, .cancelled: told(keys.release(event))
            case .repeats: break
            }
        }
    }

    /// The seat's settings changed.
    func settingsChanged() {
        for device in knownDevices { configure(device) }
    }

    private func configure(_ device: Device) {
        let settings = seat.settings.settings(for: device)
        mappings.set(device.id, output: settings.output ?? device.outputName)
        debouncer.set(device, patience: settings.debounce)
    }

    func deliver(_ event: InputEvent) {
        dispatched += 1
        handler(event)
    }

    private func added(_ device: Device) {
        // A recording may say anything; real seats do not come here.
        guard !knownDevices.contains(where: { $0.id == device.id }) else { return misfits += 1 }
        knownDevices.append(device)
        configure(device)
        if device.capabilities.contains(.keyboard) { seat.driver.setLamps(keys.lamps) }
        deliver(.deviceAdded(device))
    }

    private func removed(_ device: Device) {
        guard let place = knownDevices.firstIndex(where: { $0.id == device.id }) else { return misfits += 1 }
        knownDevices.remove(at: place)
        cancel(device.id)
        trackers.switches.remove(device.id)
        mappings.remove(device.id)
        debouncer.remove(device.id)
        oddities.forget(device.id)
        deliver(.deviceRemoved(device))
    }

    private func moved(_ event: PointerEvent) {
        var event = event
        switch event.motion {
        case .relative(let delta, let raw):
            guard delta.isFinite, delta != .zero || raw != .zero else { return }
            pointerLocation = mappings.clamp(pointerLocation + delta)
        case .absolute(let place):
            let mapping = mappings.mapping(of: event.device, isHeld: false)
            let point = mapping.clamp(mapping.point(for: place))
            guard place.isFinite, point != pointerLocation else { return }
            pointerLocation = point
            event.motion = .absolute(point)
        }
        event.location = pointerLocation
        deliver(.pointer(event))
    }

    private func clicked(_ event: ButtonEvent) {
        let code = event.button.rawValue
        let counts =
            event.isDown ? buttons.press(code, by: event.device) : buttons.release(code, by: event.device)
        guard counts else { return }
        var event = event
        event.location = pointerLocation
        deliver(.button(event))
    }

    private func told(_ result: (event: KeyEvent, lampsChanged: Bool, action: KeyRepeatMachine.Action)?) {
        guard let result else { return }
        if result.lampsChanged { seat.driver.setLamps(keys.lamps) }
        perform(result.action)
        deliver(.key(result.event))
    }

    private func perform(_ action: KeyRepeatMachine.Action) {
        switch action {
        case .none: break
        case .stop:
            repeatTimer?.invalidate()
            repeatTimer = nil
        case .start(let delay, let interval):
            repeatTimer?.invalidate()
            let timer = Loop.Timer(every: interval, after: delay, label: "key repeat") { [weak self] _ in
                guard let self, let event = keys.repeated(at: now) else { return }
                deliver(.key(event))
            }
            loop.add(timer, to: mode)
            repeatTimer = timer
        }
    }

    private func cancel(_ device: DeviceID?) {
        cancelTouches(device)
        cancelOthers(device, at: now)
        while let entry = buttons.releaseNext(of: device) {
            deliver(
                .button(
                    ButtonEvent(
                        device: entry.device, timestamp: now, button: .init(rawValue: entry.code),
                        isDown: false, isCancelled: true, location: pointerLocation)))
        }
        while let result = keys.cancelNext(of: device, at: now) { told(result) }
        if device == nil { keys.resetCompose() }
    }

    var now: Timestamp { Timestamp(nanoseconds: loop.now.nanoseconds) }
}
