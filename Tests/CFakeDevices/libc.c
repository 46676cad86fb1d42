// The C library's functions that see a fake device first. Each goes to the kernel when the thing is not ours, and
// does so at once as long as there is no fake: the sanitizers' runtimes call some of them before they are ready.
#define _GNU_SOURCE
#include "device.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define PLAIN __attribute__((disable_sanitizer_instrumentation))

static void describe(const fake_device *device, struct stat *status) {
    memset(status, 0, sizeof *status);
    status->st_mode = S_IFCHR | 0660;
    status->st_rdev = makedev(INPUT_MAJOR, (unsigned)device->number);
    status->st_nlink = 1;
}

static int fake_stat(const char *path, struct stat *status) {
    pthread_mutex_lock(&fake_lock);
    fake_device *device = fake_by_path(path);
    bool there = device && device->plugged;
    if (there) describe(device, status);
    pthread_mutex_unlock(&fake_lock);
    if (there) return 1;
    if (device) { errno = ENOENT; return -1; }
    return 0;
}

static int fake_fstat(int fd, struct stat *status) {
    pthread_mutex_lock(&fake_lock);
    fake_device *device = fake_by_descriptor(fd);
    if (device) describe(device, status);
    pthread_mutex_unlock(&fake_lock);
    return device != NULL;
}

static int fake_open_path(const char *path, int flags) {
    pthread_mutex_lock(&fake_lock);
    fake_device *device = fake_by_path(path);
    int result = device ? fake_open(device, flags) : -2;
    pthread_mutex_unlock(&fake_lock);
    return result;
}

static int fake_control(int fd, unsigned long request, void *argument, bool *ours) {
    pthread_mutex_lock(&fake_lock);
    fake_device *device = fake_by_descriptor(fd);
    int result = device ? fake_ioctl(device, request, argument) : 0;
    pthread_mutex_unlock(&fake_lock);
    *ours = device != NULL;
    return result;
}

PLAIN int ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (fake_count && _IOC_TYPE(request) == 'E') {
        bool ours;
        int result = fake_control(fd, request, argument, &ours);
        if (ours) return result;
    }
    return (int)syscall(SYS_ioctl, fd, request, argument);
}

PLAIN int stat(const char *restrict path, struct stat *restrict status) {
    int found = fake_count ? fake_stat(path, status) : 0;
    if (found) return found < 0 ? -1 : 0;
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

PLAIN int fstat(int fd, struct stat *status) {
    if (fake_count && fake_fstat(fd, status)) return 0;
    return (int)syscall(SYS_fstat, fd, status);
}

PLAIN static int open_any(const char *path, int flags, mode_t mode) {
    int result = fake_count && !strncmp(path, "/dev/input/", 11) ? fake_open_path(path, flags) : -2;
    return result == -2 ? (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode) : result;
}

PLAIN int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_any(path, flags, mode);
}

PLAIN int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_any(path, flags | O_LARGEFILE, mode);
}

// libinput is built with 64-bit file offsets and calls these names; the structures are the same on 64-bit machines.
PLAIN int stat64(const char *restrict path, struct stat64 *restrict status) {
    return stat(path, (struct stat *)status);
}
PLAIN int fstat64(int fd, struct stat64 *status) { return fstat(fd, (struct stat *)status); }
