// The umbrella over the library's own headers; see module.modulemap.
#pragma once
#include <png.h>

// Compound macros, which Swift cannot see.
static const png_uint_32 penstock_png_rgb = PNG_FORMAT_RGB;
static const png_uint_32 penstock_png_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 penstock_png_bgra = PNG_FORMAT_BGRA;
