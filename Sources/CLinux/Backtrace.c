#define _GNU_SOURCE
#include "CLinuxBacktrace.h"
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { idle, asked, answering };
enum { capacity = 64 };

static atomic_int state = idle;
static void *taken[capacity];
static int count;
static sem_t answered;
static int used_signal;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void answer(int number) {
    (void)number;
    int saved = errno;
    int expected = asked;
    // Too late to be of use: the one who asked has gone on.
    if (atomic_compare_exchange_strong(&state, &expected, answering)) {
        count = backtrace(taken, capacity);
        sem_post(&answered);
    }
    errno = saved;
}

static void prepare(void) {
    // The first call loads a library, which a handler must not.
    backtrace(taken, capacity);
    sem_init(&answered, 0, 0);
    for (int number = SIGRTMAX; number > SIGRTMIN; number--) {
        struct sigaction old;
        if (sigaction(number, NULL, &old) < 0 || old.sa_handler != SIG_DFL) continue;
        struct sigaction new = { .sa_handler = answer, .sa_flags = SA_RESTART | SA_ONSTACK };
        sigfillset(&new.sa_mask);
        if (sigaction(number, &new, NULL) < 0) continue;
        used_signal = number;
        return;
    }
}

int clinux_backtrace_prepare(void) {
    pthread_once(&once, prepare);
    if (used_signal != 0) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, used_signal);
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    }
    return used_signal;
}

int clinux_backtrace_take(int thread, void **frames, int room, int milliseconds) {
    if (used_signal == 0) return 0;
    atomic_store(&state, asked);
    if (syscall(SYS_tgkill, getpid(), thread, used_signal) < 0) return 0;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += milliseconds / 1000;
    limit.tv_nsec += milliseconds % 1000 * 1000000L;
    if (limit.tv_nsec >= 1000000000L) limit.tv_sec++, limit.tv_nsec -= 1000000000L;
    while (sem_timedwait(&answered, &limit) < 0) {
        if (errno == EINTR) continue;
        int expected = asked;
        if (atomic_compare_exchange_strong(&state, &expected, idle)) return 0;
        // The handler runs: it needs no more than a moment.
        while (sem_wait(&answered) < 0 && errno == EINTR) {}
        break;
    }
    int found = count < room ? count : room;
    memcpy(frames, taken, (size_t)found * sizeof *frames);
    atomic_store(&state, idle);
    return found;
}

void clinux_find_symbol(const void *address, struct clinux_symbol *symbol) {
    Dl_info info;
    memset(symbol, 0, sizeof *symbol);
    if (!dladdr(address, &info)) return;
    symbol->image = info.dli_fname;
    symbol->image_offset = (uintptr_t)address - (uintptr_t)info.dli_fbase;
    symbol->name = info.dli_sname;
    symbol->offset = (uintptr_t)address - (uintptr_t)info.dli_saddr;
}
