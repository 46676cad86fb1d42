import CLinux
import Glibc
import Synchronization

/// The port sources of one loop, numbered, so that epoll can name them by slot and generation.
///
/// An event that was fetched before its source went names a generation that no slot has any more, so it cannot reach the
/// slot's next owner. Guarded by the loop's lock.
final class PortTable {
    struct Slot {
        var source: Loop.PortSource?
        var generation: UInt32 = 0
        /// What is registered: the source's descriptor, or our duplicate of it when another source has it in a mode.
        var watched: CInt = -1
        var isDuplicate = false
        /// Said to be gone for good: in no wait set any more.
        var isMuted = false
        var modes: [ModeState] = []
    }

    private(set) var slots: [Slot] = []
    private var free: [Int] = []
    private var slotOf: [ObjectIdentifier: Int] = [:]
    /// The first error of a registration, for the caller to report without the lock.
    var failure: SystemError?

    @inline(__always)
    func source(for data: UInt64, in mode: ModeState) -> Loop.PortSource? {
        let index = Int(truncatingIfNeeded: data & 0xffff_ffff)
        guard index < slots.count, slots[index].generation == UInt32(data >> 32),
            slots[index].modes.contains(where: { $0 === mode })
        else { return nil }
        return slots[index].source
    }

    func contains(_ source: Loop.PortSource, in mode: ModeState) -> Bool {
        guard let index = slotOf[ObjectIdentifier(source)] else { return false }
        return slots[index].modes.contains { $0 === mode }
    }

    func insert(_ source: Loop.PortSource, into mode: ModeState) -> Bool {
        guard !contains(source, in: mode) else { return false }
        let known = slotOf[ObjectIdentifier(source)]
        let index = known ?? takeSlot(for: source)
        guard watch(index, source, in: mode) else {
            if known == nil { giveUp(index) }
            return false
        }
        slots[index].modes.append(mode)
        mode.content.add(1, ordering: .relaxed)
        return true
    }

    func remove(_ source: Loop.PortSource, from mode: ModeState) -> Bool {
        guard let index = slotOf[ObjectIdentifier(source)],
            let position = slots[index].modes.firstIndex(where: { $0 === mode })
        else { return false }
        slots[index].modes.remove(at: position)
        if !slots[index].isMuted, !unwatch(index, in: mode) {
            failure = PortTable.closed(source)
        }
        mode.content.subtract(1, ordering: .relaxed)
        if slots[index].modes.isEmpty { giveUp(index) }
        return true
    }

    /// Takes a source whose other end is gone out of the wait sets, so that it does not wake the loop for ever.
    func mute(_ source: Loop.PortSource) {
        guard let index = slotOf[ObjectIdentifier(source)], !slots[index].isMuted else { return }
        slots[index].isMuted = true
        for mode in slots[index].modes { _ = unwatch(index, in: mode) }
    }

    private func takeSlot(for source: Loop.PortSource) -> Int {
        let index = free.popLast() ?? slots.count
        if index == slots.count { slots.append(Slot()) }
        slots[index].source = source
        slots[index].watched = source.descriptor
        slotOf[ObjectIdentifier(source)] = index
        return index
    }

    private func giveUp(_ index: Int) {
        if let source = slots[index].source { slotOf[ObjectIdentifier(source)] = nil }
        if slots[index].isDuplicate { close(slots[index].watched) }
        slots[index].source = nil
        slots[index].isDuplicate = false
        slots[index].isMuted = false
        slots[index].generation &+= 1
        free.append(index)
    }

    private func watch(_ index: Int, _ source: Loop.PortSource, in mode: ModeState) -> Bool {
        guard !slots[index].isMuted else { return true }
        let data = UInt64(slots[index].generation) << 32 | UInt64(index)
        var status = mode.register(
            slots[index].watched, for: index, events: source.interest.events, data: data)
        if status == -EEXIST, !slots[index].isDuplicate, slots[index].modes.isEmpty {
            // Another source watches the same descriptor: epoll takes it once, and a duplicate of it once more.
            let copy = fcntl(source.descriptor, F_DUPFD_CLOEXEC, 0)
            if copy < 0 {
                status = -errno
            } else {
                slots[index].watched = copy
                slots[index].isDuplicate = true
                status = mode.register(copy, for: index, events: source.interest.events, data: data)
            }
        }
        if status < 0 {
            failure = SystemError(
                call: "epoll_ctl", code: -status,
                detail: "descriptor \(source.descriptor) of port source \"\(source.label)\""
                    + PortTable.remedy(status))
        }
        return status == 0
    }

    static func closed(_ source: Loop.PortSource) -> SystemError {
        SystemError(
            call: "epoll_ctl", code: EBADF,
            detail:
                "descriptor \(source.descriptor) of port source \"\(source.label)\" was closed while it was watched; "
                + "invalidate the source first")
    }

    private static func remedy(_ status: CInt) -> String {
        switch -status {
        case EPERM: "; a regular file is always ready: read it without a loop"
        case ENOSPC: "; raise fs.epoll.max_user_watches"
        case EBADF: "; it is not open"
        default: SystemError.descriptorRemedy(-status).map { "; " + $0 } ?? ""
        }
    }

    private func unwatch(_ index: Int, in mode: ModeState) -> Bool {
        mode.unregister(slots[index].watched, for: index)
    }

    /// Puts a mode's sources into its new wait set; those that cannot be watched any more stay out of it.
    func watchAgain(in mode: ModeState) {
        for index in slots.indices where slots[index].modes.contains(where: { $0 === mode }) {
            if let source = slots[index].source { _ = watch(index, source, in: mode) }
        }
    }
}
