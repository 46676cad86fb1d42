// The least that any program does with libinput: the floor that our input path is measured against.
#pragma once

/// libinput with one device and nothing around it.
typedef struct bare_libinput bare_libinput;

/// Opens libinput with the device of a node; NULL when that is not possible.
bare_libinput *bare_libinput_open(const char *node);
/// Waits for input, then takes all there is; answers how many events that were. With `reads` it also reads the time and
/// the coordinates of each, as every program does.
int bare_libinput_turn(bare_libinput *bare, int milliseconds, int reads);
/// Whether a button or the last finger was seen to go up.
int bare_libinput_ended(const bare_libinput *bare);
/// Lets go of the device and of all else.
void bare_libinput_close(bare_libinput *bare);
/// What was read, so that no compiler leaves the reading out.
double bare_libinput_sum(const bare_libinput *bare);
