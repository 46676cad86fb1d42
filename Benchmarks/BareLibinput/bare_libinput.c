#define _GNU_SOURCE
#include "bare_libinput.h"
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct bare_libinput {
    struct libinput *context;
    int fingers, ended;
    double sum;
};

static int open_node(const char *path, int flags, void *data) {
    (void)data;
    int descriptor = open(path, flags | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

static void close_node(int descriptor, void *data) {
    (void)data;
    close(descriptor);
}

static const struct libinput_interface interface = { open_node, close_node };

bare_libinput *bare_libinput_open(const char *node) {
    bare_libinput *bare = calloc(1, sizeof *bare);
    if (!bare || !(bare->context = libinput_path_create_context(&interface, NULL))) return NULL;
    return libinput_path_add_device(bare->context, node) ? bare : NULL;
}

static void take_reading(bare_libinput *bare, struct libinput_event *event) {
    switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_POINTER_MOTION: {
        struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
        bare->sum += (double)libinput_event_pointer_get_time_usec(pointer) + libinput_event_pointer_get_dx(pointer) +
                     libinput_event_pointer_get_dy(pointer) + libinput_event_pointer_get_dx_unaccelerated(pointer) +
                     libinput_event_pointer_get_dy_unaccelerated(pointer);
        break;
    }
    case LIBINPUT_EVENT_TOUCH_DOWN:
    case LIBINPUT_EVENT_TOUCH_MOTION: {
        struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
        bare->sum += (double)libinput_event_touch_get_time_usec(touch) + libinput_event_touch_get_seat_slot(touch) +
                     libinput_event_touch_get_x_transformed(touch, 800) +
                     libinput_event_touch_get_y_transformed(touch, 480);
        break;
    }
    default: break;
    }
}

int bare_libinput_turn(bare_libinput *bare, int milliseconds, int reads) {
    struct pollfd request = { .fd = libinput_get_fd(bare->context), .events = POLLIN };
    int count = 0;
    poll(&request, 1, milliseconds);
    libinput_dispatch(bare->context);
    for (struct libinput_event *event; (event = libinput_get_event(bare->context)); count++) {
        enum libinput_event_type type = libinput_event_get_type(event);
        if (type == LIBINPUT_EVENT_TOUCH_DOWN) bare->fingers++;
        if (type == LIBINPUT_EVENT_TOUCH_UP && --bare->fingers == 0) bare->ended = 1;
        if (type == LIBINPUT_EVENT_POINTER_BUTTON) bare->ended = 1;
        if (reads) take_reading(bare, event);
        libinput_event_destroy(event);
    }
    return count;
}

int bare_libinput_ended(const bare_libinput *bare) { return bare->ended; }

void bare_libinput_close(bare_libinput *bare) {
    libinput_unref(bare->context);
    free(bare);
}

double bare_libinput_sum(const bare_libinput *bare) { return bare->sum; }
