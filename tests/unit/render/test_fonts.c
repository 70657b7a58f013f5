/* test_fonts.c - widths and coverage against fontTools' reading of the same files, and against
 * Pango. */
#include "fixture.h"
#include "pdf_own.h"
#include "text_pango.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Sums of advances in font units, read with fontTools 4.38 (hmtx through the best cmap). */
static const struct {
    enum face face;
    const char *text;
    int units;
} known[] = {
    { FACE_SERIF, "A", 664 },
    { FACE_SERIF, "Procurement", 5907 },
    { FACE_SERIF, "9,840 → ≠", 3956 },
    { FACE_SERIF, "\u202f%", 1005 },
    { FACE_SERIF, "Ωж", 1479 },
    { FACE_SERIF_BOLD, "Procurement", 6023 },
    { FACE_SERIF_BOLD, "9,840 → ≠", 4025 },
    { FACE_SERIF_ITALIC, "Procurement", 5354 },
    { FACE_SERIF_ITALIC, "Ωж", 1515 },
    { FACE_SANS, "Procurement", 5508 },
    { FACE_SANS, "9,840 → ≠", 3753 },
    { FACE_SANS, "\u202f%", 944 },
    { FACE_SANS_BOLD, "Procurement", 5673 },
    { FACE_SANS_BOLD, "Ωж", 1421 },
    { FACE_MONO, "Procurement", 6600 },
    { FACE_MONO, "9,840 → ≠", 5400 },
};

struct setup {
    struct arena *home;
    struct diags *diags;
    const struct skin *skin;
    const struct fonts *fonts;
};

static struct setup setup(void)
{
    struct setup s = { .home = arena_new((size_t)1 << 30) };
    s.diags = diags_new(s.home);
    s.skin = fixture_skin(s.home);
    assert_non_null(s.skin);
    assert_true(fonts_read(s.home, s.skin->file, &s.fonts, s.diags));
    return s;
}

static void widths_are_the_fonts(void **state)
{
    (void)state;
    struct setup s = setup();
    for (size_t i = 0; i < ARRAY_COUNT(known); i++) {
        struct str text = str_from(known[i].text);
        assert_int_equal(text_width(s.fonts, known[i].face, MPT(10), text), known[i].units * 10);
        /* 6.9 pt is 7065 of Pango's 1/1024 pt, cut off */
        int64_t want = (int64_t)known[i].units * 7065 / 1024;
        assert_in_range(text_width(s.fonts, known[i].face, MPT(6.9), text) - want + 1, 0, 2);
    }
    assert_int_equal(text_width(s.fonts, FACE_SANS, MPT(10), (struct str){ 0 }), 0);
    arena_free(s.home);
}

static void coverage_is_the_fonts(void **state)
{
    (void)state;
    struct setup s = setup();
    assert_false(fonts_cover(s.fonts, FACE_SANS, 0x6F22));
    assert_false(fonts_cover(s.fonts, FACE_SERIF, 0x2717));
    assert_true(fonts_cover(s.fonts, FACE_SANS, 0x2717));
    assert_true(fonts_cover(s.fonts, FACE_MONO, 0x2192));
    assert_false(fonts_cover(s.fonts, FACE_MONO, 0x10FFFF));
    assert_false(fonts_cover(s.fonts, FACE_MONO, UINT32_MAX));
    arena_free(s.home);
}

static PangoLayout *pango_begin(PangoFontMap **map, FcConfig **config)
{
    static const char *const files[] = { "SourceSerif4-Regular.ttf", "SourceSerif4-Semibold.ttf",
                                         "SourceSerif4-It.ttf",      "SourceSans3-Regular.ttf",
                                         "SourceSans3-Semibold.ttf", "SourceCodePro-Regular.ttf" };
    *config = FcConfigCreate();
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        char *path = g_strdup_printf("%s/../templates/fonts/%s", TESTS_DIR, files[i]);
        assert_true(FcConfigAppFontAddFile(*config, (const FcChar8 *)path));
        g_free(path);
    }
    FcConfigSetCurrent(*config);
    *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(*map), *config);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(*map), 72);
    PangoContext *context = pango_font_map_create_context(*map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
    PangoLayout *layout = pango_layout_new(context);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(
        attributes, pango_attr_font_features_new("kern=0,liga=0,clig=0,calt=0,tnum=1,lnum=1"));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    g_object_unref(context);
    return layout;
}

static const struct {
    enum face face;
    const char *family;
    PangoWeight weight;
    PangoStyle style;
} looks[] = { { FACE_SERIF, "Source Serif 4", PANGO_WEIGHT_NORMAL, PANGO_STYLE_NORMAL },
              { FACE_SERIF_BOLD, "Source Serif 4", PANGO_WEIGHT_SEMIBOLD, PANGO_STYLE_NORMAL },
              { FACE_SERIF_ITALIC, "Source Serif 4", PANGO_WEIGHT_NORMAL, PANGO_STYLE_ITALIC },
              { FACE_SANS, "Source Sans 3", PANGO_WEIGHT_NORMAL, PANGO_STYLE_NORMAL },
              { FACE_SANS_BOLD, "Source Sans 3", PANGO_WEIGHT_SEMIBOLD, PANGO_STYLE_NORMAL },
              { FACE_MONO, "Source Code Pro", PANGO_WEIGHT_NORMAL, PANGO_STYLE_NORMAL } };

static void look_set(PangoLayout *layout, size_t i, double size)
{
    PangoFontDescription *look = pango_font_description_new();
    pango_font_description_set_family(look, looks[i].family);
    pango_font_description_set_weight(look, looks[i].weight);
    pango_font_description_set_style(look, looks[i].style);
    pango_font_description_set_size(look, (gint)(size * PANGO_SCALE));
    pango_layout_set_font_description(layout, look);
    pango_font_description_free(look);
}

static void widths_are_pangos(void **state)
{
    (void)state;
    static const char *const texts[] = { "AVATAR Together, Type Wavering fficient",
                                         "1,234,567.89 tokens/s ± 0.5\u202f%",
                                         "Größe, naïve façade, Ελλάδα, Москва",
                                         "‹U+6F22› a/b_c.d:e=f, §12 “quoted” … – —" };
    static const double sizes[] = { 6.9, 7.2, 8.2, 9.2, 11.6, 20.5 };
    struct setup s = setup();
    PangoFontMap *map = NULL;
    FcConfig *config = NULL;
    PangoLayout *layout = pango_begin(&map, &config);
    for (size_t i = 0; i < ARRAY_COUNT(looks); i++)
        for (size_t k = 0; k < ARRAY_COUNT(texts); k++)
            for (size_t m = 0; m < ARRAY_COUNT(sizes); m++) {
                look_set(layout, i, sizes[m]);
                pango_layout_set_text(layout, texts[k], -1);
                int width = 0;
                pango_layout_get_size(layout, &width, NULL);
                mpt ours = text_width(s.fonts, looks[i].face, MPT(sizes[m]), str_from(texts[k]));
                int64_t pangos = (int64_t)width * 1000 / PANGO_SCALE;
                /* each glyph is rounded to 1/1024 pt */
                assert_in_range(ours - pangos + 60, 0, 120);
            }
    g_object_unref(layout);
    g_object_unref(map);
    FcConfigDestroy(config);
    arena_free(s.home);
}

/* ---- texts as they are shown ---- */

enum { SHOWN_WIDTH = 1700, SHOWN_HEIGHT = 16, BLENDED = 300 };
static const double shown_size = 7.2;

static void sheet_clear(cairo_t *cr)
{
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR);
    cairo_paint(cr);
    cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
}

/* Two sheets of the same size have the same ink, and some: where glyphs touch, those that are shown
 * together are blended a little otherwise, while one glyph set elsewhere moves all behind it. */
static void assert_same_ink(cairo_surface_t *one, cairo_surface_t *other, const char *text)
{
    size_t size = (size_t)cairo_image_surface_get_stride(one) * SHOWN_HEIGHT;
    cairo_surface_flush(one);
    cairo_surface_flush(other);
    const unsigned char *a = cairo_image_surface_get_data(one);
    const unsigned char *b = cairo_image_surface_get_data(other);
    bool ink = false;
    for (size_t i = 0; i < size; i++)
        ink = ink || a[i];
    long apart = 0;
    for (size_t i = 0; i < size; i++)
        apart += abs(a[i] - b[i]);
    if (!ink || apart > BLENDED)
        fail_msg("not as Pango sets it: %s", text);
}

/* A letter between all others, or between those that are none if it is none. */
static struct str letter_between(char first, char text[200])
{
    size_t len = 0;
    for (char second = '~'; second > ' '; second--)
        if (g_ascii_isalpha(first) || !g_ascii_isalpha(second)) {
            text[len++] = first;
            text[len++] = second;
        }
    text[len] = '\0';
    return (struct str){ text, len };
}

/* Every letter of ASCII beside every other, in all faces, is set letter by letter where Pango sets
 * it as a whole: nothing kerns, joins or takes another shape. The second text waits behind the
 * first, anchored at its end. */
static void plain_texts_are_pangos(void **state)
{
    (void)state;
    struct setup s = setup();
    const char *trouble = NULL;
    struct texts *texts = texts_begin(s.skin, &trouble);
    assert_null(trouble);
    PangoFontMap *map = NULL;
    FcConfig *config = NULL;
    PangoLayout *layout = pango_begin(&map, &config);
    cairo_surface_t *sheet[2];
    cairo_t *cr[2];
    for (size_t i = 0; i < 2; i++) {
        sheet[i] = cairo_image_surface_create(CAIRO_FORMAT_A8, SHOWN_WIDTH, SHOWN_HEIGHT);
        cr[i] = cairo_create(sheet[i]);
    }
    for (size_t i = 0; i < ARRAY_COUNT(looks); i++)
        for (int first = ' '; first <= '~'; first++) {
            char text[200];
            struct str whole = letter_between((char)first, text);
            for (size_t k = 0; k < 2; k++)
                sheet_clear(cr[k]);
            assert_true(text_show(texts, cr[0], looks[i].face, MPT(shown_size), ANCHOR_START, whole,
                                  2.3, 10.6));
            assert_true(text_show(texts, cr[0], looks[i].face, MPT(shown_size), ANCHOR_END,
                                  str_sub(whole, 0, 9), SHOWN_WIDTH - 3.1, 10.6));
            texts_flush(texts, cr[0]);
            look_set(layout, i, shown_size);
            for (size_t k = 0; k < 2; k++) {
                int width = 0;
                pango_layout_set_text(layout, text, k == 0 ? (int)whole.len : 9);
                pango_layout_get_size(layout, &width, NULL);
                assert_in_range(width, PANGO_SCALE, SHOWN_WIDTH * PANGO_SCALE);
                cairo_move_to(cr[1], k == 0 ? 2.3 : SHOWN_WIDTH - 3.1 - (double)width / PANGO_SCALE,
                              10.6);
                pango_cairo_show_layout_line(cr[1], pango_layout_get_line_readonly(layout, 0));
            }
            assert_same_ink(sheet[0], sheet[1], text);
        }
    for (size_t i = 0; i < 2; i++) {
        cairo_destroy(cr[i]);
        cairo_surface_destroy(sheet[i]);
    }
    texts_end(texts);
    g_object_unref(layout);
    g_object_unref(map);
    FcConfigDestroy(config);
    arena_free(s.home);
}

/* Every cut and many flips of a face: refused or read, never out of bounds (the sanitizer build
 * sees). */
static void damage_is_survived(void **state)
{
    (void)state;
    struct setup s = setup();
    struct arena *said = arena_new((size_t)1 << 24); /* not rewound with the rest */
    s.diags = diags_new(said);
    struct entry *item = ARENA_MANY(s.home, s.skin->file->count, struct entry);
    struct entries all = { item, s.skin->file->count };
    memcpy(item, s.skin->file->item, all.count * sizeof *item);
    struct entry *mono = NULL;
    for (size_t i = 0; i < all.count; i++)
        if (str_eq(item[i].name, str_from(face_file_name(FACE_MONO))))
            mono = &item[i];
    assert_non_null(mono);
    if (!mono) /* the compiler does not know that assert_non_null ends the test */
        return;
    struct str whole = mono->bytes;
    size_t refused = 0;
    for (size_t i = 0; i < 120; i++) {
        struct arena_mark mark = arena_mark(s.home);
        const struct fonts *fonts = NULL;
        size_t cut = i < 60 ? i * 7 : whole.len * i / 120;
        char *bytes = ARENA_MANY(s.home, whole.len, char);
        memcpy(bytes, whole.at, whole.len);
        mono->bytes = (struct str){ bytes, i % 2 ? cut : whole.len };
        if (i % 2 == 0) /* table directory: offsets, lengths */
            memset(bytes + 4 + i * 3, 0xFF, 3);
        if (!fonts_read(s.home, &all, &fonts, s.diags))
            refused++;
        else
            assert_true(text_width(fonts, FACE_MONO, MPT(10), STR("width → 漢 \xFF")) >= 0);
        arena_rewind(s.home, mark);
    }
    assert_in_range(refused, 50, 120);
    item[0].bytes = (struct str){ 0 };
    mono->bytes = (struct str){ 0 };
    const struct fonts *fonts = NULL;
    assert_false(fonts_read(s.home, &all, &fonts, s.diags));
    arena_free(said);
    arena_free(s.home);
}

static void steps_take_whole_characters(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t code;
        size_t taken;
    } rows[] = {
        { "A", 'A', 1 },
        { "é", 0xE9, 2 },
        { "漢", 0x6F22, 3 },
        { "\xF0\x9F\x9A\x80", 0x1F680, 4 },
        { "\xFF", 0xFFFD, 1 },
        { "\xC3", 0xFFFD, 1 },         /* cut off */
        { "\xC0\x80", 0xFFFD, 1 },     /* overlong */
        { "\xED\xA0\x80", 0xFFFD, 1 }, /* surrogate */
        { "\xF4\x90\x80\x80", 0xFFFD, 1 },
        { "\xE2\x28\xA1", 0xFFFD, 1 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct str rest = str_from(rows[i].bytes);
        size_t len = rest.len;
        assert_int_equal(text_step(&rest), rows[i].code);
        assert_int_equal(len - rest.len, rows[i].taken);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_are_the_fonts),        cmocka_unit_test(coverage_is_the_fonts),
        cmocka_unit_test(widths_are_pangos),           cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(steps_take_whole_characters), cmocka_unit_test(plain_texts_are_pangos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
