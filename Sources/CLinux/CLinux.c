// The one thing of the loop's own that needs storage: whether the process is a forked child.
#include "CLinux.h"
#include <pthread.h>

volatile int clinux_forked = 0;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void note_child(void) { clinux_forked = 1; }
static void watch(void) { pthread_atfork(NULL, NULL, note_child); }
void clinux_watch_forks(void) { pthread_once(&once, watch); }
