// epoll, eventfd, timerfd and the monotonic clock, for the event loop.
//
// Here because Swift's Glibc module has no epoll, timerfd and eventfd, and because errno must be read before anything
// can change it: each function returns the result, or minus the error number.
#pragma once

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// CLOCK_MONOTONIC in nanoseconds.
static inline int64_t clinux_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/// Sleeps until a moment of that clock, whatever signals come.
static inline void clinux_sleep_until(int64_t nanoseconds) {
    int64_t moment = nanoseconds > 0 ? nanoseconds : 0;
    struct timespec t = { moment / 1000000000, moment % 1000000000 };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {}
}

/// The kernel's id of the calling thread; that of the main thread is the id of the process.
static inline int clinux_thread_id(void) { return (int)syscall(SYS_gettid); }

/// Names the calling thread; the kernel keeps 15 bytes.
static inline void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

static inline int clinux_epoll_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static inline int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
    struct epoll_event event = { .events = events, .data = { .u64 = data } };
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

/// Waits for `nanoseconds`: 0 polls, below 0 is for ever. A kernel before 5.11 rounds up to milliseconds.
static inline int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
    int count;
    if (nanoseconds <= 0) {
        count = epoll_wait(epoll, events, capacity, nanoseconds < 0 ? -1 : 0);
    } else {
        struct timespec t = { .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000 };
        count = epoll_pwait2(epoll, events, capacity, &t, NULL);
        if (count < 0 && errno == ENOSYS) {
            int64_t ms = nanoseconds / 1000000 + 1;
            count = epoll_wait(epoll, events, capacity, ms > INT32_MAX ? INT32_MAX : (int)ms);
        }
    }
    return count < 0 ? -errno : count;
}

static inline int clinux_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

static inline int clinux_eventfd_write(int fd) {
    uint64_t one = 1;
    return write(fd, &one, sizeof one) < 0 ? -errno : 0;
}

/// Takes the counter of an eventfd; 0 when there is nothing.
static inline uint64_t clinux_eventfd_read(int fd) {
    uint64_t value = 0;
    return read(fd, &value, sizeof value) == sizeof value ? value : 0;
}

static inline int clinux_timerfd(void) {
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

/// Sets the moment, absolute; 0 disarms. Either takes back an expiry that was not read.
static inline int clinux_timerfd_set(int fd, int64_t nanoseconds) {
    struct itimerspec t = { .it_value = { nanoseconds / 1000000000, nanoseconds % 1000000000 } };
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &t, NULL) < 0 ? -errno : 0;
}

/// What a descriptor is ready for now, in poll's bits, which are epoll's.
static inline uint32_t clinux_poll(int fd, uint32_t events) {
    struct pollfd p = { .fd = fd, .events = (short)events };
    return poll(&p, 1, 0) > 0 ? (uint32_t)(unsigned short)p.revents : 0;
}
