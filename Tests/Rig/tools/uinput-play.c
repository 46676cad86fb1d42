// uinput-play SCRIPT   plays a script ("-": standard input, line by line as it comes)
// Recordings are played by `penstock play-device`.
//
// A script has one step a line; steps apart by ";" share one report, as fingers that move together do.
//   touchscreen NAME WIDTH HEIGHT [SLOTS] | keyboard NAME | mouse NAME    says what the device is
//   plug | unplug
//   down SLOT X Y | move SLOT X Y | up SLOT
//   tap SLOT X Y [MS]                   down, wait, up
//   drag SLOT X Y X2 Y2 MS              down, moves every 8 ms, up
//   key CODE [MS] | press CODE | release CODE      numbers of linux/input-event-codes.h
//   rel DX DY | wheel CLICKS
//   wait MS | say WORDS
#include "device.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct description description;
static int device = -1;
static int fingers_down, next_contact = 1;
static const char *source = "-";
static int line_number;

static void stop(const char *what) {
    fprintf(stderr, "uinput-play: %s:%d: %s\n", source, line_number, what);
    exit(2);
}

static struct timespec now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t;
}

static void sleep_until(struct timespec start, double seconds) {
    long long nanoseconds = start.tv_nsec + (long long)(seconds * 1e9);
    struct timespec t = {start.tv_sec + nanoseconds / 1000000000, nanoseconds % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {}
}

static void wait_ms(int ms) { sleep_until(now(), ms / 1e3); }

static void send(int type, int code, int value) {
    if (device < 0) stop("no device is plugged in");
    send_event(device, type, code, value);
}

static void report(void) { send(EV_SYN, SYN_REPORT, 0); }

static void place(int x, int y) {
    send(EV_ABS, ABS_MT_POSITION_X, x);
    send(EV_ABS, ABS_MT_POSITION_Y, y);
}

static void single(int x, int y) {
    send(EV_ABS, ABS_X, x);
    send(EV_ABS, ABS_Y, y);
}

static void finger_down(int slot, int x, int y) {
    send(EV_ABS, ABS_MT_SLOT, slot);
    send(EV_ABS, ABS_MT_TRACKING_ID, next_contact++ & 0xffff);
    place(x, y);
    if (fingers_down++ == 0) send(EV_KEY, BTN_TOUCH, 1);
    if (slot == 0) single(x, y);
}

static void finger_move(int slot, int x, int y) {
    send(EV_ABS, ABS_MT_SLOT, slot);
    place(x, y);
    if (slot == 0) single(x, y);
}

static void finger_up(int slot) {
    send(EV_ABS, ABS_MT_SLOT, slot);
    send(EV_ABS, ABS_MT_TRACKING_ID, -1);
    if (--fingers_down == 0) send(EV_KEY, BTN_TOUCH, 0);
}

static void drag(int slot, int x, int y, int x2, int y2, int ms) {
    struct timespec start = now();
    finger_down(slot, x, y);
    report();
    for (int t = 8; t < ms; t += 8) {
        sleep_until(start, t / 1e3);
        finger_move(slot, x + (x2 - x) * t / ms, y + (y2 - y) * t / ms);
        report();
    }
    sleep_until(start, ms / 1e3);
    finger_move(slot, x2, y2);
    report();
    finger_up(slot);
}

// Does one step; true when a report has to follow.
static bool step(char *text) {
    char verb[32] = "", words[256] = "";
    int n[6] = {0};
    if (sscanf(text, " %31s %255[^\n]", verb, words) < 1) return false;
    int count = sscanf(words, "%d %d %d %d %d %d", n, n + 1, n + 2, n + 3, n + 4, n + 5);
    #define IS(name, numbers) (!strcmp(verb, name) && (count >= (numbers) || (stop("too few numbers"), 0)))
    if (IS("touchscreen", -1)) {
        char name[80];
        int slots = 10;
        if (sscanf(words, "%79s %d %d %d", name, n, n + 1, &slots) < 3) stop("touchscreen NAME WIDTH HEIGHT [SLOTS]");
        describe_touchscreen(&description, name, n[0], n[1], slots);
    } else if (IS("keyboard", -1)) describe_keyboard(&description, words);
    else if (IS("mouse", -1)) describe_mouse(&description, words);
    else if (IS("plug", -1)) {
        if (device >= 0) stop("a device is plugged in already");
        if ((device = plug(&description)) < 0) stop(strerror(errno));
        fingers_down = 0;
    } else if (IS("unplug", -1)) {
        if (device < 0) stop("no device is plugged in");
        unplug(device);
        device = -1;
    } else if (IS("down", 3)) { finger_down(n[0], n[1], n[2]); return true; }
    else if (IS("move", 3)) { finger_move(n[0], n[1], n[2]); return true; }
    else if (IS("up", 1)) { finger_up(n[0]); return true; }
    else if (IS("tap", 3)) {
        finger_down(n[0], n[1], n[2]);
        report();
        wait_ms(count > 3 ? n[3] : 60);
        finger_up(n[0]);
        return true;
    } else if (IS("drag", 6)) { drag(n[0], n[1], n[2], n[3], n[4], n[5]); return true; }
    else if (IS("key", 1)) {
        send(EV_KEY, n[0], 1);
        report();
        wait_ms(count > 1 ? n[1] : 30);
        send(EV_KEY, n[0], 0);
        return true;
    } else if (IS("press", 1)) { send(EV_KEY, n[0], 1); return true; }
    else if (IS("release", 1)) { send(EV_KEY, n[0], 0); return true; }
    else if (IS("rel", 2)) { send(EV_REL, REL_X, n[0]); send(EV_REL, REL_Y, n[1]); return true; }
    else if (IS("wheel", 1)) { send(EV_REL, REL_WHEEL, n[0]); return true; }
    else if (IS("wait", 1)) wait_ms(n[0]);
    else if (IS("say", -1)) { puts(words); fflush(stdout); }
    else stop("no such verb; see the top of uinput-play.c");
    return false;
}

static void play_script(FILE *file) {
    char line[512];
    for (line_number = 1; fgets(line, sizeof line, file); line_number++) {
        line[strcspn(line, "#\n")] = 0;
        bool needs_report = false;
        for (char *rest = line, *one; (one = strsep(&rest, ";"));) needs_report |= step(one);
        if (needs_report) report();
    }
    if (device >= 0) unplug(device);
}

int main(int count, char **words) {
    if (count != 2) {
        fputs("usage: uinput-play SCRIPT|-\n", stderr);
        return 2;
    }
    source = words[1];
    FILE *file = strcmp(source, "-") ? fopen(source, "r") : stdin;
    if (!file) {
        fprintf(stderr, "uinput-play: open %s: %s\n", source, strerror(errno));
        return 2;
    }
    play_script(file);
    fclose(file);
    return 0;
}
