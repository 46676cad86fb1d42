// What the parts of the fake share; all of it under `fake_lock`.
#pragma once
#include "fake_devices.h"
#include <linux/input.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>

enum { FIRST_NUMBER = 1000, MOST_DEVICES = 4096, MOST_SLOTS = 16, MOST_PROPERTIES = 12, INPUT_MAJOR = 13, MOST_IN_FRAME = 64 };

struct fake_device {
    int number, bus, vendor, product, refusal;
    bool plugged;
    char name[80], node[40], sysname[16], syspath[80], alias[120];
    char keys[MOST_PROPERTIES][40], values[MOST_PROPERTIES][64];
    int property_count;
    unsigned char types[EV_CNT / 8 + 1], codes[EV_CNT][KEY_CNT / 8], properties[INPUT_PROP_CNT / 8 + 1];
    struct input_absinfo axes[ABS_CNT];
    unsigned char pressed[KEY_CNT / 8], lamps[LED_CNT / 8 + 1], switches[SW_CNT / 8 + 1];
    int slot, slots[ABS_CNT][MOST_SLOTS];
    struct input_event frame[MOST_IN_FRAME];  // sent with its end, as the kernel does
    int waiting;
    int device_end, test_end;  // descriptors; -1 when closed
    ino_t inode;               // of device_end, to know it from a later descriptor of the same number
};

extern pthread_mutex_t fake_lock;
extern _Atomic int fake_count;

fake_device *fake_by_number(int number);
fake_device *fake_by_path(const char *path);
fake_device *fake_by_descriptor(int descriptor);
fake_device *fake_next(const fake_device *after);
int fake_open(fake_device *device, int flags);
int fake_ioctl(fake_device *device, unsigned long request, void *argument);
void fake_announce(const fake_device *device, const char *action);

static inline void set_bit(unsigned char *bits, int n, bool on) {
    if (on) bits[n / 8] |= (unsigned char)(1 << n % 8);
    else bits[n / 8] &= (unsigned char)~(1 << n % 8);
}
static inline bool get_bit(const unsigned char *bits, int n) { return bits[n / 8] >> n % 8 & 1; }
