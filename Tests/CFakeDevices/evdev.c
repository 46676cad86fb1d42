// What evdev's ioctls answer for a fake device. Sizes are those that the caller asks for.
#include "device.h"
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

static int give(void *to, unsigned size, const void *from, unsigned length) {
    if (size < length) length = size;
    memcpy(to, from, length);
    return (int)length;
}

static int refuse(int code) {
    errno = code;
    return -1;
}

int fake_ioctl(fake_device *device, unsigned long request, void *argument) {
    unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
    bool reads = _IOC_DIR(request) & _IOC_READ;
    if (!reads) {
        // Grab, clock, masks: accepted, without effect. The test chooses the stamps.
        return number == _IOC_NR(EVIOCGRAB) || number == _IOC_NR(EVIOCSCLOCKID) ? 0 : refuse(EINVAL);
    }
    if (number >= 0x40 && number < 0x40 + ABS_CNT) {
        give(argument, size, &device->axes[number - 0x40], sizeof(struct input_absinfo));
        return 0;
    }
    if (number == 0x20) return give(argument, size, device->types, sizeof device->types);
    if (number > 0x20 && number < 0x20 + EV_CNT)
        return give(argument, size, device->codes[number - 0x20], sizeof device->codes[0]);
    switch (number) {
    case _IOC_NR(EVIOCGVERSION): {
        int version = EV_VERSION;
        give(argument, size, &version, sizeof version);
        return 0;
    }
    case _IOC_NR(EVIOCGID): {
        struct input_id id = { (__u16)device->bus, (__u16)device->vendor, (__u16)device->product, 1 };
        give(argument, size, &id, sizeof id);
        return 0;
    }
    case _IOC_NR(EVIOCGREP): {
        unsigned repeat[2] = { 250, 33 };
        give(argument, size, repeat, sizeof repeat);
        return 0;
    }
    case _IOC_NR(EVIOCGNAME(0)): return give(argument, size, device->name, (unsigned)strlen(device->name) + 1);
    case _IOC_NR(EVIOCGPHYS(0)):
    case _IOC_NR(EVIOCGUNIQ(0)): return refuse(ENOENT);
    case _IOC_NR(EVIOCGPROP(0)): return give(argument, size, device->properties, sizeof device->properties);
    case _IOC_NR(EVIOCGKEY(0)): return give(argument, size, device->pressed, sizeof device->pressed);
    case _IOC_NR(EVIOCGLED(0)): return give(argument, size, device->lamps, sizeof device->lamps);
    case _IOC_NR(EVIOCGSW(0)): return give(argument, size, device->switches, sizeof device->switches);
    case _IOC_NR(EVIOCGMTSLOTS(0)): {
        unsigned code;
        memcpy(&code, argument, sizeof code);
        if (code <= ABS_MT_SLOT || code >= ABS_CNT) return refuse(EINVAL);
        give((char *)argument + sizeof code, size - sizeof code, device->slots[code], sizeof device->slots[code]);
        return 0;
    }
    default: return refuse(EINVAL);
    }
}
