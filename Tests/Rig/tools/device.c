#include "device.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void allow(struct description *d, int type, int code) {
    d->has_type[type] = true;
    if (code < KEY_CNT) d->codes[type][code / 8] |= 1 << (code % 8);
}

static bool allows(const struct description *d, int type, int code) {
    return d->codes[type][code / 8] & (1 << (code % 8));
}

static void begin(struct description *d, const char *name, int product) {
    memset(d, 0, sizeof *d);
    snprintf(d->name, sizeof d->name, "%s", name);
    d->id = (struct input_id){.bustype = BUS_USB, .vendor = 0x1209, .product = product, .version = 1};
    allow(d, EV_SYN, SYN_REPORT);
}

static void axis(struct description *d, int code, int maximum) {
    allow(d, EV_ABS, code);
    d->axes[code].maximum = maximum;
}

void describe_touchscreen(struct description *d, const char *name, int width, int height, int slots) {
    begin(d, name, 1);
    d->has_property[INPUT_PROP_DIRECT] = true;
    allow(d, EV_KEY, BTN_TOUCH);
    axis(d, ABS_X, width - 1);
    axis(d, ABS_Y, height - 1);
    axis(d, ABS_MT_SLOT, slots - 1);
    axis(d, ABS_MT_TRACKING_ID, 65535);
    axis(d, ABS_MT_POSITION_X, width - 1);
    axis(d, ABS_MT_POSITION_Y, height - 1);
}

void describe_keyboard(struct description *d, const char *name) {
    begin(d, name, 2);
    for (int code = KEY_ESC; code <= KEY_COMPOSE; code++) allow(d, EV_KEY, code);
    allow(d, EV_REP, REP_DELAY);
}

void describe_mouse(struct description *d, const char *name) {
    begin(d, name, 3);
    for (int code = BTN_LEFT; code <= BTN_MIDDLE; code++) allow(d, EV_KEY, code);
    for (int code = REL_X; code <= REL_Y; code++) allow(d, EV_REL, code);
    allow(d, EV_REL, REL_WHEEL);
    allow(d, EV_REL, REL_HWHEEL);
}

// Eight bytes a line, the next line goes on where the last one stopped.
static void take_bits(const char *text, unsigned *done, unsigned limit, void (*bit)(struct description *, int, int),
                      struct description *d, int type) {
    unsigned bytes[8];
    if (sscanf(text, " %x %x %x %x %x %x %x %x", bytes, bytes + 1, bytes + 2, bytes + 3, bytes + 4, bytes + 5,
               bytes + 6, bytes + 7) != 8) return;
    for (int i = 0; i < 64; i++)
        if (bytes[i / 8] & (1u << (i % 8)) && *done * 8 + i < limit) bit(d, type, (int)(*done * 8 + i));
    *done += 8;
}

static void set_property(struct description *d, int type, int property) {
    (void)type;
    d->has_property[property] = true;
}

bool describe_line(struct description *d, const char *line) {
    unsigned type, code, bus, vendor, product, version;
    int used = 0;
    struct input_absinfo a = {0};
    if (!strncmp(line, "N: ", 3)) {
        snprintf(d->name, sizeof d->name, "%s", line + 3);
        d->name[strcspn(d->name, "\r\n")] = 0;
    } else if (sscanf(line, "I: %x %x %x %x", &bus, &vendor, &product, &version) == 4) {
        d->id = (struct input_id){.bustype = bus, .vendor = vendor, .product = product, .version = version};
    } else if (!strncmp(line, "P: ", 3)) {
        take_bits(line + 2, &d->property_bytes, INPUT_PROP_CNT, set_property, d, 0);
    } else if (sscanf(line, "B: %x%n", &type, &used) == 1 && type < EV_CNT) {
        take_bits(line + used, &d->code_bytes[type], KEY_CNT, allow, d, (int)type);
    } else if (sscanf(line, "A: %x %d %d %d %d %d", &code, &a.minimum, &a.maximum, &a.fuzz, &a.flat,
                      &a.resolution) >= 3 && code < ABS_CNT) {
        allow(d, EV_ABS, (int)code);
        d->axes[code] = a;
    } else {
        return false;
    }
    return true;
}

int plug(const struct description *d) {
    static const struct { int type; unsigned long request; int count; } kinds[] = {
        {EV_KEY, UI_SET_KEYBIT, KEY_CNT}, {EV_REL, UI_SET_RELBIT, REL_CNT}, {EV_MSC, UI_SET_MSCBIT, MSC_CNT},
        {EV_LED, UI_SET_LEDBIT, LED_CNT}, {EV_SW, UI_SET_SWBIT, SW_CNT}};
    int device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (device < 0) return -1;
    for (int property = 0; property < INPUT_PROP_CNT; property++)
        if (d->has_property[property]) ioctl(device, UI_SET_PROPBIT, property);
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int code = 0; code < kinds[k].count; code++)
            if (allows(d, kinds[k].type, code)) {
                ioctl(device, UI_SET_EVBIT, kinds[k].type);
                ioctl(device, kinds[k].request, code);
            }
    if (allows(d, EV_REP, REP_DELAY)) ioctl(device, UI_SET_EVBIT, EV_REP);
    for (int code = 0; code < ABS_CNT; code++) {
        if (!allows(d, EV_ABS, code)) continue;
        struct uinput_abs_setup axis = {.code = code, .absinfo = d->axes[code]};
        ioctl(device, UI_SET_EVBIT, EV_ABS);
        ioctl(device, UI_SET_ABSBIT, code);
        if (ioctl(device, UI_ABS_SETUP, &axis) != 0) goto failed;
    }
    struct uinput_setup setup = {.id = d->id};
    snprintf(setup.name, sizeof setup.name, "%s", d->name);
    if (ioctl(device, UI_DEV_SETUP, &setup) == 0 && ioctl(device, UI_DEV_CREATE) == 0) return device;
failed:;
    int code = errno;
    close(device);
    errno = code;
    return -1;
}

void unplug(int device) {
    ioctl(device, UI_DEV_DESTROY);
    close(device);
}

void send_event(int device, int type, int code, int value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    if (write(device, &event, sizeof event) == sizeof event) return;
    perror("uinput-play: write to the device");
    exit(1);
}
