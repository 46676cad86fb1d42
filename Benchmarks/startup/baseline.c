// The floor for a program that shows text: opens the demo's font through Pango, draws one line of text and
// one stroke with Cairo into a bitmap as large as the demo's, and ends. scripts/bench startup compares.
#include <pango/pangocairo.h>

int main(void) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 800, 480);
    cairo_t *cr = cairo_create(surface);
    PangoLayout *layout = pango_cairo_create_layout(cr);
    PangoFontDescription *font = pango_font_description_from_string("Inter 16");
    pango_layout_set_font_description(layout, font);
    pango_layout_set_text(layout, "First light", -1);
    cairo_set_source_rgb(cr, 1, 1, 1);
    pango_cairo_show_layout(cr, layout);
    cairo_move_to(cr, 0, 40);
    cairo_line_to(cr, 800, 40);
    cairo_stroke(cr);
    cairo_surface_flush(surface);
    return cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS;
}
