/* test_given.c - font files that were given: which face sets what, from which side, how wide; and
 * files that are damaged. */
#include "fixture.h"
#include "given.h"
#include "pdf_own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const installed[] = {
    "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Bold.ttf",
    "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Regular.ttf",
    "/usr/share/fonts/opentype/fonts-hosny-amiri/Amiri-Slanted.ttf",
    "/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf",
    "/usr/share/fonts/truetype/motoya-l-cedar/MTLc3m.ttf",
};

struct setup {
    struct arena *home;
    struct diags *diags;
    struct skin skin;
    struct entries given;
    const struct fonts *fonts;
};

static struct str last_name(const char *path)
{
    return str_from(strrchr(path, '/') + 1);
}

/* The installed fonts, read; skips where one is not installed (./dev deps --test). */
static void setup_begin(struct setup *s)
{
    *s = (struct setup){ .home = arena_new((size_t)1 << 30) };
    s->diags = diags_new(s->home);
    s->skin = *fixture_skin(s->home);
    struct entry *item = ARENA_MANY(s->home, ARRAY_COUNT(installed), struct entry);
    for (size_t i = 0; i < ARRAY_COUNT(installed); i++) {
        item[i].name = last_name(installed[i]);
        if (!file_read(s->home, installed[i], &limits_default, &item[i].bytes, s->diags)) {
            arena_free(s->home);
            print_message("skipped: %s is not installed\n", installed[i]);
            skip();
        }
        item[i].digest = digest_of(item[i].bytes);
    }
    s->given = (struct entries){ item, ARRAY_COUNT(installed) };
    s->skin.given = &s->given;
}

static void setup_open(struct setup *s)
{
    assert_true(given_open(s->home, &s->skin, &s->skin.faces, s->diags));
    assert_true(fonts_open(s->home, &s->skin, &s->fonts, s->diags));
}

static void setup_end(struct setup *s)
{
    given_close(s->skin.faces);
    arena_free(s->home);
}

/* Order on the line and direction, by UAX #9: no value of ours. `sides`: number of the stretch that
 * stands at each place from the left; `backward`: of each stretch as it is read. */
static void order_is_of_the_script(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t count;
        size_t sides[5];
        bool backward[5];
    } rows[] = {
        { "a نظام b", 3, { 0, 1, 2 }, { false, true, false } },
        { "نظام سريع", 1, { 0 }, { true } }, /* the blank between is of the same face */
        { "نظام B2", 3, { 2, 1, 0 }, { true, true, false } },
        { "高速 2", 2, { 0, 1 }, { false, false } },
    };
    struct setup s;
    setup_begin(&s);
    setup_open(&s);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct setting_of_text set;
        mpt x = 0;
        assert_true(text_setting(s.fonts, FACE_SANS, MPT(10), str_from(rows[i].text), &set));
        assert_int_equal(set.count, rows[i].count);
        for (size_t k = 0; k < set.count; k++) {
            const struct stretch *stretch = &set.stretch[rows[i].sides[k]];
            assert_int_equal(stretch->x, x);
            assert_int_equal(set.stretch[k].backward, rows[i].backward[k]);
            x += stretch->width;
        }
        assert_int_equal(x, set.width);
        assert_int_equal(text_width(s.fonts, FACE_SANS, MPT(10), str_from(rows[i].text)), x);
    }
    struct setting_of_text set;
    assert_false(text_setting(s.fonts, FACE_SANS, MPT(10), STR("Größe → Ω ж"), &set));
    setup_end(&s);
}

/* Letters of Japanese are one em wide in this font; advances of letters add up to the whole, and
 * glyphs of a text from right to left stand further left the later they are read. */
static void widths_are_the_fonts(void **state)
{
    (void)state;
    static const char *const texts[] = { "نظام الاستدلال السريع", "तेज़ क्षेत्र कार्यालय", "漢字 a" };
    struct setup s;
    setup_begin(&s);
    setup_open(&s);
    assert_int_equal(text_width(s.fonts, FACE_SANS, MPT(10), STR("高速推論")), MPT(40));
    for (size_t i = 0; i < ARRAY_COUNT(texts); i++) {
        struct str text = str_from(texts[i]), rest = text;
        size_t count = 0;
        int64_t sum = 0;
        for (; rest.len > 0; count++)
            (void)text_step(&rest);
        mpt *advance = ARENA_MANY(s.home, count, mpt);
        assert_true(text_advances(s.fonts, FACE_SERIF, MPT(10), text, advance, count));
        for (size_t k = 0; k < count; k++)
            sum += advance[k];
        mpt width = text_width(s.fonts, FACE_SERIF, MPT(10), text);
        assert_in_range(width - sum, 0, (int64_t)count); /* each is cut off once */
    }
    struct setting_of_text set;
    const struct set_glyph *glyph;
    assert_true(text_setting(s.fonts, FACE_SANS, MPT(10), STR("نظام"), &set));
    struct stretch stretch = set.stretch[0];
    size_t count = stretch_glyphs(s.fonts, STR("نظام"), &stretch, &glyph);
    assert_int_equal(count, 4);
    for (size_t i = 1; i < count; i++) {
        assert_true(glyph[i].x < glyph[i - 1].x);
        assert_true(glyph[i].from == glyph[i - 1].to);
    }
    setup_end(&s);
}

static struct str used_names(const struct setup *s)
{
    struct entries used = given_used(s->home, s->skin.faces);
    struct buf out = buf_new(s->home, 4096);
    for (size_t i = 0; i < used.count; i++)
        buf_putf(&out, "%.*s ", STR_ARG(used.item[i].name));
    return buf_str(&out);
}

static void faces_are_chosen_by_rank(void **state)
{
    (void)state;
    struct setup s;
    size_t count;
    setup_begin(&s);
    setup_open(&s);
    assert_null(given_shows(s.fonts, FACE_SANS, STR("plain ≠ Ω"), &count));
    assert_true(str_eq(used_names(&s), STR("")));
    (void)text_width(s.fonts, FACE_SANS, MPT(10), STR("نظام"));
    assert_true(str_eq(used_names(&s), STR("Amiri-Regular.ttf "))); /* not the slanted one */
    (void)text_width(s.fonts, FACE_SANS_BOLD, MPT(10), STR("نظام"));
    assert_true(str_eq(used_names(&s), STR("Amiri-Bold.ttf Amiri-Regular.ttf ")));
    /* Thai is in none of them: not shown; a mark goes with the letter that it stands on. */
    const bool *shown = given_shows(s.fonts, FACE_SANS, STR("漢กि"), &count);
    assert_int_equal(count, 3);
    assert_true(shown[0] && !shown[1] && !shown[2]);
    /* What is hidden stays so, whatever font has a glyph for it. */
    shown = given_shows(s.fonts, FACE_SANS, STR("ن\u200Fظ\u200E"), &count);
    assert_true(shown[0] && !shown[1] && shown[2] && !shown[3]);
    shown = given_shows(s.fonts, FACE_SANS, STR("漢\u3164\u034F字"), &count);
    assert_true(shown[0] && !shown[1] && !shown[2] && shown[3]);
    setup_end(&s);
}

/* Cut, and with each of many places overwritten: set or left out, never more. */
static void damage_is_survived(void **state)
{
    (void)state;
    struct setup s;
    size_t left = 0;
    setup_begin(&s);
    struct str whole = s.given.item[3].bytes;
    for (size_t i = 0; i < 160; i++) {
        struct arena_mark mark = arena_mark(s.home);
        struct entry file = { .name = STR("damaged.ttf") };
        struct entries one = { &file, 1 };
        struct skin skin = s.skin;
        struct diags *diags = diags_new(s.home);
        char *bytes = ARENA_MANY(s.home, whole.len, char);
        memcpy(bytes, whole.at, whole.len);
        size_t cut = i % 4 == 0 ? whole.len * i / 160 : whole.len;
        size_t at = i % 4 == 1 ? 12 + i * 2 : whole.len / 160 * i;
        memset(bytes + at, i % 4 == 2 ? 0xFF : (int)(i * 37 % 256), 6);
        file.bytes = (struct str){ bytes, cut };
        skin.given = &one;
        assert_true(given_open(s.home, &skin, &skin.faces, diags));
        assert_true(fonts_open(s.home, &skin, &s.fonts, diags));
        const struct diag *said = diags_first(diags);
        assert_true(skin.faces || said);
        if (said) {
            assert_int_equal(said->id, DIAG_FONT_LEFT);
            assert_true(str_eq(said->place.file, STR("damaged.ttf")));
            left++;
        }
        struct setting_of_text set;
        struct str text = STR("तेज़ अनुमान क्षेत्र a कार्यालय");
        if (text_setting(s.fonts, FACE_SANS, MPT(10), text, &set)) {
            for (size_t k = 0; k < set.count; k++) {
                struct stretch stretch = set.stretch[k];
                const struct set_glyph *glyph;
                assert_true(!stretch.shaped ||
                            stretch_glyphs(s.fonts, text, &stretch, &glyph) < 1000);
                (void)text_setting(s.fonts, FACE_SANS, MPT(10), text, &set);
            }
        }
        given_close(skin.faces);
        arena_rewind(s.home, mark);
    }
    assert_in_range(left, 40, 159);
    arena_free(s.home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_of_the_script),
        cmocka_unit_test(widths_are_the_fonts),
        cmocka_unit_test(faces_are_chosen_by_rank),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
