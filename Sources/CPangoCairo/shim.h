// The umbrella over the library's own headers; see module.modulemap.
#pragma once
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// A GObject cast macro, which Swift cannot see.
static inline void penstock_font_map_set_config(PangoFontMap *map, FcConfig *config) {
    pango_fc_font_map_set_config((PangoFcFontMap *)map, config);
}
