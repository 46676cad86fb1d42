// Work on runs of premultiplied pixels with AVX2, for processors that have it.
//
// Here because Swift cannot choose an instruction set at run time, function by function. Each has a twin in Swift
// (Graphics, Spans) that gives the same bytes; this module can go when Swift has such a choice.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define PENSTOCK_AVX2 __attribute__((target("avx2"), always_inline)) static inline
#define PENSTOCK_KERNEL __attribute__((target("avx2"))) static inline

static inline int penstock_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}

// (t + 128) / 255 as (t + 128) * 257 >> 16: exact for the product of two bytes.
PENSTOCK_AVX2 __m256i penstock_div255(__m256i t) {
    return _mm256_mulhi_epu16(_mm256_add_epi16(t, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}
// Eight pixels times as many factors 0...255, each factor in both halves of its lane.
PENSTOCK_AVX2 __m256i penstock_scale8(__m256i pixels, __m256i factor) {
    const __m256i even = _mm256_set1_epi32(0x00ff00ff);
    __m256i low = penstock_div255(_mm256_mullo_epi16(_mm256_and_si256(pixels, even), factor));
    __m256i high = penstock_div255(_mm256_mullo_epi16(_mm256_srli_epi16(pixels, 8), factor));
    return _mm256_or_si256(low, _mm256_slli_epi16(high, 8));
}
// 255 minus alpha, in both halves of each lane.
PENSTOCK_AVX2 __m256i penstock_rest8(__m256i pixels) {
    __m256i rest = _mm256_srli_epi32(_mm256_xor_si256(pixels, _mm256_set1_epi32(-1)), 24);
    return _mm256_or_si256(rest, _mm256_slli_epi32(rest, 16));
}
PENSTOCK_AVX2 __m256i penstock_over8(__m256i source, __m256i below) {
    return _mm256_add_epi32(source, penstock_scale8(below, penstock_rest8(source)));
}
// Eight bytes, each in both halves of a lane.
PENSTOCK_AVX2 __m256i penstock_bytes8(const uint8_t *bytes) {
    __m256i wide = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)bytes));
    return _mm256_or_si256(wide, _mm256_slli_epi32(wide, 16));
}
PENSTOCK_AVX2 __m256i penstock_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
PENSTOCK_AVX2 void penstock_store(void *p, __m256i v) { _mm256_storeu_si256((__m256i *)p, v); }

// Each function does the pixels of whole eights, and answers how many that were.

PENSTOCK_KERNEL size_t penstock_over(uint32_t *row, const uint32_t *source, size_t count, uint32_t alpha) {
    const __m256i opaque = _mm256_set1_epi32((int)0xff000000u), factor = _mm256_set1_epi16((short)alpha);
    size_t x = 0;
    if (alpha == 255) {
        for (; x + 8 <= count; x += 8) {
            __m256i p = penstock_load(source + x);
            if (_mm256_testc_si256(p, opaque)) penstock_store(row + x, p);
            else if (!_mm256_testz_si256(p, p)) penstock_store(row + x, penstock_over8(p, penstock_load(row + x)));
        }
        return x;
    }
    for (; x + 8 <= count; x += 8) {
        __m256i p = penstock_load(source + x);
        if (_mm256_testz_si256(p, p)) continue;
        penstock_store(row + x, penstock_over8(penstock_scale8(p, factor), penstock_load(row + x)));
    }
    return x;
}

PENSTOCK_KERNEL size_t penstock_over_pixel(uint32_t *row, size_t count, uint32_t pixel) {
    const __m256i p = _mm256_set1_epi32((int)pixel), rest = penstock_rest8(p);
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        penstock_store(row + x, _mm256_add_epi32(p, penstock_scale8(penstock_load(row + x), rest)));
    }
    return x;
}

PENSTOCK_KERNEL size_t penstock_over_mask(uint32_t *row, size_t count, uint32_t pixel, const uint8_t *mask) {
    const __m256i p = _mm256_set1_epi32((int)pixel);
    const int is_opaque = pixel >> 24 == 255;
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        uint64_t eight;
        memcpy(&eight, mask + x, 8);
        if (!eight) continue;
        if (eight == ~0ull && is_opaque) { penstock_store(row + x, p); continue; }
        penstock_store(row + x, penstock_over8(penstock_scale8(p, penstock_bytes8(mask + x)), penstock_load(row + x)));
    }
    return x;
}

PENSTOCK_KERNEL size_t penstock_over_masked(
    uint32_t *row, const uint32_t *source, size_t count, const uint8_t *mask, uint32_t alpha) {
    const __m256i factor = _mm256_set1_epi16((short)alpha);
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        uint64_t eight;
        memcpy(&eight, mask + x, 8);
        __m256i p = penstock_load(source + x);
        if (!eight || _mm256_testz_si256(p, p)) continue;
        __m256i part = penstock_bytes8(mask + x);
        if (alpha != 255) part = penstock_div255(_mm256_mullo_epi16(part, factor));
        penstock_store(row + x, penstock_over8(penstock_scale8(p, part), penstock_load(row + x)));
    }
    return x;
}

// a + (b - a) * part / 256 for parts 0...255 in both halves of each lane, rounded down.
PENSTOCK_AVX2 __m256i penstock_mix8(__m256i a, __m256i b, __m256i part) {
    const __m256i even = _mm256_set1_epi32(0x00ff00ff);
    const __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(256), part);
    __m256i low = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_and_si256(a, even), rest),
                                   _mm256_mullo_epi16(_mm256_and_si256(b, even), part));
    __m256i high = _mm256_add_epi16(_mm256_mullo_epi16(_mm256_srli_epi16(a, 8), rest),
                                    _mm256_mullo_epi16(_mm256_srli_epi16(b, 8), part));
    return _mm256_or_si256(_mm256_srli_epi16(low, 8), _mm256_andnot_si256(even, high));
}

// Two rows mixed into one.
PENSTOCK_KERNEL size_t penstock_mix_rows(
    uint32_t *row, const uint32_t *upper, const uint32_t *lower, size_t count, uint32_t part) {
    const __m256i p = _mm256_set1_epi16((short)part);
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        penstock_store(row + x, penstock_mix8(penstock_load(upper + x), penstock_load(lower + x), p));
    }
    return x;
}

// Places of pixels in 32.32 fixed point. All eight must lie inside the picture, with a column to the right and a row
// below; `u`, `v` are those of the first.
PENSTOCK_KERNEL size_t penstock_sample(
    uint32_t *row, const uint32_t *pixels, int64_t pixels_per_row, int64_t u, int64_t v, int64_t du, int64_t dv,
    size_t count) {
    const __m256i stride = _mm256_set1_epi32((int)pixels_per_row);
    __m256i ua = _mm256_setr_epi64x(u, u + du, u + 2 * du, u + 3 * du), ub = _mm256_add_epi64(ua, _mm256_set1_epi64x(4 * du));
    __m256i va = _mm256_setr_epi64x(v, v + dv, v + 2 * dv, v + 3 * dv), vb = _mm256_add_epi64(va, _mm256_set1_epi64x(4 * dv));
    const __m256i du8 = _mm256_set1_epi64x(8 * du), dv8 = _mm256_set1_epi64x(8 * dv);
    const __m256i order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        __m256i ua2 = _mm256_permutevar8x32_epi32(ua, order), ub2 = _mm256_permutevar8x32_epi32(ub, order);
        __m256i va2 = _mm256_permutevar8x32_epi32(va, order), vb2 = _mm256_permutevar8x32_epi32(vb, order);
        // Low halves first, high halves behind: fractions and whole parts of four each.
        __m256i uf = _mm256_permute2x128_si256(ua2, ub2, 0x20), ui = _mm256_permute2x128_si256(ua2, ub2, 0x31);
        __m256i vf = _mm256_permute2x128_si256(va2, vb2, 0x20), vi = _mm256_permute2x128_si256(va2, vb2, 0x31);
        __m256i at = _mm256_add_epi32(_mm256_mullo_epi32(vi, stride), ui);
        __m256i fu = _mm256_srli_epi32(uf, 24), fv = _mm256_srli_epi32(vf, 24);
        fu = _mm256_or_si256(fu, _mm256_slli_epi32(fu, 16));
        fv = _mm256_or_si256(fv, _mm256_slli_epi32(fv, 16));
        const int *base = (const int *)pixels;
        __m256i a = _mm256_i32gather_epi32(base, at, 4), b = _mm256_i32gather_epi32(base + 1, at, 4);
        __m256i c = _mm256_i32gather_epi32(base + pixels_per_row, at, 4);
        __m256i d = _mm256_i32gather_epi32(base + pixels_per_row + 1, at, 4);
        penstock_store(row + x, penstock_mix8(penstock_mix8(a, b, fu), penstock_mix8(c, d, fu), fv));
        ua = _mm256_add_epi64(ua, du8), ub = _mm256_add_epi64(ub, du8);
        va = _mm256_add_epi64(va, dv8), vb = _mm256_add_epi64(vb, dv8);
    }
    return x;
}

// Along one row, for places without a change of row; as above.
PENSTOCK_KERNEL size_t penstock_sample_row(
    uint32_t *row, const uint32_t *pixels, int64_t u, int64_t du, size_t count) {
    __m256i ua = _mm256_setr_epi64x(u, u + du, u + 2 * du, u + 3 * du), ub = _mm256_add_epi64(ua, _mm256_set1_epi64x(4 * du));
    const __m256i du8 = _mm256_set1_epi64x(8 * du), order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        __m256i ua2 = _mm256_permutevar8x32_epi32(ua, order), ub2 = _mm256_permutevar8x32_epi32(ub, order);
        __m256i at = _mm256_permute2x128_si256(ua2, ub2, 0x31);
        __m256i f = _mm256_srli_epi32(_mm256_permute2x128_si256(ua2, ub2, 0x20), 24);
        f = _mm256_or_si256(f, _mm256_slli_epi32(f, 16));
        const int *base = (const int *)pixels;
        __m256i a = _mm256_i32gather_epi32(base, at, 4), b = _mm256_i32gather_epi32(base + 1, at, 4);
        penstock_store(row + x, penstock_mix8(a, b, f));
        ua = _mm256_add_epi64(ua, du8), ub = _mm256_add_epi64(ub, du8);
    }
    return x;
}

#else

// No such processor: the Swift twins do it all.
static inline int penstock_has_avx2(void) { return 0; }
static inline size_t penstock_over(uint32_t *r, const uint32_t *s, size_t n, uint32_t a) { return 0; }
static inline size_t penstock_over_pixel(uint32_t *r, size_t n, uint32_t p) { return 0; }
static inline size_t penstock_over_mask(uint32_t *r, size_t n, uint32_t p, const uint8_t *m) { return 0; }
static inline size_t penstock_over_masked(uint32_t *r, const uint32_t *s, size_t n, const uint8_t *m, uint32_t a) { return 0; }
static inline size_t penstock_mix_rows(uint32_t *r, const uint32_t *a, const uint32_t *b, size_t n, uint32_t p) { return 0; }
static inline size_t penstock_sample(
    uint32_t *r, const uint32_t *p, int64_t w, int64_t u, int64_t v, int64_t du, int64_t dv, size_t n) { return 0; }
static inline size_t penstock_sample_row(uint32_t *r, const uint32_t *p, int64_t u, int64_t du, size_t n) { return 0; }

#endif
