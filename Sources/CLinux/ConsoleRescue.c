// See ConsoleRescue.h. Two ways, because neither covers all:
//
// - a handler of the fatal signals restores the terminal, puts the old handler back (Swift's
//   backtracer, a sanitizer) and lets the signal happen again;
// - a watcher process, for SIGKILL and for an exit nobody announced. It is a fork without exec: it
//   shares the pages of its parent, needs no file on disk and no hidden argument of the program, and
//   blocks in one read of a pipe whose other end closes when the parent is gone, however it went.
//   It leaves the process group, so that a kill of the group does not take it along, and stays in the
//   session, for only there may a user without privileges make these requests.
//   A vfork or CLONE_VM child would share the memory that just went wrong and die with its core dump.
#define _GNU_SOURCE
#include "ConsoleRescue.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { fatal_count = sizeof fatal / sizeof *fatal };

static struct penstock_console console;
static struct sigaction before[fatal_count];
static void *handler_stack;
static const size_t handler_stack_size = 64 * 1024;
static int pipe_to_watcher = -1;
static pid_t watcher;
static atomic_bool armed;

int penstock_console_ioctl(int descriptor, unsigned long request, unsigned long value) {
    return ioctl(descriptor, request, value);
}

int penstock_console_restore(const struct penstock_console *c) {
    // Switching first: in VT_PROCESS mode a later VT_ACTIVATE would wait for an answer from us.
    struct vt_mode automatic = {.mode = VT_AUTO};
    c->control(c->descriptor, VT_SETMODE, (unsigned long)&automatic);
    int result = c->control(c->descriptor, KDSETMODE, KD_TEXT);
    c->control(c->descriptor, KDSKBMODE, (unsigned long)c->keyboard_mode);
    if (c->return_to > 0) c->control(c->descriptor, VT_ACTIVATE, (unsigned long)c->return_to);
    return result;
}

static void dismiss_watcher(void) {
    if (pipe_to_watcher < 0) return;
    ssize_t written = write(pipe_to_watcher, "q", 1);   // fails only when the watcher is gone already
    (void)written;
    close(pipe_to_watcher);
    pipe_to_watcher = -1;
}

static void on_fatal(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    if (atomic_exchange(&armed, 0)) {
        penstock_console_restore(&console);
        dismiss_watcher();
    }
    for (int i = 0; i < fatal_count; i++)
        if (fatal[i] == signal_number) sigaction(signal_number, &before[i], NULL);
    // A fault happens again when the instruction is run again; a sent signal has to be sent again. It
    // stays blocked until this handler returns.
    if (info->si_code <= 0) raise(signal_number);
    errno = saved;
}

static void watch(int terminal, int pipe_end) __attribute__((noreturn));
static void watch(int terminal, int pipe_end) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    prctl(PR_SET_NAME, "penstock-watch");
    // Only the two descriptors stay, as 0 and 1: nobody waits for the end of an output because of us.
    int t = fcntl(terminal, F_DUPFD, 10), p = fcntl(pipe_end, F_DUPFD, 10);
    dup2(t, 0);
    dup2(p, 1);
    if (syscall(SYS_close_range, 2u, ~0u, 0u) != 0)
        for (int i = 2; i < 4096; i++) close(i);
    char word = 0;
    ssize_t got;
    while ((got = read(1, &word, 1)) < 0 && errno == EINTR) {}
    if (got == 0) {
        struct penstock_console mine = console;
        mine.descriptor = 0;
        // The end of a session's first process hangs its terminal up: what was open is dead then.
        if (penstock_console_restore(&mine) != 0 && mine.path[0]) {
            mine.descriptor = open(mine.path, O_RDWR | O_NOCTTY | O_CLOEXEC);
            if (mine.descriptor >= 0) penstock_console_restore(&mine);
        }
    }
    _exit(0);
}

static int start_watcher(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    watcher = fork();
    if (watcher == 0) {
        close(ends[1]);
        watch(console.descriptor, ends[0]);
    }
    int code = errno;
    close(ends[0]);
    if (watcher > 0) {
        // By the parent, so that it has happened when this returns.
        setpgid(watcher, watcher);
        pipe_to_watcher = ends[1];
        return 0;
    }
    close(ends[1]);
    return code;
}

// The main thread gets a stack of its own for the handler, so that an overflow of the ordinary one
// is survived too; one that somebody else installed is kept.
static void give_stack(void) {
    stack_t now;
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, handler_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t own = {.ss_sp = memory, .ss_size = handler_stack_size};
    if (sigaltstack(&own, NULL) == 0) handler_stack = memory;
    else munmap(memory, handler_stack_size);
}

int penstock_rescue_arm(const struct penstock_console *c) {
    if (atomic_load(&armed)) return EBUSY;
    console = *c;
    int failure = start_watcher();
    if (failure != 0) return failure;
    give_stack();
    struct sigaction action = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    atomic_store(&armed, 1);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &before[i]);
    return 0;
}

void penstock_rescue_disarm(void) {
    if (!atomic_exchange(&armed, 0)) return;
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &before[i], NULL);
    dismiss_watcher();
    while (waitpid(watcher, NULL, 0) < 0 && errno == EINTR) {}
    if (handler_stack) {
        stack_t off = {.ss_flags = SS_DISABLE};
        sigaltstack(&off, NULL);
        munmap(handler_stack, handler_stack_size);
        handler_stack = NULL;
    }
}
