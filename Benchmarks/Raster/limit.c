// The machine's own limit: copies and fills of libc, in cache and past it. Everything else is told as a ratio to these.
#include "common.h"
static uint32_t *dst, *src;
#define NB 12
static uint32_t *ring_s[NB], *ring_d[NB]; // past every cache
static int ri;
static void copy_full(void) { memcpy(dst, src, STRIDE * H); }
static void copy_cold(void) { ri = (ri + 1) % NB, memcpy(ring_d[ri], ring_s[ri], STRIDE * H); }
static void memset_full(void) { memset(dst, 0x5a, STRIDE * H); }
int main(int argc, char **argv) {
    if (argc > 1) bench_only = argv[1];
    dst = alloc_px(STRIDE * H), src = alloc_px(STRIDE * H), fill_opaque(src, W, H);
    bench("copy_full", copy_full), bench("memset_full", memset_full);
    for (int i = 0; i < NB; i++) ring_s[i] = alloc_px(STRIDE * H), ring_d[i] = alloc_px(STRIDE * H), memcpy(ring_s[i], src, STRIDE * H);
    bench("copy_cold", copy_cold);
}
