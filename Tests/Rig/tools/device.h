// A description of an input device, and the kernel device made of it (uinput).
#pragma once
#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct description {
    char name[80];
    struct input_id id;
    bool has_property[INPUT_PROP_CNT];
    bool has_type[EV_CNT];
    uint8_t codes[EV_CNT][KEY_CNT / 8];
    struct input_absinfo axes[ABS_CNT];
};

void describe_touchscreen(struct description *d, const char *name, int width, int height, int slots);
void describe_keyboard(struct description *d, const char *name);
void describe_mouse(struct description *d, const char *name);

/// Makes the device; its descriptor, or -1 with errno.
int plug(const struct description *d);
void unplug(int device);

/// Sends one event; ends the program when the device is gone.
void send_event(int device, int type, int code, int value);
