// The umbrella over the library's own headers; see module.modulemap.
#pragma once
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

/// The pixel format of every buffer here: 32 bits, blue first in memory. A function-like macro in C.
static const uint32_t penstock_format_xrgb8888 = DRM_FORMAT_XRGB8888;
