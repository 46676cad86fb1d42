// kmsgrab CARD FILE.ppm          saves what the first active plane scans out (as root; any driver with dumb buffers)
// kmsgrab CARD pixel X Y [X Y]…  prints the colours there, one rrggbb a line
// kmsgrab CARD checksum          prints one number of all pixels: has anything changed?
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int fail(const char *what) {
    fprintf(stderr, "kmsgrab: %s: %s\n", what, strerror(errno));
    return 1;
}

static drmModeFB2 *shown(int card) {
    drmModePlaneRes *planes = drmModeGetPlaneResources(card);
    for (uint32_t i = 0; planes && i < planes->count_planes; i++) {
        drmModePlane *plane = drmModeGetPlane(card, planes->planes[i]);
        if (plane && plane->fb_id) return drmModeGetFB2(card, plane->fb_id);
    }
    return NULL;
}

int main(int count, char **words) {
    if (count < 3) {
        fputs("usage: kmsgrab CARD FILE.ppm | pixel X Y... | checksum\n", stderr);
        return 2;
    }
    int card = open(words[1], O_RDWR | O_CLOEXEC);
    if (card < 0) return fail(words[1]);
    drmSetClientCap(card, DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1);
    drmModeFB2 *fb = shown(card);
    if (!fb) {
        fputs("kmsgrab: nothing is scanned out\n", stderr);
        return 3;
    }
    uint64_t offset;
    if (!fb->handles[0] || drmModeMapDumbBuffer(card, fb->handles[0], &offset)) return fail("map");
    const uint8_t *pixels = mmap(NULL, (size_t)fb->pitches[0] * fb->height, PROT_READ, MAP_SHARED, card, (off_t)offset);
    if (pixels == MAP_FAILED) return fail("mmap");
    #define PIXEL(x, y) (*(const uint32_t *)(pixels + (size_t)(y) * fb->pitches[0] + 4 * (size_t)(x)) & 0xffffff)
    if (!strcmp(words[2], "pixel")) {
        for (int i = 3; i + 1 < count; i += 2) {
            unsigned x = atoi(words[i]), y = atoi(words[i + 1]);
            if (x >= fb->width || y >= fb->height) return errno = ERANGE, fail("pixel");
            printf("%06x\n", PIXEL(x, y));
        }
        return 0;
    }
    if (!strcmp(words[2], "checksum")) {
        uint64_t sum = 14695981039346656037u;   // FNV-1a over whole pixels
        for (uint32_t y = 0; y < fb->height; y++)
            for (uint32_t x = 0; x < fb->width; x++) sum = (sum ^ PIXEL(x, y)) * 1099511628211u;
        printf("%016llx\n", (unsigned long long)sum);
        return 0;
    }
    FILE *file = fopen(words[2], "w");
    if (!file) return fail(words[2]);
    fprintf(file, "P6\n%u %u\n255\n", fb->width, fb->height);
    for (uint32_t y = 0; y < fb->height; y++)
        for (uint32_t x = 0; x < fb->width; x++) {
            uint32_t p = PIXEL(x, y);
            uint8_t rgb[3] = {p >> 16, p >> 8, p};
            fwrite(rgb, 3, 1, file);
        }
    printf("%ux%u %.4s\n", fb->width, fb->height, (const char *)&fb->pixel_format);
    return fclose(file);
}
