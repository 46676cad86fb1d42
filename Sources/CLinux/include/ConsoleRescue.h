// Giving the console back when the program cannot do it itself.
//
// Why C: a handler of SIGSEGV or SIGILL, and a forked child of a process with threads, may call
// async-signal-safe functions only; no Swift function promises that. It can go when Swift does.
#pragma once
#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/signalfd.h>
#include <signal.h>
#include <sys/ioctl.h>

/// One request to a terminal; the same shape as ioctl, so that a test can stand in for the kernel.
typedef int (*penstock_console_control)(int descriptor, unsigned long request, unsigned long value);

/// What is put back, and where.
struct penstock_console {
    int descriptor;                    // of the virtual terminal
    int keyboard_mode;                 // K_UNICODE or what it was
    int return_to;                     // the virtual terminal to show again, 0: none
    penstock_console_control control;  // ioctl, or a stand-in
    char path[32];                     // opened again when the terminal was hung up; empty: not
};

/// The real thing: ioctl.
int penstock_console_ioctl(int descriptor, unsigned long request, unsigned long value);

/// Text mode, automatic switching, keyboard: in an order that works from any state. Async-signal-safe.
/// 0, or -1 when the terminal did not take the text mode.
int penstock_console_restore(const struct penstock_console *console);

/// Installs the handlers of the fatal signals and starts the watcher process. 0 or an errno.
/// One console at a time: EBUSY when one is armed.
int penstock_rescue_arm(const struct penstock_console *console);

/// Puts the old handlers back and dismisses the watcher, which then does nothing.
void penstock_rescue_disarm(void);

/// The first real-time signal that the C library leaves to programs; a macro in C.
static inline int penstock_first_realtime_signal(void) { return SIGRTMIN; }

/// Asks a terminal which device it really is; a macro in C.
static const unsigned long penstock_tiocgdev = TIOCGDEV;
