// pixman direct, with FreeType/HarfBuzz for text, our own box blur for shadows.
#include "bands.h"
#include "common.h"
#include "pixmantext.h"
#include <math.h>

static uint32_t *px_dst;
static pixman_image_t *dst, *sx, *sa, *su, *big, *img, *mask, *half, *rot, *group, *tile;
static pixman_image_t *image(pixman_format_code_t f, int w, int h, void (*fill)(uint32_t *, int, int)) {
    uint32_t *p = alloc_px((size_t)w * h * 4);
    if (fill) fill(p, w, h);
    return pixman_image_create_bits(f, w, h, p, w * 4);
}
#define NB 12
static pixman_image_t *ring_s[NB], *ring_d[NB]; // past every cache
static int ri;
static void over_cold(void) { ri = (ri + 1) % NB, pixman_image_composite32(PIXMAN_OP_OVER, ring_s[ri], NULL, ring_d[ri], 0, 0, 0, 0, 0, 0, W, H); }
static void blit_cold(void) { ri = (ri + 1) % NB, pixman_image_composite32(PIXMAN_OP_SRC, ring_s[ri], NULL, ring_d[ri], 0, 0, 0, 0, 0, 0, W, H); }
static void fill_full(void) {
    pixman_color_t c = {0x3000, 0x6000, 0x9000, 0xffff};
    pixman_box32_t b = {0, 0, W, H};
    pixman_image_fill_boxes(PIXMAN_OP_SRC, dst, &c, 1, &b);
}
static void fill20(void) { // one small solid rectangle
    pixman_color_t c = {0x3000, 0x6000, 0x9000, 0xffff};
    pixman_box32_t b = {300, 200, 320, 220};
    pixman_image_fill_boxes(PIXMAN_OP_SRC, dst, &c, 1, &b);
}
static void fill20_raw(void) { pixman_fill(px_dst, W, 32, 300, 200, 20, 20, 0xff336699); }
static void over20(void) { pixman_image_composite32(PIXMAN_OP_OVER, sa, NULL, dst, 0, 0, 0, 0, 300, 200, 20, 20); }
static void comp(pixman_op_t op, pixman_image_t *s, pixman_image_t *m, int x, int y, int w, int h) { pixman_image_composite32(op, s, m, dst, 0, 0, 0, 0, x, y, w, h); }
static void blit_full(void) { comp(PIXMAN_OP_SRC, sx, NULL, 0, 0, W, H); }
static void over_full(void) { comp(PIXMAN_OP_OVER, sa, NULL, 0, 0, W, H); }
static void over_ui(void) { comp(PIXMAN_OP_OVER, su, NULL, 0, 0, W, H); }
static void over_a50(void) { comp(PIXMAN_OP_OVER, sa, half, 0, 0, W, H); }
static void scale08(void) { comp(PIXMAN_OP_SRC, big, NULL, 0, 0, 1536, 864); }
static void rot10(void) { comp(PIXMAN_OP_OVER, rot, NULL, 300, 100, 1321, 997); }
static void rrect_clip(void) { comp(PIXMAN_OP_OVER, img, mask, 300, 200, 400, 300); }
static void rrect_clip_split(void) { // corners through the mask, the rest as three plain blits
    static const int c[4][2] = {{0, 0}, {376, 0}, {0, 276}, {376, 276}};
    for (int i = 0; i < 4; i++) pixman_image_composite32(PIXMAN_OP_OVER, img, mask, dst, c[i][0], c[i][1], c[i][0], c[i][1], 300 + c[i][0], 200 + c[i][1], 24, 24);
    pixman_image_composite32(PIXMAN_OP_SRC, img, NULL, dst, 24, 0, 0, 0, 324, 200, 352, 24);
    pixman_image_composite32(PIXMAN_OP_SRC, img, NULL, dst, 0, 24, 0, 0, 300, 224, 400, 252);
    pixman_image_composite32(PIXMAN_OP_SRC, img, NULL, dst, 24, 276, 0, 0, 324, 476, 352, 24);
}
static void group_opacity(void) {
    pixman_color_t bg = {0xf000, 0xf000, 0xf000, 0xffff}, c = {0x2000, 0x8000, 0x4000, 0xffff}, clear = {0};
    pixman_box32_t all = {0, 0, 600, 400}, card = {8, 8, 592, 392}, b[6];
    for (int i = 0; i < 6; i++) b[i] = (pixman_box32_t){20 + (i % 3) * 190, 20 + (i / 3) * 90, 200 + (i % 3) * 190, 100 + (i / 3) * 90};
    pixman_image_fill_boxes(PIXMAN_OP_SRC, group, &clear, 1, &all);
    pixman_image_fill_boxes(PIXMAN_OP_SRC, group, &bg, 1, &card);
    pixman_image_fill_boxes(PIXMAN_OP_SRC, group, &c, 6, b);
    pixman_image_composite32(PIXMAN_OP_OVER, tile, NULL, group, 0, 0, 0, 0, 200, 220, 200, 150);
    pixman_image_composite32(PIXMAN_OP_OVER, group, half, dst, 0, 0, 0, 0, 600, 300, 600, 400);
}
// Three box blurs of an A8 mask (sigma 6 = CSS blur 12), horizontal then vertical; naive but cache aware.
#define SW 448
#define SH 348
static uint8_t *sh_a, *sh_b;
static pixman_image_t *shadow_img, *black;
static void box_h(const uint8_t *s, uint8_t *d, int w, int h, int r) {
    int n = 2 * r + 1;
    uint32_t k = (65536 + n / 2) / n;
    for (int y = 0; y < h; y++, s += w, d += w) {
        uint32_t a = 0;
        for (int x = 0; x < r; x++) a += s[x];
        for (int x = 0; x < w; x++) {
            if (x + r < w) a += s[x + r];
            if (x - r - 1 >= 0) a -= s[x - r - 1];
            d[x] = (a * k + 32768) >> 16;
        }
    }
}
static void box_v(const uint8_t *s, uint8_t *d, int w, int h, int r) {
    static uint16_t acc[SW];
    int n = 2 * r + 1;
    uint32_t k = (65536 + n / 2) / n;
    memset(acc, 0, sizeof acc);
    for (int y = 0; y < r; y++) for (int x = 0; x < w; x++) acc[x] += s[y * w + x];
    for (int y = 0; y < h; y++) {
        if (y + r < h) for (int x = 0; x < w; x++) acc[x] += s[(y + r) * w + x];
        if (y - r - 1 >= 0) for (int x = 0; x < w; x++) acc[x] -= s[(y - r - 1) * w + x];
        for (int x = 0; x < w; x++) d[y * w + x] = (acc[x] * k + 32768) >> 16;
    }
}
static void shadow_mask(void) {
    memset(sh_a, 0, SW * SH);
    uint8_t *m = (uint8_t *)pixman_image_get_data(mask);
    for (int y = 0; y < 300; y++) memcpy(sh_a + (y + 24) * SW + 24, m + y * 400, 400);
    for (int i = 0; i < 3; i++) box_h(sh_a, sh_b, SW, SH, 6), box_v(sh_b, sh_a, SW, SH, 6);
}
static void shadow_cold(void) {
    shadow_mask();
    comp(PIXMAN_OP_OVER, black, shadow_img, 276, 182, SW, SH);
}
static void shadow_cached(void) { comp(PIXMAN_OP_OVER, black, shadow_img, 276, 182, SW, SH); }
static pixman_image_t *grad, *grad_v;
static void gradient(void) { comp(PIXMAN_OP_SRC, grad, NULL, 300, 200, 400, 300); }
static void gradient_v(void) { comp(PIXMAN_OP_SRC, grad_v, NULL, 300, 200, 400, 300); }
static pixman_glyph_t *glyphs;
static int n_glyphs;
static pixman_image_t *ink;
static void glyphs1000(void) { pixman_composite_glyphs_no_mask(PIXMAN_OP_OVER, ink, dst, 0, 0, 100, 100, gcache, n_glyphs, glyphs); }
static FT_Face face;
static void hb_shape200(void) { Run r = shape(face, PARAGRAPH, 200); free(r.g); }
static hb_font_t *hfont;
static void hb_shape200_warm(void) { // one hb_font kept, own advances
    hb_buffer_t *b = hb_buffer_create();
    hb_buffer_add_utf8(b, PARAGRAPH, 200, 0, 200), hb_buffer_guess_segment_properties(b), hb_shape(hfont, b, NULL, 0), hb_buffer_destroy(b);
}
static void ft_glyph_cold(void) { FT_Load_Glyph(face, 72, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT); }

// two bands
static void band(int a, int b) {
    pixman_image_t *d = pixman_image_create_bits_no_clear(PIXMAN_x8r8g8b8, W, b - a, px_dst + a * W, STRIDE);
    pixman_image_t *s = pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, W, b - a, pixman_image_get_data(sa) + a * W, STRIDE);
    pixman_image_composite32(PIXMAN_OP_OVER, s, NULL, d, 0, 0, 0, 0, 0, 0, W, b - a);
    pixman_image_unref(d), pixman_image_unref(s);
}
static void t2_over(void) { two_bands(band, H); }

int main(int argc, char **argv) {
    if (argc > 1) bench_only = argv[1];
    px_dst = alloc_px(STRIDE * H);
    dst = pixman_image_create_bits(PIXMAN_x8r8g8b8, W, H, px_dst, STRIDE);
    sx = image(PIXMAN_x8r8g8b8, W, H, fill_opaque), sa = image(PIXMAN_a8r8g8b8, W, H, fill_translucent), su = image(PIXMAN_a8r8g8b8, W, H, fill_ui);
    big = image(PIXMAN_x8r8g8b8, W, H, fill_opaque), rot = image(PIXMAN_a8r8g8b8, 1200, 800, fill_opaque);
    img = image(PIXMAN_x8r8g8b8, 400, 300, fill_opaque), group = image(PIXMAN_a8r8g8b8, 600, 400, NULL), tile = image(PIXMAN_a8r8g8b8, 200, 150, fill_translucent);
    mask = pixman_image_create_bits(PIXMAN_a8, 400, 300, NULL, 400);
    rrect_mask((uint8_t *)pixman_image_get_data(mask), 400, 400, 300, 24);
    pixman_color_t hc = {0, 0, 0, 0x8000}, bc = {0, 0, 0, 0xffff};
    half = pixman_image_create_solid_fill(&hc), black = pixman_image_create_solid_fill(&(pixman_color_t){0, 0, 0, 0x8000}), ink = pixman_image_create_solid_fill(&bc);
    pixman_transform_t t;
    pixman_transform_init_scale(&t, pixman_double_to_fixed(1.25), pixman_double_to_fixed(1.25));
    pixman_image_set_transform(big, &t), pixman_image_set_filter(big, PIXMAN_FILTER_BILINEAR, NULL, 0);
    double co = cos(10 * M_PI / 180), si = sin(10 * M_PI / 180);
    struct pixman_f_transform f = {{{co, si, 600 - co * 660 - si * 498}, {-si, co, 400 + si * 660 - co * 498}, {0, 0, 1}}};
    pixman_transform_from_pixman_f_transform(&t, &f);
    pixman_image_set_transform(rot, &t), pixman_image_set_filter(rot, PIXMAN_FILTER_BILINEAR, NULL, 0);
    sh_a = calloc(SW, SH), sh_b = calloc(SW, SH);
    shadow_img = pixman_image_create_bits(PIXMAN_a8, SW, SH, (uint32_t *)sh_a, SW);
    pixman_gradient_stop_t st[2] = {{0, {0xf000, 0x4000, 0x2000, 0xffff}}, {0x10000, {0x1000, 0x4000, 0xe000, 0xffff}}};
    pixman_point_fixed_t p0 = {0, 0}, p1 = {pixman_int_to_fixed(400), pixman_int_to_fixed(300)}, p2 = {0, pixman_int_to_fixed(300)};
    grad = pixman_image_create_linear_gradient(&p0, &p1, st, 2), grad_v = pixman_image_create_linear_gradient(&p0, &p2, st, 2);
    pixman_image_set_repeat(grad, PIXMAN_REPEAT_PAD), pixman_image_set_repeat(grad_v, PIXMAN_REPEAT_PAD);
    face = open_face(16), hfont = hb_ft_font_create_referenced(face), make_glyph_text();
    glyphs = malloc(sizeof *glyphs * 1200);
    for (int l = 0; l < 20; l++) {
        Run r = shape(face, glyph_text + l * 50, 50);
        pixman_glyph_t *g = prepare(face, r);
        for (int i = 0; i < r.n; i++) g[i].y += l * 20, glyphs[n_glyphs++] = g[i];
    }
    bench("fill20", fill20), bench("fill20.raw", fill20_raw), bench("over20", over20), bench("fill_full", fill_full), bench("blit_full", blit_full), bench("over_full", over_full), bench("over_ui", over_ui), bench("over_a50", over_a50);
    bench("scale08", scale08), bench("rot10", rot10), bench("rrect_clip", rrect_clip), bench("rrect_clip.split", rrect_clip_split);
    bench("group_opacity", group_opacity), bench("shadow", shadow_cold), bench("shadow.cached", shadow_cached);
    bench("gradient", gradient), bench("gradient_v", gradient_v), bench("glyphs1000", glyphs1000);
    bench("shape200.hb", hb_shape200_warm), bench("shape200.hb_newfont", hb_shape200), bench("ft_glyph_cold", ft_glyph_cold);
    for (int i = 0; i < NB; i++) ring_s[i] = image(PIXMAN_a8r8g8b8, W, H, fill_translucent), ring_d[i] = image(PIXMAN_x8r8g8b8, W, H, NULL);
    bench("over_cold", over_cold), bench("blit_cold", blit_cold);
    bench("t2_over_full", t2_over);
}
