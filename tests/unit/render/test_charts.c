/* test_charts.c - palette, axes, thinning, SVG. */
#include "fixture.h"

#include "base/num.h"
#include "chart.h"
#include "paginate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* ---- contrast: WCAG 2.2, relative luminance and contrast ratio ---- */

static double channel(const char *hex)
{
    uint64_t value = 0;
    char text[5] = { '0', 'x', hex[0], hex[1], 0 };
    assert_true(num_hex(str_from(text), &value));
    double c = (double)value / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(const char *colour)
{
    return 0.2126 * channel(colour + 1) + 0.7152 * channel(colour + 3) +
           0.0722 * channel(colour + 5);
}

static double contrast(const char *a, const char *b)
{
    double x = luminance(a), y = luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

static void test_contrast(void **state)
{
    (void)state;
    static const enum colour texts[] = { COLOUR_INK,    COLOUR_SOFT,       COLOUR_A,
                                         COLOUR_B,      COLOUR_OBJECTIVE,  COLOUR_COMPARABLE,
                                         COLOUR_STATED, COLOUR_INCOMPLETE, COLOUR_NOT };
    static const enum colour grounds[] = { COLOUR_PAPER, COLOUR_WASH, COLOUR_TINT };
    for (size_t i = 0; i < ARRAY_COUNT(texts); i++) {
        for (size_t g = 0; g < ARRAY_COUNT(grounds); g++) {
            const struct colour_row *text = colour_row(texts[i]), *ground = colour_row(grounds[g]);
            /* text on paper 4.5; on a tint stand ink, soft, B and the dots of A, a mark */
            double least =
                g == 0 || texts[i] == COLOUR_INK || texts[i] == COLOUR_SOFT || texts[i] == COLOUR_B
                    ? 4.5
                    : 3.0;
            if (contrast(text->light, ground->light) < least ||
                contrast(text->dark, ground->dark) < least) {
                fail_msg("%s on %s: %f light, %f dark", text->name, ground->name,
                         contrast(text->light, ground->light), contrast(text->dark, ground->dark));
            }
        }
    }
    assert_true(contrast("#000000", "#ffffff") > 20.9 &&
                contrast("#777777", "#ffffff") < 4.5); /* the formula itself */
}

static void test_axes(void **state)
{
    (void)state;
    static const struct {
        double most, to, step;
        int decimals;
    } rows[] = { { 8232, 10000, 2000, 0 }, { 1, 1, 0.2, 1 },     { 0.0065, 0.008, 0.002, 3 },
                 { 100, 100, 20, 0 },      { 0, 1, 0.2, 1 },     { 7, 8, 2, 0 },
                 { 12, 12.5, 2.5, 1 },     { 1e9, 1e9, 2e8, 0 }, { 8e22, 8e22, 2e22, 0 } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct axis axis = axis_from_zero(rows[i].most);
        if (fabs(axis.to - rows[i].to) > 1e-9 * rows[i].to ||
            fabs(axis.step - rows[i].step) > 1e-9 * rows[i].step ||
            axis.decimals != rows[i].decimals) {
            fail_msg("%f: to %f step %f decimals %d", rows[i].most, axis.to, axis.step,
                     axis.decimals);
        }
    }
    struct axis axis = axis_from_zero(100);
    assert_int_equal(axis_at(&axis, 0, 1000, 2000), 1000);
    assert_int_equal(axis_at(&axis, 50, 1000, 2000), 1500);
    assert_int_equal(axis_at(&axis, 1e300, 1000, 2000), 2000);
    assert_int_equal(axis_at(&axis, -5, 1000, 2000), 1000);
    axis =
        axis_from_zero(1e305); /* a double's end: an axis all the same, and no ticks without end */
    assert_true(isfinite(axis.to) && axis.to >= 1e300 && axis.to / axis.step < 10);
    struct arena *home = arena_new((size_t)1 << 20);
    static const struct skin skin;
    const struct building b = { .home = home, .skin = &skin };
    assert_true(str_eq(tick_text(&b, 2e22, 0), STR("2.00e+22")));
    assert_true(str_eq(tick_text(&b, 1500000, 0), STR("1,500,000")));
    arena_free(home);
    axis = axis_between(-1e40, 3e40);
    assert_true(axis.from <= -1e40 && axis.to >= 3e40 && (axis.to - axis.from) / axis.step < 10);
    axis = axis_between(1665, 1990);
    assert_true(axis.from <= 1665 && axis.to >= 1990 && axis.from > 1000);
}

/* ---- thinning ---- */

static const struct node *chart_find(const struct node *node, const char *id)
{
    if (node->type == NODE_CHART && str_eq(node->text, str_from(id)))
        return node;
    for (const struct node *child = node->child; child; child = child->next) {
        const struct node *found = chart_find(child, id);
        if (found)
            return found;
    }
    return NULL;
}

static size_t marks_beyond(const struct scene *scene)
{
    size_t count = 0;
    for (const struct mark *mark = scene->first; mark; mark = mark->next)
        count += mark->type == MARK_LINE && mark->paint.stroke == COLOUR_OBJECTIVE;
    return count;
}

static void test_series(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 31);
    struct diags *diags = diags_new(home);
    const struct skin *skin = fixture_skin(home);
    const struct report_model *model = fixture_model(home, FIXTURE_CLAIM);
    const struct node *root = document_report(home, model, skin, diags);
    assert_non_null(root);
    const struct scene *scene = chart_find(root, "series-A")->scene;
    size_t traces = 0;
    for (const struct mark *mark = scene->first; mark; mark = mark->next) {
        if (mark->type == MARK_PATH && !mark->closed) {
            traces++;
            assert_true(mark->path_count > 100 && mark->path_count < 1000);
            for (size_t i = 1; i < mark->path_count; i++)
                assert_true(mark->path[i].x >= mark->path[i - 1].x);
        }
    }
    /* the fixture has a hiccup each 5,003 iterations of some 16,000: three a run, three runs */
    assert_int_equal(marks_beyond(scene), 9);
    assert_int_equal(traces, 6); /* samples and clock of three runs */
    struct buf svg = buf_new(home, 1 << 24);
    scene_svg(scene, true, &svg);
    assert_true(svg.len < 200 * 1000 && !svg.full);
    arena_free(home);
}

/* What a tool wrote as a value below zero stands below the axis: its edge says so. */
static void test_series_below(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 31);
    struct diags *diags = diags_new(home);
    const struct report_model *model = fixture_model(home, FIXTURE_CLAIM);
    union {
        const double *in;
        double *out;
    } value = { model->comparison[0].run[0].series->value };
    value.out[1000] = -0.25;
    const struct node *root = document_report(home, model, fixture_skin(home), diags);
    assert_non_null(root);
    assert_int_equal(marks_beyond(chart_find(root, "series-A")->scene), 10);
    arena_free(home);
}

/* ---- names ---- */

static void test_labels(void **state)
{
    (void)state;
    static const char *const names[] = { "A", "a label of a good many words that goes on and on",
                                         "\u5B9F\u884C\u6E2C\u5B9A\u306E\u7D50\u679C", "" };
    struct arena *home = arena_new((size_t)1 << 26);
    struct diags *diags = diags_new(home);
    struct building b = { .home = home, .skin = fixture_skin(home) };
    assert_true(fonts_read(home, b.skin->file, &b.fonts, diags));
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        struct str name = str_from(names[i]);
        for (mpt width = MPT(20); width < MPT(400); width += MPT(10)) {
            struct str label = label_fitted(&b, FACE_SANS, MPT(8), name, width);
            size_t dots = str_find(label, STR("\u2026"));
            if (!str_eq(label, name)) {
                assert_true(dots != SIZE_MAX);
                assert_true(str_starts(name, str_sub(label, 0, dots)));
                assert_true(str_ends(name, str_sub(label, dots + 3, label.len)));
            }
            /* pages show an escape of eight or nine letters for each that no face covers */
            struct layout layout = {
                .home = home, .rough = home, .skin = b.skin, .fonts = b.fonts
            };
            assert_true(text_width(b.fonts, FACE_SANS, MPT(8),
                                   text_fit(&layout, FACE_SANS, label)) <= width);
        }
        assert_true(str_eq(label_fitted(&b, FACE_SANS, MPT(8), name, MPT(900)), name));
    }
    arena_free(home);
}

/* ---- SVG ---- */

static void test_svg(void **state)
{
    (void)state;
    struct arena *home = arena_new(1 << 24);
    struct scene *scene = scene_new(home, STR("x"), 100000, 50500);
    scene->title = STR("a < b");
    scene->description = STR("say \"it\" & go\001");
    struct fact fact = { .number = 7 };
    scene_line(home, scene, -1000, 1234, 99995, 10,
               (struct paint){ .stroke = COLOUR_B, .width = 500, .dashed = true })
        ->fact = &fact;
    scene_rect(home, scene, 20000, 20000, 10000, 10000, (struct paint){ .fill = COLOUR_WASH });
    scene_text(home, scene, 0, 0, STR("<script>"), FACE_SANS_BOLD, MPT(8), COLOUR_A, ANCHOR_END);
    struct buf out = buf_new(home, 1 << 20);
    scene_svg(scene, true, &out);
    struct str svg = buf_str(&out);
    static const char *const wanted[] = {
        "viewBox=\"0 0 100.000 50.500\"",
        "<line class=\"f-none s-b\" fill=\"none\" stroke=\"#0a4d8c\" stroke-width=\"0.5\" "
        "stroke-dasharray=\"3 2\" data-fact=\"7\" "
        "x1=\"-1\" y1=\"1.23\" x2=\"100\" y2=\"0.01\"/>",
        "x=\"10\" y=\"10\" width=\"10\" height=\"10\"",
        "&lt;script&gt;</text>",
        "text-anchor=\"end\"",
        "<title id=\"x-title\">a &lt; b</title>",
        "aria-labelledby=\"x-title x-desc\"",
    };
    for (size_t i = 0; i < ARRAY_COUNT(wanted); i++)
        if (str_find(svg, str_from(wanted[i])) == SIZE_MAX)
            fail_msg("missing %s in %.*s", wanted[i], STR_ARG(svg));
    assert_true(str_find(svg, STR("\001")) == SIZE_MAX &&
                str_find(svg, STR(" style=")) == SIZE_MAX);
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrast), cmocka_unit_test(test_axes),
        cmocka_unit_test(test_series),   cmocka_unit_test(test_series_below),
        cmocka_unit_test(test_labels),   cmocka_unit_test(test_svg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
