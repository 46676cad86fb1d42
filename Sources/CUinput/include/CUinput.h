// Making kernel devices: the requests of <linux/uinput.h> are compound macros, which Swift cannot see.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// Opens /dev/uinput; a descriptor, or minus an error number.
static inline int uinput_open(void) {
    int descriptor = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

/// Lets the device have an input property; 0, or an error number.
static inline int uinput_property(int descriptor, int property) {
    return ioctl(descriptor, UI_SET_PROPBIT, property) ? errno : 0;
}

/// Lets the device send events of a type and code, but for axes; 0, or an error number. A type or code that uinput does
/// not know is left out, as the kernel makes those up itself (EV_SYN, EV_REP's codes).
static inline int uinput_code(int descriptor, int type, int code) {
    unsigned long request = type == EV_KEY ? UI_SET_KEYBIT : type == EV_REL ? UI_SET_RELBIT : type == EV_MSC ? UI_SET_MSCBIT
                          : type == EV_LED ? UI_SET_LEDBIT : type == EV_SW ? UI_SET_SWBIT : type == EV_SND ? UI_SET_SNDBIT : 0;
    if (type == EV_REP) return ioctl(descriptor, UI_SET_EVBIT, EV_REP) ? errno : 0;
    if (!request) return 0;
    return ioctl(descriptor, UI_SET_EVBIT, type) || ioctl(descriptor, request, code) ? errno : 0;
}

/// Gives the device an axis; 0, or an error number.
static inline int uinput_axis(int descriptor, int code, struct input_absinfo axis) {
    struct uinput_abs_setup setup = { .code = (__u16)code, .absinfo = axis };
    if (ioctl(descriptor, UI_SET_EVBIT, EV_ABS) || ioctl(descriptor, UI_SET_ABSBIT, code)) return errno;
    return ioctl(descriptor, UI_ABS_SETUP, &setup) ? errno : 0;
}

/// Makes the device; 0, or an error number.
static inline int uinput_create(int descriptor, const char *name, int bus, int vendor, int product, int version) {
    struct uinput_setup setup = { .id = { (__u16)bus, (__u16)vendor, (__u16)product, (__u16)version } };
    strncpy(setup.name, name, sizeof setup.name - 1);
    return ioctl(descriptor, UI_DEV_SETUP, &setup) || ioctl(descriptor, UI_DEV_CREATE) ? errno : 0;
}

/// Takes the device away.
static inline void uinput_destroy(int descriptor) {
    ioctl(descriptor, UI_DEV_DESTROY);
    close(descriptor);
}

/// Sends an event; 0, or an error number.
static inline int uinput_send(int descriptor, int type, int code, int value) {
    struct input_event event = { .type = (__u16)type, .code = (__u16)code, .value = value };
    return write(descriptor, &event, sizeof event) == sizeof event ? 0 : errno;
}
