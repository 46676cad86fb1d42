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
