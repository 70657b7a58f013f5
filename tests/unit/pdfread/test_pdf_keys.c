/* test_pdf_keys.c - a plain PDF of Cairo passes the list of keys, wherever it is cut or changed the
 * program answers. */
#include "pdfread/pdfread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-pdf.h>
#include <cmocka.h>

/* Fontconfig keeps what it read until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

static cairo_status_t keep(void *self, const unsigned char *data, unsigned length)
{
    buf_put(self, (struct str){ (const char *)data, length });
    return CAIRO_STATUS_SUCCESS;
}

static void paint(cairo_t *cairo, cairo_pattern_t *pattern)
{
    cairo_pattern_add_color_stop_rgba(pattern, 0, 1, 0, 0, 0.5);
    cairo_pattern_add_color_stop_rgba(pattern, 0.5, 1, 1, 0, 0.5);
    cairo_pattern_add_color_stop_rgba(pattern, 1, 0, 0, 1, 1);
    cairo_set_source(cairo, pattern);
    cairo_rectangle(cairo, 0, 0, 100, 100);
    cairo_fill(cairo);
    cairo_pattern_destroy(pattern);
}

/* Tags, a link, a bookmark, gradients, a picture with an alpha channel, a group. */
static struct str drawn(struct arena *home)
{
    struct buf out = buf_new(home, 1 << 22);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(keep, &out, 300, 200);
    cairo_t *cairo = cairo_create(surface);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, "plain");
    cairo_pdf_surface_set_page_label(surface, "i");
    (void)cairo_pdf_surface_add_outline(surface, 0, "first", "page=1", 0);
    cairo_tag_begin(cairo, "Document", NULL);
    cairo_tag_begin(cairo, CAIRO_TAG_LINK, "uri='https://example.org'");
    cairo_select_font_face(cairo, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_move_to(cairo, 20, 20);
    cairo_show_text(cairo, "hello \u00e9 \u03a9");
    cairo_tag_end(cairo, CAIRO_TAG_LINK);
    cairo_tag_end(cairo, "Document");
    paint(cairo, cairo_pattern_create_linear(0, 0, 100, 100));
    paint(cairo, cairo_pattern_create_radial(50, 50, 1, 50, 50, 30));
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 8, 8);
    cairo_set_source_surface(cairo, picture, 5, 5);
    cairo_paint_with_alpha(cairo, 0.5);
    cairo_surface_destroy(picture);
    cairo_push_group(cairo);
    cairo_rectangle(cairo, 3, 3, 50, 50);
    cairo_fill(cairo);
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, 0.3);
    cairo_show_page(cairo);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return buf_str(&out);
}

static void plain_of_cairo_passes(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 28);
    struct str fault = pdf_keys_fault(home, drawn(home));
    if (fault.len > 0)
        fail_msg("%.*s", STR_ARG(fault));
    arena_free(home);
}

/* Every byte that is overwritten, and every cut, gets an answer; letters of such a file are never
 * taken for those of a report. */
static void any_file_is_answered(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 30);
    struct str file = drawn(home);
    char *own = ARENA_MANY(home, file.len, char);
    for (size_t i = 0; i < file.len; i += 37) {
        struct arena_mark mark = arena_mark(home);
        struct letters letters;
        struct str why;
        memcpy(own, file.at, file.len);
        own[i] = (char)(own[i] ^ (1 << i % 8));
        (void)pdf_keys_fault(home, (struct str){ own, file.len });
        assert_false(letters_read(home, (struct str){ own, file.len }, &letters, &why));
        assert_true(why.len > 0);
        (void)pdf_keys_fault(home, (struct str){ own, i });
        arena_rewind(home, mark);
    }
    assert_true(pdf_keys_fault(home, STR("")).len > 0);
    assert_true(pdf_keys_fault(home, STR("%PDF-1.7\n")).len > 0);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_of_cairo_passes),
        cmocka_unit_test(any_file_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
