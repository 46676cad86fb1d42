import CLinux
import Glibc
import Testing

/// What the loop takes for granted of epoll, eventfd and timerfd.
@Suite struct EpollTests {
    private let epoll = clinux_epoll_create()

    private func add(_ descriptor: CInt, _ data: UInt64, edge: Bool = false) {
        let events = EPOLLIN.rawValue | (edge ? EPOLLET.rawValue : 0)
        #expect(clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events, data) == 0)
    }

    private func ready(_ capacity: CInt = 16) -> [UInt64] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 16) { events in
            let count = clinux_epoll_wait(epoll, events.baseAddress, capacity, 0)
            return (0..<max(0, Int(count))).map { events[$0].data.u64 }
        }
    }

    @Test(
        "events come in the order in which they became ready; a level-triggered one goes to the end when it was told"
    )
    func readyOrder() {
        let descriptors = (0..<3).map { _ in clinux_eventfd() }
        for (index, descriptor) in descriptors.enumerated() { add(descriptor, UInt64(index)) }
        for index in [2, 0, 1] { _ = clinux_eventfd_write(descriptors[index]) }
        #expect(ready(1) == [2])
        #expect(ready(1) == [0])
        _ = clinux_eventfd_read(descriptors[1])
        #expect(ready() == [2, 0])
        for descriptor in descriptors + [epoll] { close(descriptor) }
    }

    @Test("an edge-triggered eventfd tells of each write, without being read")
    func edge() {
        let descriptor = clinux_eventfd()
        add(descriptor, 7, edge: true)
        for _ in 0..<3 {
            _ = clinux_eventfd_write(descriptor)
            #expect(ready() == [7])
            #expect(ready().isEmpty)
        }
        close(descriptor)
        close(epoll)
    }

    @Test("setting a timerfd takes back an expiry that was not read")
    func timer() {
        let descriptor = clinux_timerfd()
        add(descriptor, 1)
        _ = clinux_timerfd_set(descriptor, 1)
        usleep(1000)
        #expect(ready() == [1])
        _ = clinux_timerfd_set(descriptor, clinux_now() + 1_000_000_000_000)
        #expect(ready().isEmpty)
        _ = clinux_timerfd_set(descriptor, 1)
        usleep(1000)
        _ = clinux_timerfd_set(descriptor, 0)
        #expect(ready().isEmpty)
        close(descriptor)
        close(epoll)
    }

    @Test("a descriptor is taken once, its duplicate once more; a regular file never")
    func duplicates() {
        let descriptor = clinux_eventfd()
        let copy = dup(descriptor)
        add(descriptor, 1)
        #expect(clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, 2) == -EEXIST)
        add(copy, 3)
        _ = clinux_eventfd_write(descriptor)
        #expect(Set(ready()) == [1, 3])
        let file = open("/proc/self/exe", O_RDONLY)
        #expect(clinux_epoll_control(epoll, EPOLL_CTL_ADD, file, EPOLLIN.rawValue, 4) == -EPERM)
        for descriptor in [descriptor, copy, file, epoll] { close(descriptor) }
    }

    @Test("poll's bits are epoll's")
    func bits() {
        #expect(POLLIN == Int32(EPOLLIN.rawValue) && POLLOUT == Int32(EPOLLOUT.rawValue))
        #expect(POLLERR == Int32(EPOLLERR.rawValue) && POLLHUP == Int32(EPOLLHUP.rawValue))
        close(epoll)
    }
}
