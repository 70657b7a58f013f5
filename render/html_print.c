/* html_print.c - the sheet on which a browser prints the page: running head and foot as the
 * report's own pages have them, by margin boxes (CSS Paged Media 3). */
#include "html.h"

#include "base/num.h"

static void escaped_put(struct buf *out, struct str text)
{
    struct buf visible = buf_new(out->home, text.len * 12 + 64);
    buf_put_visible(&visible, text);
    struct str words = buf_str(&visible);
    for (size_t i = 0; i < words.len; i++) {
        char c = words.at[i];
        if (c == '"' || c == '\\' || c == '<' || c == '>')
            buf_putf(out, "\\%06x", (unsigned)(unsigned char)c); /* six digits end by themselves */
        else
            buf_put_char(out, c);
    }
}

/* A string of the skin, its slots filled with text or, where that is empty, with the counter of
 * the slot's name. */
static void content_put(struct buf *out, const struct skin *skin, const char *id, struct str fill)
{
    struct str rest = skin_string(skin, id);
    struct phrase piece = { 0 };
    buf_put(out, STR("content:"));
    while (phrase_next(&rest, &piece)) {
        if (piece.slot && fill.len == 0) {
            buf_putf(out, "counter(%.*s) ", STR_ARG(piece.text));
        } else {
            buf_put_char(out, '"');
            escaped_put(out, piece.slot ? fill : piece.text);
            buf_put(out, STR("\" "));
        }
    }
}

static void box_put(struct buf *out, const char *place, const char *edge)
{
    buf_putf(out, "@%s{font:7.4pt \"Dossier Sans\",sans-serif;color:%s;%s:.5pt solid %s;", place,
             colour_row(COLOUR_SOFT)->light, edge, colour_row(COLOUR_RULE)->light);
}

void html_print_put(struct arena *home, const struct report_model *model, const struct skin *skin,
                    struct buf *out)
{
    struct str hex = digest_hex(home, model->evidence_id);
    struct str digest =
        str_format(home, " %.4s %.4s %.4s %.4s …", hex.at, hex.at + 4, hex.at + 8, hex.at + 12);
    buf_put(out, STR("@page{size:A4;margin:18mm 18mm 17mm;"));
    box_put(out, "top-left", "vertical-align:bottom;padding-bottom:2mm;border-bottom");
    content_put(out, skin, "pdf.head", model->case_file->id);
    buf_put_char(out, '}');
    box_put(out, "top-right", "vertical-align:bottom;padding-bottom:2mm;border-bottom");
    buf_put(out, STR("content:\""));
    escaped_put(out, day_shown(home, skin, model->case_file->date));
    buf_put(out, STR("\"}"));
    box_put(out, "bottom-left", "vertical-align:top;padding-top:2mm;border-top");
    content_put(out, skin, "pdf.foot", (struct str){ 0 });
    buf_put_char(out, '"');
    escaped_put(out, digest);
    buf_put(out, STR("\"}"));
    box_put(out, "bottom-center", "vertical-align:top;padding-top:2mm;border-top");
    content_put(out, skin, "print.foot", (struct str){ 0 });
    buf_put_char(out, '}');
    box_put(out, "bottom-right", "vertical-align:top;padding-top:2mm;border-top");
    content_put(out, skin, "pdf.page", (struct str){ 0 });
    buf_put(out, STR("}}\n"));
}
