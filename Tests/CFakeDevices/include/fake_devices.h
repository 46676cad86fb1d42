// Fake input devices for tests: no kernel device, no root, the real libinput.
//
// The test executable defines open, stat, fstat, ioctl and the part of libudev that libinput calls. As it exports
// them they win over those of the C library and of libudev. A device is one end of a socket pair that answers evdev's
// ioctls; the test writes events into the other end. The executable must be linked with `--export-dynamic`.
// Every udev seat name is a world of its own, so tests that run at one time do not see each other's devices.
// All functions may be called from any thread.
#pragma once
#include <linux/input-event-codes.h>
#include <stdbool.h>
#include <stdint.h>

/// A device; never freed, so that late references of libinput stay valid.
typedef struct fake_device fake_device;

/// Makes a device that is not plugged in yet; NULL when there are too many.
fake_device *fake_device_new(const char *name, int bus, int vendor, int product);
/// Lets it send events of a type and code.
void fake_device_enable(fake_device *device, int type, int code);
/// Gives it an absolute axis.
void fake_device_axis(fake_device *device, int code, int minimum, int maximum, int resolution);
/// Gives it one of the kernel's input properties, such as INPUT_PROP_DIRECT.
void fake_device_input_property(fake_device *device, int property);
/// Gives it a property of udev, such as ID_SEAT.
void fake_device_udev_property(fake_device *device, const char *key, const char *value);
/// Lets a file of this path, in a folder that inotify can watch, stand for its node.
void fake_device_alias(fake_device *device, const char *path);
/// Makes every further open fail with an error number; 0 for no more.
void fake_device_refuse(fake_device *device, int code);

/// Its node, such as /dev/input/event1000.
const char *fake_device_node(const fake_device *device);
/// It is there from now on; monitors are told.
void fake_device_plug(fake_device *device);
/// It is gone: who has it open finds it hung up, monitors are told.
void fake_device_unplug(fake_device *device);
/// Everything that it holds is let go while nobody has it open.
void fake_device_let_go(fake_device *device);
/// Whether anyone has it open.
bool fake_device_is_open(fake_device *device);

/// Sends one event, which is seen with the end of its frame, as by the kernel; with a stamp in microseconds of
/// CLOCK_MONOTONIC. Answers 0, or an error number. Keeps the state; sends nothing when nobody has the device open.
int fake_device_emit(fake_device *device, int type, int code, int value, int64_t microseconds);
/// Changes the state without an event, as when the kernel's buffer ran over; SYN_DROPPED and SYN_REPORT must follow.
void fake_device_lose(fake_device *device, int type, int code, int value);
/// Whether the other side has switched a lamp on.
bool fake_device_led(fake_device *device, int led);
