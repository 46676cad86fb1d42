// oracle: plays a run loop scenario (.scn, see docs/scenarios.md) on the CFRunLoop of the
// installed Swift toolchain and prints the trace of what happened.
//
//   oracle [--times] [--scale F] FILE.scn
//
// --times    put the milliseconds since the start before each line (for people, not for comparing)
// --scale F  multiply every time of the scenario by F (slow or loaded machines)

#include <CoreFoundation/CoreFoundation.h>
#include <dispatch/dispatch.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { MAX_OBJECTS = 128, MAX_HANDLERS = 256, MAX_LINES = 512, MAX_WORDS = 16, MAX_ACTIONS = 24, WATCHDOG_SECONDS = 30 };

typedef enum { KIND_SOURCE0, KIND_SOURCE1, KIND_TIMER, KIND_OBSERVER } Kind;

typedef struct {
    Kind kind;
    char name[48];
    CFTypeRef ref;
    int fd;
    bool hooks;
} Object;

typedef struct { int count; char *word[MAX_WORDS]; } Action;
typedef struct { int count; Action action[MAX_ACTIONS]; int line; } ActionList;

typedef struct {
    char name[48];
    CFOptionFlags activity;   // 0: any
    long first, last, seen;
    ActionList actions;
} Handler;

typedef struct { double time; ActionList actions; } Timed;

typedef struct {
    enum { LINE_ACTIONS, LINE_DECLARE, LINE_AT } kind;
    ActionList actions;       // LINE_DECLARE: one action, the words of the line
    double time;              // LINE_AT
} Line;

static Object objects[MAX_OBJECTS]; static int objectCount;
static Handler handlers[MAX_HANDLERS]; static int handlerCount;
static Line lines[MAX_LINES]; static int lineCount;
static bool onMain, showTimes;
static double scale = 1.0;
static const char *fileName;
static CFRunLoopRef loop;
static double startTime;
static pthread_mutex_t printLock = PTHREAD_MUTEX_INITIALIZER;
static __thread bool isHelper;
static __thread int depth;

// exported, but in no public header
extern Boolean CFRunLoopSourceIsSignalled(CFRunLoopSourceRef source);

static void runActions(const ActionList *list);

static double monotonic(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(int line, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
static void fail(int line, const char *format, ...) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: ", fileName, line);
    va_list list; va_start(list, format); vfprintf(stderr, format, list); va_end(list);
    fputc('\n', stderr);
    exit(2);
}

static void trace(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void trace(const char *format, ...) {
    pthread_mutex_lock(&printLock);
    if (showTimes) printf("%7.1f ", (monotonic() - startTime) * 1000);
    if (isHelper) printf("thread: "); else printf("%*s", depth * 2, "");
    va_list list; va_start(list, format); vprintf(format, list); va_end(list);
    putchar('\n');
    fflush(stdout);
    pthread_mutex_unlock(&printLock);
}

static void sleepFor(double seconds) {
    double end = monotonic() + seconds;
    for (double left = seconds; left > 0; left = end - monotonic()) {
        struct timespec t = { (time_t)left, (long)(fmod(left, 1.0) * 1e9) };
        nanosleep(&t, NULL);
    }
}

// ---- names ----

static CFStringRef modeNamed(const char *name) {
    if (!strcmp(name, "default")) return kCFRunLoopDefaultMode;
    if (!strcmp(name, "common")) return kCFRunLoopCommonModes;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct { char name[48]; CFStringRef string; } known[64];
    static int count;
    pthread_mutex_lock(&lock);
    CFStringRef found = NULL;
    for (int i = 0; i < count && !found; i++) if (!strcmp(known[i].name, name)) found = known[i].string;
    if (!found && count < 64) {
        snprintf(known[count].name, sizeof known[count].name, "%s", name);
        found = known[count++].string = CFStringCreateWithCString(NULL, name, kCFStringEncodingUTF8);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void modeName(CFStringRef mode, char *buffer, size_t size) {
    if (!mode) snprintf(buffer, size, "none");
    else if (CFEqual(mode, kCFRunLoopDefaultMode)) snprintf(buffer, size, "default");
    else if (CFEqual(mode, kCFRunLoopCommonModes)) snprintf(buffer, size, "common");
    else CFStringGetCString(mode, buffer, (CFIndex)size, kCFStringEncodingUTF8);
}

static const struct { const char *name; CFOptionFlags flag; } activities[] = {
    { "entry", kCFRunLoopEntry }, { "beforeTimers", kCFRunLoopBeforeTimers }, { "beforeSources", kCFRunLoopBeforeSources },
    { "beforeWaiting", kCFRunLoopBeforeWaiting }, { "afterWaiting", kCFRunLoopAfterWaiting }, { "exit", kCFRunLoopExit },
    { "all", kCFRunLoopAllActivities },
};

static CFOptionFlags activityNamed(const char *name) {
    for (size_t i = 0; i < sizeof activities / sizeof *activities; i++)
        if (!strcmp(activities[i].name, name)) return activities[i].flag;
    return 0;
}

static Object *find(const char *name) {
    for (int i = 0; i < objectCount; i++) if (!strcmp(objects[i].name, name)) return &objects[i];
    return NULL;
}

static bool parseTime(const char *text, double *seconds) {
    char *end;
    double value = strtod(text, &end);
    if (end == text) return false;
    if (!strcmp(end, "ms")) value /= 1000;
    else if (strcmp(end, "s") && !(*end == 0 && value == 0)) return false;
    *seconds = value * scale;
    return true;
}

// ---- callbacks ----

static void runHandlers(const char *name, CFOptionFlags activity) {
    // count first, act after: an action may run the loop and come back here
    bool due[MAX_HANDLERS];
    for (int i = 0; i < handlerCount; i++) {
        Handler *h = &handlers[i];
        due[i] = !strcmp(h->name, name) && (!h->activity || (h->activity & activity));
        if (!due[i]) continue;
        long n = ++h->seen;
        due[i] = n >= h->first && n <= h->last;
    }
    for (int i = 0; i < handlerCount; i++)
        if (due[i]) { depth++; runActions(&handlers[i].actions); depth--; }
}

static void sourcePerform(void *info) {
    Object *o = info;
    trace("%s %s perform", o->kind == KIND_SOURCE0 ? "source0" : "source1", o->name);
    runHandlers(o->name, 0);
}

static void sourceHook(const char *what, Object *o, CFStringRef mode) {
    char text[64];
    modeName(mode, text, sizeof text);
    trace("source0 %s %s %s", o->name, what, text);
}
static void sourceSchedule(void *info, CFRunLoopRef rl, CFStringRef mode) { (void)rl; sourceHook("schedule", info, mode); }
static void sourceCancel(void *info, CFRunLoopRef rl, CFStringRef mode) { (void)rl; sourceHook("cancel", info, mode); }

static __CFPort sourcePort(void *info) { return ((Object *)info)->fd; }

static void timerFired(CFRunLoopTimerRef timer, void *info) {
    (void)timer;
    Object *o = info;
    trace("timer %s fire", o->name);
    runHandlers(o->name, 0);
}

static void observerCalled(CFRunLoopObserverRef observer, CFRunLoopActivity activity, void *info) {
    (void)observer;
    Object *o = info;
    const char *what = "?";
    for (size_t i = 0; i < 6; i++) if (activities[i].flag == activity) what = activities[i].name;
    trace("observer %s %s", o->name, what);
    runHandlers(o->name, activity);
}

// ---- declarations ----

static void addTo(Object *o, const char *mode, bool remove) {
    CFStringRef m = modeNamed(mode);
    switch (o->kind) {
    case KIND_SOURCE0: case KIND_SOURCE1:
        if (remove) CFRunLoopRemoveSource(loop, (CFRunLoopSourceRef)o->ref, m);
        else CFRunLoopAddSource(loop, (CFRunLoopSourceRef)o->ref, m);
        break;
    case KIND_TIMER:
        if (remove) CFRunLoopRemoveTimer(loop, (CFRunLoopTimerRef)o->ref, m);
        else CFRunLoopAddTimer(loop, (CFRunLoopTimerRef)o->ref, m);
        break;
    case KIND_OBSERVER:
        if (remove) CFRunLoopRemoveObserver(loop, (CFRunLoopObserverRef)o->ref, m);
        else CFRunLoopAddObserver(loop, (CFRunLoopObserverRef)o->ref, m);
        break;
    }
}

static void declare(const Action *words, int line) {
    if (words->count < 2) fail(line, "a name is missing");
    if (objectCount == MAX_OBJECTS) fail(line, "too many objects");
    if (find(words->word[1])) fail(line, "'%s' is declared twice", words->word[1]);
    Object *o = &objects[objectCount++];
    snprintf(o->name, sizeof o->name, "%s", words->word[1]);
    o->fd = -1;
    double after = 0, every = 0, tolerance = 0;
    long order = 0;
    bool once = false;
    CFOptionFlags flags = 0;
    const char *in = "default";
    int next = 2;
    if (!strcmp(words->word[0], "observer")) {
        if (words->count < 3) fail(line, "an observer needs its activities");
        char copy[128];
        snprintf(copy, sizeof copy, "%s", words->word[next++]);
        for (char *save, *part = strtok_r(copy, ",", &save); part; part = strtok_r(NULL, ",", &save)) {
            if (!activityNamed(part)) fail(line, "no activity '%s'", part);
            flags |= activityNamed(part);
        }
    }
    for (; next < words->count; next++) {
        const char *w = words->word[next];
        if (!strncmp(w, "order=", 6)) order = atol(w + 6);
        else if (!strncmp(w, "in=", 3)) in = w + 3;
        else if (!strncmp(w, "after=", 6)) { if (!parseTime(w + 6, &after)) fail(line, "bad time '%s'", w); }
        else if (!strncmp(w, "every=", 6)) { if (!parseTime(w + 6, &every)) fail(line, "bad time '%s'", w); }
        else if (!strncmp(w, "tolerance=", 10)) { if (!parseTime(w + 10, &tolerance)) fail(line, "bad time '%s'", w); }
        else if (!strcmp(w, "once")) once = true;
        else if (!strcmp(w, "hooks")) o->hooks = true;
        else fail(line, "unknown attribute '%s'", w);
    }
    if (!strcmp(words->word[0], "source0")) {
        o->kind = KIND_SOURCE0;
        CFRunLoopSourceContext context = { .info = o, .perform = sourcePerform };
        if (o->hooks) { context.schedule = sourceSchedule; context.cancel = sourceCancel; }
        o->ref = CFRunLoopSourceCreate(NULL, order, &context);
    } else if (!strcmp(words->word[0], "source1")) {
        o->kind = KIND_SOURCE1;
        o->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        CFRunLoopSourceContext1 context = { .version = 1, .info = o, .getPort = sourcePort, .perform = sourcePerform };
        o->ref = CFRunLoopSourceCreate(NULL, order, (CFRunLoopSourceContext *)&context);
    } else if (!strcmp(words->word[0], "timer")) {
        o->kind = KIND_TIMER;
        CFRunLoopTimerContext context = { .info = o };
        o->ref = CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent() + after, every, 0, order, timerFired, &context);
        if (tolerance > 0) CFRunLoopTimerSetTolerance((CFRunLoopTimerRef)o->ref, tolerance);
    } else {
        o->kind = KIND_OBSERVER;
        CFRunLoopObserverContext context = { .info = o };
        o->ref = CFRunLoopObserverCreate(NULL, flags, !once, order, observerCalled, &context);
    }
    if (!strcmp(in, "none")) return;
    char copy[128];
    snprintf(copy, sizeof copy, "%s", in);
    for (char *save, *part = strtok_r(copy, ",", &save); part; part = strtok_r(NULL, ",", &save)) addTo(o, part, false);
}

// ---- actions ----

static CFTypeRef modesOf(const char *text) {
    char copy[128];
    snprintf(copy, sizeof copy, "%s", text);
    if (!strchr(copy, ',')) return CFRetain(modeNamed(copy));
    CFMutableArrayRef array = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
    for (char *save, *part = strtok_r(copy, ",", &save); part; part = strtok_r(NULL, ",", &save)) CFArrayAppendValue(array, modeNamed(part));
    return array;
}

static const char *resultName(CFRunLoopRunResult r) {
    switch (r) {
    case kCFRunLoopRunFinished: return "finished";
    case kCFRunLoopRunStopped: return "stopped";
    case kCFRunLoopRunTimedOut: return "timedOut";
    case kCFRunLoopRunHandledSource: return "handledSource";
    }
    return "?";
}

static int compareNames(const void *a, const void *b) { return strcmp(a, b); }

static void printNext(const char *what, const char *name, CFAbsoluteTime date) {
    if (date == 0) { trace("query %s %s = none", what, name); return; }
    long ms = lround((date - CFAbsoluteTimeGetCurrent()) * 1000 / scale / 100) * 100;
    trace("query %s %s = %ld", what, name, ms);
}

static void query(const Action *a, int line) {
    const char *what = a->count > 1 ? a->word[1] : "";
    char text[64];
    if (!strcmp(what, "mode")) {
        CFStringRef mode = CFRunLoopCopyCurrentMode(loop);
        modeName(mode, text, sizeof text);
        if (mode) CFRelease(mode);
        trace("query mode = %s", text);
    } else if (!strcmp(what, "waiting")) {
        trace("query waiting = %s", CFRunLoopIsWaiting(loop) ? "yes" : "no");
    } else if (!strcmp(what, "modes")) {
        CFArrayRef all = CFRunLoopCopyAllModes(loop);
        char names[64][64], joined[1024] = "";
        CFIndex n = CFArrayGetCount(all);
        if (n > 64) n = 64;
        for (CFIndex i = 0; i < n; i++) modeName(CFArrayGetValueAtIndex(all, i), names[i], sizeof names[i]);
        qsort(names, (size_t)n, sizeof names[0], compareNames);
        for (CFIndex i = 0; i < n; i++) { if (i) strcat(joined, ","); strcat(joined, names[i]); }
        CFRelease(all);
        trace("query modes = %s", joined);
    } else if (!strcmp(what, "nextIn") && a->count == 3) {
        printNext("nextIn", a->word[2], CFRunLoopGetNextTimerFireDate(loop, modeNamed(a->word[2])));
    } else {
        Object *o = a->count > 2 ? find(a->word[2]) : NULL;
        if (!o) fail(line, "bad query");
        bool yes = false;
        if (!strcmp(what, "valid")) {
            if (o->kind == KIND_TIMER) yes = CFRunLoopTimerIsValid((CFRunLoopTimerRef)o->ref);
            else if (o->kind == KIND_OBSERVER) yes = CFRunLoopObserverIsValid((CFRunLoopObserverRef)o->ref);
            else yes = CFRunLoopSourceIsValid((CFRunLoopSourceRef)o->ref);
        } else if (!strcmp(what, "signalled") && o->kind == KIND_SOURCE0) {
            yes = CFRunLoopSourceIsSignalled((CFRunLoopSourceRef)o->ref);
        } else if (!strcmp(what, "next") && o->kind == KIND_TIMER) {
            printNext("next", o->name, CFRunLoopTimerGetNextFireDate((CFRunLoopTimerRef)o->ref));
            return;
        } else if (!strcmp(what, "contains") && a->count == 4) {
            CFStringRef mode = modeNamed(a->word[3]);
            if (o->kind == KIND_TIMER) yes = CFRunLoopContainsTimer(loop, (CFRunLoopTimerRef)o->ref, mode);
            else if (o->kind == KIND_OBSERVER) yes = CFRunLoopContainsObserver(loop, (CFRunLoopObserverRef)o->ref, mode);
            else yes = CFRunLoopContainsSource(loop, (CFRunLoopSourceRef)o->ref, mode);
            trace("query contains %s %s = %s", o->name, a->word[3], yes ? "yes" : "no");
            return;
        } else fail(line, "bad query '%s'", what);
        trace("query %s %s = %s", what, o->name, yes ? "yes" : "no");
    }
}

static void runAction(const Action *a, int line) {
    const char *verb = a->word[0];
    Object *o = a->count > 1 ? find(a->word[1]) : NULL;
    double time = 0;
    if (!strcmp(verb, "signal")) {
        if (!o || o->kind != KIND_SOURCE0) fail(line, "signal needs a source0");
        CFRunLoopSourceSignal((CFRunLoopSourceRef)o->ref);
    } else if (!strcmp(verb, "write")) {
        if (!o || o->kind != KIND_SOURCE1) fail(line, "write needs a source1");
        eventfd_write(o->fd, 1);
    } else if (!strcmp(verb, "wake")) {
        CFRunLoopWakeUp(loop);
    } else if (!strcmp(verb, "stop")) {
        CFRunLoopStop(loop);
    } else if (!strcmp(verb, "add") || !strcmp(verb, "remove")) {
        if (!o || a->count != 3) fail(line, "%s needs an object and a mode", verb);
        addTo(o, a->word[2], verb[0] == 'r');
    } else if (!strcmp(verb, "invalidate")) {
        if (!o) fail(line, "invalidate needs an object");
        if (o->kind == KIND_TIMER) CFRunLoopTimerInvalidate((CFRunLoopTimerRef)o->ref);
        else if (o->kind == KIND_OBSERVER) CFRunLoopObserverInvalidate((CFRunLoopObserverRef)o->ref);
        else CFRunLoopSourceInvalidate((CFRunLoopSourceRef)o->ref);
    } else if (!strcmp(verb, "common")) {
        if (a->count != 2) fail(line, "common needs a mode");
        CFRunLoopAddCommonMode(loop, modeNamed(a->word[1]));
    } else if (!strcmp(verb, "block")) {
        if (a->count != 3) fail(line, "block needs a name and its modes");
        const char *name = a->word[1];
        CFTypeRef modes = modesOf(a->word[2]);
        CFRunLoopPerformBlock(loop, modes, ^{ trace("block %s", name); runHandlers(name, 0); });
        CFRelease(modes);
    } else if (!strcmp(verb, "async")) {
        if (a->count != 2) fail(line, "async needs a name");
        const char *name = a->word[1];
        dispatch_async(dispatch_get_main_queue(), ^{ trace("main %s", name); runHandlers(name, 0); });
    } else if (!strcmp(verb, "run")) {
        bool returns = a->count == 4 && !strcmp(a->word[3], "returnAfterSource");
        if (a->count < 3 || (a->count == 4 && !returns) || a->count > 4) fail(line, "run MODE TIME [returnAfterSource]");
        if (!strcmp(a->word[2], "forever")) time = 1e10;
        else if (!parseTime(a->word[2], &time)) fail(line, "bad time '%s'", a->word[2]);
        CFRunLoopRunResult r = CFRunLoopRunInMode(modeNamed(a->word[1]), time, returns);
        trace("run %s -> %s", a->word[1], resultName(r));
    } else if (!strcmp(verb, "runloop")) {
        CFRunLoopRun();
        trace("runloop -> returned");
    } else if (!strcmp(verb, "sleep")) {
        if (a->count != 2 || !parseTime(a->word[1], &time)) fail(line, "sleep TIME");
        sleepFor(time);
    } else if (!strcmp(verb, "setnext")) {
        if (!o || o->kind != KIND_TIMER || a->count != 3 || !parseTime(a->word[2], &time)) fail(line, "setnext TIMER TIME");
        CFRunLoopTimerSetNextFireDate((CFRunLoopTimerRef)o->ref, CFAbsoluteTimeGetCurrent() + time);
    } else if (!strcmp(verb, "print")) {
        char text[256] = "";
        for (int i = 1; i < a->count; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 1 ? " " : "", a->word[i]);
        trace("print %s", text);
    } else if (!strcmp(verb, "query")) {
        query(a, line);
    } else fail(line, "unknown action '%s'", verb);
}

static void runActions(const ActionList *list) {
    for (int i = 0; i < list->count; i++) runAction(&list->action[i], list->line);
}

// ---- reading ----

static char *copyOf(const char *text) { char *c = strdup(text); if (!c) abort(); return c; }

static Action parseWords(char *text, int line) {
    Action a = { 0 };
    for (char *save, *w = strtok_r(text, " \t\r\n", &save); w; w = strtok_r(NULL, " \t\r\n", &save)) {
        if (a.count == MAX_WORDS) fail(line, "too many words");
        a.word[a.count++] = copyOf(w);
    }
    return a;
}

static ActionList parseActions(char *text, int line) {
    ActionList list = { .line = line };
    for (char *save, *part = strtok_r(text, ";", &save); part; part = strtok_r(NULL, ";", &save)) {
        Action a = parseWords(part, line);
        if (a.count == 0) continue;
        if (list.count == MAX_ACTIONS) fail(line, "too many actions");
        list.action[list.count++] = a;
    }
    return list;
}

static void parseWhen(char *text, int line) {
    char *colon = strchr(text, ':');
    if (!colon) fail(line, "':' is missing");
    *colon = 0;
    Action head = parseWords(text, line);
    if (head.count < 2) fail(line, "when NAME ...");
    if (handlerCount == MAX_HANDLERS) fail(line, "too many handlers");
    Handler *h = &handlers[handlerCount++];
    snprintf(h->name, sizeof h->name, "%s", head.word[1]);
    h->first = 1; h->last = INT32_MAX;
    for (int i = 2; i < head.count; i++) {
        const char *w = head.word[i];
        if (*w == '#') {
            char *end;
            h->first = h->last = strtol(w + 1, &end, 10);
            if (*end == '-') h->last = end[1] ? strtol(end + 1, NULL, 10) : INT32_MAX;
            if (h->first < 1 || h->last < h->first) fail(line, "bad count '%s'", w);
        } else if (!(h->activity = activityNamed(w))) fail(line, "no activity '%s'", w);
    }
    h->actions = parseActions(colon + 1, line);
}

static void parseFile(FILE *file) {
    char text[1024];
    for (int number = 1; fgets(text, sizeof text, file); number++) {
        char *hash = text;
        // a comment starts with '#' at the start of a line or '# ' after a space; '#3' is a count
        while ((hash = strchr(hash, '#')) && !((hash == text || isspace((unsigned char)hash[-1])) && !isdigit((unsigned char)hash[1]))) hash++;
        if (hash) *hash = 0;
        char *s = text;
        while (isspace((unsigned char)*s)) s++;
        if (!*s) continue;
        char first[32] = "";
        sscanf(s, "%31[^ \t\r\n:]", first);
        if (!strcmp(first, "title") || !strcmp(first, "level")) continue;
        if (!strcmp(first, "loop")) {
            Action a = parseWords(s, number);
            if (a.count != 2 || (strcmp(a.word[1], "main") && strcmp(a.word[1], "thread"))) fail(number, "loop main|thread");
            onMain = !strcmp(a.word[1], "main");
            continue;
        }
        if (!strcmp(first, "when")) { parseWhen(s, number); continue; }
        if (lineCount == MAX_LINES) fail(number, "too many lines");
        Line *l = &lines[lineCount++];
        if (!strcmp(first, "at")) {
            char *colon = strchr(s, ':');
            if (!colon) fail(number, "':' is missing");
            *colon = 0;
            Action head = parseWords(s, number);
            if (head.count != 2 || !parseTime(head.word[1], &l->time)) fail(number, "at TIME: ACTIONS");
            l->kind = LINE_AT;
            l->actions = parseActions(colon + 1, number);
        } else if (!strcmp(first, "source0") || !strcmp(first, "source1") || !strcmp(first, "timer") || !strcmp(first, "observer")) {
            l->kind = LINE_DECLARE;
            l->actions.line = number;
            l->actions.count = 1;
            l->actions.action[0] = parseWords(s, number);
        } else {
            l->kind = LINE_ACTIONS;
            l->actions = parseActions(s, number);
        }
    }
}

// ---- playing ----

typedef struct { int count; const Line *line[MAX_LINES]; double start; } Helper;

static void *helperMain(void *context) {
    isHelper = true;
    Helper *h = context;
    for (int i = 0; i < h->count; i++) {
        sleepFor(h->start + h->line[i]->time - monotonic());
        runActions(&h->line[i]->actions);
    }
    return NULL;
}

static bool hasRun(const ActionList *list) {
    for (int i = 0; i < list->count; i++) {
        const char *verb = list->action[i].word[0];
        if (!strcmp(verb, "run") || !strcmp(verb, "runloop")) return true;
    }
    return false;
}

static void *play(void *unused) {
    (void)unused;
    loop = CFRunLoopGetCurrent();
    startTime = monotonic();
    static Helper helper;
    helper.count = 0;
    for (int i = 0; i < lineCount; i++) {
        const Line *l = &lines[i];
        if (l->kind == LINE_AT) {
            int at = helper.count++;
            for (; at > 0 && helper.line[at - 1]->time > l->time; at--) helper.line[at] = helper.line[at - 1];
            helper.line[at] = l;
        } else if (l->kind == LINE_DECLARE) {
            declare(&l->actions.action[0], l->actions.line);
        } else if (helper.count && hasRun(&l->actions)) {
            pthread_t thread;
            helper.start = monotonic();
            pthread_create(&thread, NULL, helperMain, &helper);
            runActions(&l->actions);
            pthread_join(thread, NULL);
            helper.count = 0;
        } else runActions(&l->actions);
    }
    fflush(stdout);
    _exit(0);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--times")) showTimes = true;
        else if (!strcmp(argv[i], "--scale") && i + 1 < argc) scale = atof(argv[++i]);
        else fileName = argv[i];
    }
    if (!fileName || scale <= 0) { fprintf(stderr, "usage: oracle [--times] [--scale F] FILE.scn\n"); return 2; }
    FILE *file = fopen(fileName, "r");
    if (!file) { perror(fileName); return 2; }
    parseFile(file);
    fclose(file);
    alarm((unsigned)(WATCHDOG_SECONDS * (scale > 1 ? scale : 1)));   // a scenario that hangs is killed by SIGALRM
    if (onMain) play(NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, play, NULL);
    pthread_join(thread, NULL);
    return 0;
}
