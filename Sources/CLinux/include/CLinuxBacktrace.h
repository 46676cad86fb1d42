// What another thread is doing, for reports of hangs.
//
// Why C: the frames are taken in a signal handler on that thread, which may call async-signal-safe functions only; no
// Swift function promises that.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Takes a signal that the process does not use for this, and lets it through to the calling thread; its number, or 0
/// when all are used.
int clinux_backtrace_prepare(void);
/// The return addresses of a thread of this process, innermost first; 0 when it did not answer in time.
/// One caller at a time. A system call that the thread sleeps in may end early with EINTR.
int clinux_backtrace_take(int thread, void **frames, int capacity, int milliseconds);

struct clinux_symbol {
    const char *image;  // the file, or NULL
    uintptr_t image_offset;
    const char *name;  // mangled, or NULL
    uintptr_t offset;
};
void clinux_find_symbol(const void *address, struct clinux_symbol *symbol);

/// The Swift runtime's own; the result is malloc's, NULL for what is no Swift name.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);
