// Counts what the program that is linked with it does; for tests and measurements only.
#pragma once

/// How many blocks malloc, calloc, realloc and the aligned kinds gave so far; -1 under a sanitizer, which has its own.
long allocation_count(void);

/// How often the calling thread went to sleep by itself.
long sleep_count(void);

/// Keeps the calling thread on one processor; 0, or -1 where that is not possible.
int pin_to_processor(int number);

/// Calls `body` in a forked child, which then ends with status 0; the child's wait status.
int run_forked(void (*body)(void));
