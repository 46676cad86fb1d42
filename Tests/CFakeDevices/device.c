// The table of fake devices, and what they send.
#define _GNU_SOURCE
#include "device.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
_Atomic int fake_count;
static fake_device *table[MOST_DEVICES];

static void lock(void) { pthread_mutex_lock(&fake_lock); }
static void unlock(void) { pthread_mutex_unlock(&fake_lock); }

fake_device *fake_by_number(int number) {
    int index = number - FIRST_NUMBER;
    return index >= 0 && index < fake_count ? table[index] : NULL;
}

fake_device *fake_by_path(const char *path) {
    for (int i = 0; i < fake_count; i++)
        if (!strcmp(path, table[i]->node) || !strcmp(path, table[i]->syspath) ||
            (*table[i]->alias && !strcmp(path, table[i]->alias)))
            return table[i];
    return NULL;
}

fake_device *fake_by_descriptor(int descriptor) {
    if (descriptor < 0) return NULL;
    for (int i = 0; i < fake_count; i++) {
        struct stat status;
        if (table[i]->device_end != descriptor) continue;
        if (!syscall(SYS_fstat, descriptor, &status) && S_ISSOCK(status.st_mode) && status.st_ino == table[i]->inode)
            return table[i];
        table[i]->device_end = -1;  // it was closed, and its number is someone else's now
    }
    return NULL;
}

fake_device *fake_next(const fake_device *after) {
    for (int i = after ? after->number - FIRST_NUMBER + 1 : 0; i < fake_count; i++)
        if (table[i]->plugged) return table[i];
    return NULL;
}

static bool is_open(fake_device *device) { return fake_by_descriptor(device->device_end) == device; }

static void hang_up(fake_device *device) {
    if (device->test_end >= 0) close(device->test_end);
    device->test_end = -1;
    device->waiting = 0;
}

int fake_open(fake_device *device, int flags) {
    int ends[2];
    struct stat status;
    if (!device->plugged) { errno = ENOENT; return -1; }
    if (device->refusal) { errno = device->refusal; return -1; }
    if (is_open(device)) { errno = EBUSY; return -1; }
    hang_up(device);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends)) return -1;
    if (syscall(SYS_fstat, ends[0], &status)) return -1;
    (void)flags;
    device->device_end = ends[0];
    device->test_end = ends[1];
    device->inode = status.st_ino;
    return ends[0];
}

fake_device *fake_device_new(const char *name, int bus, int vendor, int product) {
    fake_device *device = calloc(1, sizeof *device);
    lock();
    if (!device || fake_count == MOST_DEVICES) { unlock(); free(device); return NULL; }
    device->number = FIRST_NUMBER + fake_count;
    device->bus = bus;
    device->vendor = vendor;
    device->product = product;
    device->device_end = device->test_end = -1;
    for (int slot = 0; slot < MOST_SLOTS; slot++) device->slots[ABS_MT_TRACKING_ID][slot] = -1;
    snprintf(device->name, sizeof device->name, "%s", name);
    snprintf(device->node, sizeof device->node, "/dev/input/event%d", device->number);
    snprintf(device->sysname, sizeof device->sysname, "event%d", device->number);
    snprintf(device->syspath, sizeof device->syspath, "/sys/devices/virtual/input/input%d/event%d", device->number,
             device->number);
    set_bit(device->types, EV_SYN, true);
    table[device->number - FIRST_NUMBER] = device;
    fake_count++;
    unlock();
    fake_device_udev_property(device, "ID_INPUT", "1");
    return device;
}

void fake_device_enable(fake_device *device, int type, int code) {
    lock();
    set_bit(device->types, type, true);
    set_bit(device->codes[type], code, true);
    unlock();
}

void fake_device_axis(fake_device *device, int code, int minimum, int maximum, int resolution) {
    fake_device_enable(device, EV_ABS, code);
    lock();
    device->axes[code] = (struct input_absinfo){ .minimum = minimum, .maximum = maximum, .resolution = resolution };
    unlock();
}

void fake_device_input_property(fake_device *device, int property) {
    lock();
    set_bit(device->properties, property, true);
    unlock();
}

void fake_device_udev_property(fake_device *device, const char *key, const char *value) {
    lock();
    int i = 0;
    while (i < device->property_count && strcmp(device->keys[i], key)) i++;
    if (i < MOST_PROPERTIES) {
        snprintf(device->keys[i], sizeof device->keys[i], "%s", key);
        snprintf(device->values[i], sizeof device->values[i], "%s", value);
        if (i == device->property_count) device->property_count++;
    }
    unlock();
}

void fake_device_alias(fake_device *device, const char *path) {
    lock();
    snprintf(device->alias, sizeof device->alias, "%s", path);
    unlock();
}

void fake_device_refuse(fake_device *device, int code) {
    lock();
    device->refusal = code;
    unlock();
}

const char *fake_device_node(const fake_device *device) { return device->node; }

void fake_device_plug(fake_device *device) {
    lock();
    device->plugged = true;
    fake_announce(device, "add");
    unlock();
}

static void let_go(fake_device *device) {
    memset(device->pressed, 0, sizeof device->pressed);
    for (int slot = 0; slot < MOST_SLOTS; slot++) device->slots[ABS_MT_TRACKING_ID][slot] = -1;
}

void fake_device_let_go(fake_device *device) {
    lock();
    let_go(device);
    unlock();
}

void fake_device_unplug(fake_device *device) {
    lock();
    device->plugged = false;
    hang_up(device);
    let_go(device);
    fake_announce(device, "remove");
    unlock();
}

bool fake_device_is_open(fake_device *device) {
    lock();
    bool open = is_open(device);
    unlock();
    return open;
}

static void remember(fake_device *device, int type, int code, int value) {
    if (type == EV_KEY) set_bit(device->pressed, code, value != 0);
    if (type == EV_SW) set_bit(device->switches, code, value != 0);
    if (type != EV_ABS) return;
    device->axes[code].value = value;
    if (code == ABS_MT_SLOT && value >= 0 && value < MOST_SLOTS) device->slot = value;
    if (code > ABS_MT_SLOT) device->slots[code][device->slot] = value;
}

void fake_device_lose(fake_device *device, int type, int code, int value) {
    lock();
    remember(device, type, code, value);
    unlock();
}

// The kernel lets nobody see a frame before it is whole, or before its buffer is full.
static int send_frame(fake_device *device) {
    size_t size = (size_t)device->waiting * sizeof *device->frame;
    device->waiting = 0;
    if (!size || !is_open(device)) return 0;
    return send(device->test_end, device->frame, size, MSG_NOSIGNAL) == (ssize_t)size ? 0 : errno;
}

int fake_device_emit(fake_device *device, int type, int code, int value, int64_t microseconds) {
    struct input_event event = { .type = (__u16)type, .code = (__u16)code, .value = value };
    event.input_event_sec = microseconds / 1000000;
    event.input_event_usec = microseconds % 1000000;
    int result = 0;
    // The kernel passes nothing on that the device did not announce, and no slot that there is not.
    if (type < 0 || type >= EV_CNT || code < 0 || code >= KEY_CNT) return 0;
    if (type != EV_SYN && !get_bit(device->codes[type], code)) return 0;
    if (type == EV_ABS && code == ABS_MT_SLOT && (value < 0 || value > device->axes[code].maximum)) return 0;
    lock();
    remember(device, type, code, value);
    device->frame[device->waiting++] = event;
    if (type == EV_SYN || device->waiting == MOST_IN_FRAME) result = send_frame(device);
    unlock();
    return result;
}

bool fake_device_led(fake_device *device, int led) {
    struct input_event event;
    lock();
    while (device->test_end >= 0 && read(device->test_end, &event, sizeof event) == sizeof event)
        if (event.type == EV_LED && event.code < LED_CNT) set_bit(device->lamps, event.code, event.value != 0);
    bool on = get_bit(device->lamps, led);
    unlock();
    return on;
}
