// Shared by every C/C++ driver: clock, the measuring loop, the same input pixels everywhere.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define W 1920
#define H 1080
#define STRIDE (W * 4)

static inline double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}
static int cmp_double(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const char *bench_only;       // prefix filter: second program argument
static double bench_batch_ns = 15e6; // one batch is at least this long
#define BATCHES 5

// Runs fn in BATCHES batches and prints the median time of one call: "name<TAB>ns".
__attribute__((noinline)) static void bench(const char *name, void (*volatile fn)(void)) { // volatile: no call is seen through
    if (bench_only && strncmp(name, bench_only, strlen(bench_only))) return;
    fn();
    double t0 = now_ns();
    fn();
    double one = now_ns() - t0;
    int n = (int)(bench_batch_ns / (one + 1)) + 1;
    if (n > 2000000) n = 2000000;
    double s[BATCHES];
    for (int b = 0; b < BATCHES; b++) {
        t0 = now_ns();
        for (int i = 0; i < n; i++) { fn(); __asm__ volatile("" ::: "memory"); }
        s[b] = (now_ns() - t0) / n;
    }
    qsort(s, BATCHES, sizeof *s, cmp_double);
    printf("%s\t%.1f\n", name, s[BATCHES / 2]);
    fflush(stdout);
}

static uint32_t rng_state = 12345;
static inline uint32_t rng(void) { return rng_state = rng_state * 1664525u + 1013904223u, rng_state >> 8; }
static inline uint32_t premul(uint32_t a, uint32_t r, uint32_t g, uint32_t b) {
    return a << 24 | (r * a / 255) << 16 | (g * a / 255) << 8 | (b * a / 255);
}
static void *alloc_px(size_t bytes) {
    void *p = NULL;
    if (posix_memalign(&p, 4096, bytes)) abort();
    memset(p, 0, bytes);
    return p;
}
// Opaque picture: a gradient with noise.
static void fill_opaque(uint32_t *p, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            p[y * w + x] = 0xff000000u | ((x * 255 / w) << 16) | ((y * 255 / h) << 8) | (rng() & 255);
}
// Every pixel translucent, alpha 1...254.
static void fill_translucent(uint32_t *p, int w, int h) {
    for (int i = 0; i < w * h; i++) p[i] = premul(1 + rng() % 254, rng() & 255, rng() & 255, rng() & 255);
}
// As an interface: 64 px cells, a third empty, a third opaque, a third opaque with a 4 px soft edge and clear gaps.
static void fill_ui(uint32_t *p, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int k = (x / 64 + y / 64) % 3, dx = x & 63, dy = y & 63;
            int e = dx < dy ? dx : dy, f = 63 - dx < 63 - dy ? 63 - dx : 63 - dy;
            if (f < e) e = f;
            uint32_t a = k == 0 ? 0 : k == 1 ? 255 : e < 8 ? 0 : e < 12 ? (e - 7) * 50 : 255;
            p[y * w + x] = premul(a, x & 255, y & 255, 120);
        }
}
// Coverage (A8) of a rounded rectangle, 4x4 supersampled; used once, outside the clock.
static void rrect_mask(uint8_t *m, int stride, int w, int h, int r) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int c = 0;
            for (int s = 0; s < 16; s++) {
                float px = x + (s % 4) * .25f + .125f, py = y + (s / 4) * .25f + .125f;
                float dx = px < r ? r - px : px > w - r ? px - (w - r) : 0, dy = py < r ? r - py : py > h - r ? py - (h - r) : 0;
                c += dx * dx + dy * dy <= (float)r * r;
            }
            m[y * stride + x] = c * 255 / 16;
        }
}
static const char PARAGRAPH[] =
    "The kiosk shows the next departures, the platform and the delay of each train. Touch a line to see where it "
    "stops, or choose another station in the list. The map on the right is always drawn in the same way.";
// 1000 printable characters in lines of 50.
static char glyph_text[1001];
static void make_glyph_text(void) {
    for (int i = 0; i < 1000; i++) glyph_text[i] = PARAGRAPH[i % (sizeof PARAGRAPH - 1)];
    for (int i = 0; i < 1000; i++) if (glyph_text[i] == ' ') glyph_text[i] = 'e';
    glyph_text[1000] = 0;
}
static const char *font_file(void) {
    const char *f = getenv("BENCH_FONT");
    return f ? f : "DejaVuSans.ttf";
}
