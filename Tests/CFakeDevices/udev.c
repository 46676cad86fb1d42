// The part of libudev that libinput calls: lists of the fake devices, and monitors that tell of plugging.
#define _GNU_SOURCE
#include "device.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <unistd.h>

struct udev { int unused; };
struct udev_device { _Atomic int references; fake_device *fake; const char *action; };
struct udev_list_entry { struct udev_list_entry *next; const char *name; };
struct udev_enumerate { struct udev_list_entry *first; };
struct udev_monitor { int udev_end, test_end; struct udev_monitor *next; };
struct news { int number; bool added; };

static struct udev the_udev;
static struct udev_monitor *monitors;

struct udev *udev_new(void) { return &the_udev; }
struct udev *udev_ref(struct udev *udev) { return udev; }
struct udev *udev_unref(struct udev *udev) { (void)udev; return NULL; }

// ---- devices ----

static struct udev_device *wrap(fake_device *fake, const char *action) {
    struct udev_device *device = fake ? calloc(1, sizeof *device) : NULL;
    if (device) {
        device->references = 1;
        device->fake = fake;
        device->action = action;
    }
    return device;
}

struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) {
    (void)udev;
    if (type != 'c' || major(number) != INPUT_MAJOR) { errno = ENOENT; return NULL; }
    pthread_mutex_lock(&fake_lock);
    struct udev_device *device = wrap(fake_by_number((int)minor(number)), NULL);
    pthread_mutex_unlock(&fake_lock);
    return device;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
    (void)udev;
    pthread_mutex_lock(&fake_lock);
    struct udev_device *device = wrap(fake_by_path(path), NULL);
    pthread_mutex_unlock(&fake_lock);
    return device;
}

struct udev_device *udev_device_ref(struct udev_device *device) {
    device->references++;
    return device;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
    if (device && --device->references == 0) free(device);
    return NULL;
}

struct udev *udev_device_get_udev(struct udev_device *device) { (void)device; return &the_udev; }
int udev_device_get_is_initialized(struct udev_device *device) { (void)device; return 1; }
const char *udev_device_get_action(struct udev_device *device) { return device->action; }
const char *udev_device_get_devnode(struct udev_device *device) { return device->fake->node; }
const char *udev_device_get_sysname(struct udev_device *device) { return device->fake->sysname; }
const char *udev_device_get_syspath(struct udev_device *device) { return device->fake->syspath; }
struct udev_device *udev_device_get_parent(struct udev_device *device) { (void)device; return NULL; }
struct udev_device *udev_device_get_parent_with_subsystem_devtype(
    struct udev_device *device, const char *subsystem, const char *type) {
    (void)device, (void)subsystem, (void)type;
    return NULL;
}
dev_t udev_device_get_devnum(struct udev_device *device) {
    return makedev(INPUT_MAJOR, (unsigned)device->fake->number);
}
const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name) {
    (void)device, (void)name;
    return NULL;
}

const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
    const char *value = NULL;
    pthread_mutex_lock(&fake_lock);
    for (int i = 0; i < device->fake->property_count; i++)
        if (!strcmp(device->fake->keys[i], key)) value = device->fake->values[i];
    pthread_mutex_unlock(&fake_lock);
    return value;
}

// ---- lists ----

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
    (void)udev;
    return calloc(1, sizeof(struct udev_enumerate));
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *list, const char *subsystem) {
    (void)list;
    return strcmp(subsystem, "input") ? -ENOENT : 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *list) {
    struct udev_list_entry **end = &list->first;
    pthread_mutex_lock(&fake_lock);
    for (fake_device *device = fake_next(NULL); device; device = fake_next(device)) {
        struct udev_list_entry *entry = calloc(1, sizeof *entry);
        if (!entry) break;
        entry->name = device->syspath;
        *end = entry;
        end = &entry->next;
    }
    pthread_mutex_unlock(&fake_lock);
    return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *list) { return list->first; }
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry->next; }
const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *list) {
    for (struct udev_list_entry *entry = list->first, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    free(list);
    return NULL;
}

// ---- monitors ----

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    (void)udev, (void)name;
    int ends[2];
    struct udev_monitor *monitor = calloc(1, sizeof *monitor);
    if (!monitor || socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends)) {
        free(monitor);
        return NULL;
    }
    monitor->udev_end = ends[0];
    monitor->test_end = ends[1];
    return monitor;
}

int udev_monitor_filter_add_match_subsystem_devtype(
    struct udev_monitor *monitor, const char *subsystem, const char *type) {
    (void)monitor, (void)type;
    return strcmp(subsystem, "input") ? -ENOENT : 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
    pthread_mutex_lock(&fake_lock);
    monitor->next = monitors;
    monitors = monitor;
    pthread_mutex_unlock(&fake_lock);
    return 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->udev_end; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    struct news news;
    if (recv(monitor->udev_end, &news, sizeof news, 0) != sizeof news) return NULL;
    pthread_mutex_lock(&fake_lock);
    struct udev_device *device = wrap(fake_by_number(news.number), news.added ? "add" : "remove");
    pthread_mutex_unlock(&fake_lock);
    return device;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
    pthread_mutex_lock(&fake_lock);
    for (struct udev_monitor **place = &monitors; *place; place = &(*place)->next)
        if (*place == monitor) { *place = monitor->next; break; }
    pthread_mutex_unlock(&fake_lock);
    close(monitor->udev_end);
    close(monitor->test_end);
    free(monitor);
    return NULL;
}

void fake_announce(const fake_device *device, const char *action) {
    struct news news = { device->number, !strcmp(action, "add") };
    for (struct udev_monitor *monitor = monitors; monitor; monitor = monitor->next)
        (void)!send(monitor->test_end, &news, sizeof news, MSG_NOSIGNAL);
}
