// Signals, child processes, suspend-proof time and forks, as descriptors and flags that a loop can watch.
//
// Here because siginfo_t's fields are macros, because glibc has no pidfd functions before 2.36, and because errno must
// be read before anything can change it: each function returns the result, or minus the error number.
#pragma once

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline int clinux_signalfd(const sigset_t *set) {
    int fd = signalfd(-1, set, SFD_NONBLOCK | SFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

/// Readable when the process has ended.
static inline int clinux_pidfd_open(int process) {
    long fd = syscall(SYS_pidfd_open, process, 0);
    return fd < 0 ? -errno : (int)fd;
}

static inline int clinux_pidfd_signal(int fd, int signal) {
    return syscall(SYS_pidfd_send_signal, fd, signal, NULL, 0) < 0 ? -errno : 0;
}

/// Takes the end of a child: 1 and what it was, 0 when it still runs.
static inline int clinux_pidfd_reap(int fd, int *code, int *status) {
    siginfo_t info = { 0 };
    if (waitid((idtype_t)3 /* P_PIDFD */, (id_t)fd, &info, WEXITED | WNOHANG) < 0) return -errno;
    if (info.si_pid == 0) return 0;
    *code = info.si_code;
    *status = info.si_status;
    return 1;
}

/// CLOCK_BOOTTIME in nanoseconds: goes on while the machine is suspended.
static inline int64_t clinux_boot_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static inline int clinux_boot_timerfd(void) {
    int fd = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

/// From now on a forked child of this process counts as forked.
void clinux_watch_forks(void);
extern volatile int clinux_forked;
/// Whether this process is a forked child of one that had a loop.
static inline int clinux_has_forked(void) { return clinux_forked; }
