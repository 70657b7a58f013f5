/* test_paginate.c - what must hold on every page, for trees built by report.c and made by hand. */
#include "fixture.h"
#include "paginate.h"
#include "tree_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct laid { /* a tree and its pages */
    struct arena *home;
    const struct node *root;
    const struct fonts *fonts;
    const struct skin *skin;
    struct pages pages;
};

static struct laid lay_made(struct fixture_options options)
{
    struct tree_fixture fixture;
    fixture_make(&fixture, options);
    struct skin *skin = ARENA_NEW(fixture.home, struct skin);
    *skin = fixture.skin;
    struct laid laid = { fixture.home, fixture.root, fixture.fonts, skin, { 0 } };
    assert_true(paginate(laid.home, laid.root, &fixture.model, skin, laid.fonts, &laid.pages,
                         fixture.diags));
    return laid;
}

static struct laid lay_built(enum fixture kind)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct diags *diags = diags_new(home);
    struct laid laid = { .home = home, .skin = fixture_skin(home) };
    const struct report_model *model = fixture_model(home, kind);
    assert_true(fonts_read(home, laid.skin->file, &laid.fonts, diags));
    laid.root = document_report(home, model, laid.skin, diags);
    assert_non_null(laid.root);
    assert_true(paginate(home, laid.root, model, laid.skin, laid.fonts, &laid.pages, diags));
    return laid;
}

enum { CASES = 7 };
static struct laid lay_anew(size_t index)
{
    switch (index) {
    case 0:
        return lay_built(FIXTURE_CLAIM);
    case 1:
        return lay_built(FIXTURE_REFUSAL);
    case 2:
        return lay_built(FIXTURE_FEW);
    case 3:
        return lay_made((struct fixture_options){ .verdict = VERDICT_STATED, .fact_count = 90 });
    case 4:
        return lay_made((struct fixture_options){ .verdict = VERDICT_NOT, .crowded = true });
    case 5:
        return lay_made((struct fixture_options){ .verdict = VERDICT_INCOMPLETE, .hostile = true });
    default:
        return lay_made(
            (struct fixture_options){ .verdict = VERDICT_COMPARABLE, .fact_count = 700 });
    }
}

/* Pages are laid once for all tests, which only look at them. */
static struct laid kept[CASES];

static struct laid lay(size_t index)
{
    if (!kept[index].home)
        kept[index] = lay_anew(index);
    return kept[index];
}

static int kept_free(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++)
        if (kept[i].home)
            arena_free(kept[i].home);
    return 0;
}

static bool is_tag(const struct pdf_element *element, const char *tag)
{
    return strcmp(element->tag, tag) == 0;
}

static mpt mark_width(const struct laid *laid, const struct mark *mark)
{
    return text_width(laid->fonts, mark->face, mark->size, mark->text);
}

/* ---- geometry ---- */

static void text_stays_on_the_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        struct laid laid = lay(i);
        for (size_t p = 0; p < laid.pages.count; p++)
            for (const struct mark *mark = laid.pages.item[p].scene->first; mark;
                 mark = mark->next) {
                if (mark->type != MARK_TEXT)
                    continue;
                bool furniture = mark->a.y < BODY_TOP || mark->a.y > BODY_BOTTOM;
                assert_true(mark->element == 0 || !furniture);
                assert_in_range(mark->a.x, PAGE_LEFT, PAGE_RIGHT);
                struct str text = mark->text; /* the blank at a line's end may hang over */
                while (text.len > 0 && text.at[text.len - 1] == ' ')
                    text.len--;
                mpt width = text_width(laid.fonts, mark->face, mark->size, text);
                assert_in_range(mark->a.x + width, PAGE_LEFT, PAGE_RIGHT + 500);
                assert_true(mark->size >= MPT(6.9));
            }
    }
}

static bool overlap(const struct laid *laid, const struct mark *a, const struct mark *b)
{
    struct str text = a->text;
    while (text.len > 0 && text.at[text.len - 1] == ' ')
        text.len--;
    mpt a_end = a->a.x + text_width(laid->fonts, a->face, a->size, text);
    mpt b_end = b->a.x + mark_width(laid, b);
    bool across = a->a.x + 300 < b_end && b->a.x + 300 < a_end;
    mpt a_top = a->a.y - a->size * 45 / 100;
    mpt b_top = b->a.y - b->size * 45 / 100;
    return across && a_top + 300 < b->a.y && b_top + 300 < a->a.y;
}

static void page_overlaps(const struct laid *laid, size_t index, size_t page)
{
    for (const struct mark *a = laid->pages.item[page].scene->first; a; a = a->next)
        for (const struct mark *b = a->next; b && a->type == MARK_TEXT; b = b->next)
            if (b->type == MARK_TEXT && (overlap(laid, a, b) || overlap(laid, b, a)))
                fail_msg("case %zu page %zu: \"%.*s\" over \"%.*s\"", index, page + 1,
                         STR_ARG(a->text), STR_ARG(b->text));
}

static void text_never_overlaps(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES - 1; i++) {
        struct laid laid = lay(i);
        for (size_t p = 0; p < laid.pages.count; p++)
            page_overlaps(&laid, i, p);
    }
}

static void no_heading_ends_a_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        struct laid laid = lay(i);
        for (size_t p = 0; p < laid.pages.count; p++) {
            const struct mark *last = NULL;
            for (const struct mark *mark = laid.pages.item[p].scene->first; mark; mark = mark->next)
                last = mark->element ? mark : last;
            assert_non_null(last);
            if (last && laid.pages.element[last->element - 1].tag[0] == 'H')
                fail_msg("case %zu page %zu ends with \"%.*s\"", i, p + 1, STR_ARG(last->text));
        }
    }
}

/* ---- nothing lost ---- */

static struct str squeezed(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, (size_t)1 << 26);
    for (size_t i = 0; i < text.len; i++)
        if (!strchr(" \n\f[]", text.at[i]))
            buf_put_char(&out, text.at[i]);
    return buf_str(&out);
}

static size_t words_missing(struct arena *home, const struct node *node, struct str pages)
{
    size_t missing = 0;
    for (; node; node = node->next) {
        if (node->type == NODE_TEXT || node->type == NODE_QUOTE) {
            struct str rest = node->text;
            struct str word = { 0 };
            struct arena_mark mark = arena_mark(home);
            while (str_cut(&rest, ' ', &word)) {
                struct str bare = squeezed(home, word);
                bool plain = true;
                for (size_t i = 0; i < bare.len; i++)
                    plain = plain && (bare.at[i] > ' ' && bare.at[i] < 0x7F);
                if (plain && bare.len > 0 && str_find(pages, bare) == SIZE_MAX) {
                    print_message("missing: %.*s\n", STR_ARG(word));
                    missing++;
                }
            }
            arena_rewind(home, mark);
        }
        /* The table below a chart repeats its figures for HTML; the caption repeats the heading. */
        if (node->type != NODE_CHART)
            missing += words_missing(home, node->child, pages);
    }
    return missing;
}

static void every_word_is_on_a_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        struct laid laid = lay(i);
        struct buf text = buf_new(laid.home, (size_t)1 << 26);
        pages_text(&laid.pages, &text);
        struct str pages = squeezed(laid.home, buf_str(&text));
        assert_int_equal(words_missing(laid.home, laid.root, pages), 0);
    }
}

static void crowded_summary_goes_on(void **state)
{
    (void)state;
    struct laid laid = lay(4);
    size_t licences = 0;
    for (size_t i = 0; i < laid.pages.outline_count; i++)
        if (str_eq(laid.pages.outline[i].title, STR("What this licenses"))) {
            licences = i;
            assert_int_equal(laid.pages.outline[i].page, 1);
        }
    assert_true(licences > 0);
}

/* A weakened limit and its reason stand on page 1, under the verdict, with one stop. */
static void weakened_limit_is_on_page_one(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 32);
    struct diags *diags = diags_new(home);
    struct skin *skin = ARENA_NEW(home, struct skin);
    *skin = *fixture_skin(home);
    struct report_model model = *fixture_model(home, FIXTURE_FEW);
    struct case_file file = *model.case_file;
    model.case_file = &file;
    file.policy.weakened[0] = (struct weakening){ .key = KEY_POLICY_REPETITIONS,
                                                  .reason = STR("The unit was lent for a day.. "),
                                                  .fact = file.policy.repetitions_fact,
                                                  .built_in = file.policy.repetitions_fact };
    file.policy.weakened_count = 1;
    const struct fonts *fonts = NULL;
    assert_true(fonts_read(home, skin->file, &fonts, diags));
    const struct node *root = document_report(home, &model, skin, diags);
    assert_non_null(root);
    struct pages pages;
    assert_true(paginate(home, root, &model, skin, fonts, &pages, diags));
    pages.count = 1;
    struct buf text = buf_new(home, (size_t)1 << 26);
    pages_text(&pages, &text);
    struct str page = squeezed(home, buf_str(&text));
    size_t reason =
        str_find(page, squeezed(home, STR("Reason given: The unit was lent for a day.")));
    size_t stack = str_find(page, squeezed(home, STR("What changed in the stack")));
    assert_true(reason != SIZE_MAX && stack != SIZE_MAX && reason < stack);
    assert_true(str_find(page, squeezed(home, STR("for a day.."))) == SIZE_MAX);
    arena_free(home);
}

/* ---- structure ---- */

static void structure_is_in_drawing_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        struct laid laid = lay(i);
        const struct pages *pages = &laid.pages;
        for (size_t e = 0; e < pages->element_count; e++) {
            const struct pdf_element *element = &pages->element[e];
            assert_true(e == 0 ? element->parent == SIZE_MAX : element->parent < e);
            assert_true(e == 0 || !pages->element[element->parent].leaf || element->added);
            assert_true(e == 0 || element->page >= pages->element[e - 1].page);
        }
        uint32_t last = 0;
        for (size_t p = 0; p < pages->count; p++)
            for (const struct mark *mark = pages->item[p].scene->first; mark; mark = mark->next) {
                if (mark->element == 0)
                    continue;
                assert_in_range(mark->element, last, pages->element_count);
                assert_true(pages->element[mark->element - 1].leaf);
                assert_int_equal(pages->element[mark->element - 1].page, p);
                last = mark->element;
            }
    }
}

static const struct mark *number_near(const struct scene *scene, struct str number, mpt y)
{
    for (const struct mark *mark = scene->first; mark; mark = mark->next)
        if (mark->type == MARK_TEXT && str_eq(mark->text, number) && mark->a.y >= y &&
            mark->a.y < y + MPT(16) && mark->a.x < PAGE_LEFT + MPT(60))
            return mark;
    return NULL;
}

static void numbers_lead_to_their_rows_and_back(void **state)
{
    (void)state;
    struct laid laid = lay(6);
    size_t there = 0;
    size_t back = 0;
    for (size_t p = 0; p < laid.pages.count; p++)
        for (const struct mark *mark = laid.pages.item[p].scene->first; mark; mark = mark->next) {
            const struct pdf_element *of =
                mark->element ? &laid.pages.element[mark->element - 1] : NULL;
            if (!of || !is_tag(of, "Link") || mark->type != MARK_TEXT)
                continue;
            assert_true(of->box_from.x < of->box_to.x && of->box_from.y < of->box_to.y);
            assert_true(of->contents.len > 0);
            if (of->reference) {
                const struct scene *to = laid.pages.item[of->to_page].scene;
                assert_non_null(number_near(to, mark->text, of->to_y));
                there++;
            } else if (str_starts(of->contents, STR("where"))) {
                assert_true(of->to_page <= p);
                back++;
            }
        }
    assert_in_range(there, 30, 10000);
    assert_in_range(back, 8, 10000);
}

static void long_tables_repeat_their_heads(void **state)
{
    (void)state;
    struct laid laid = lay(6);
    size_t repeated = 0;
    for (size_t p = 1; p < laid.pages.count; p++) {
        const struct pdf_element *first = NULL;
        bool head = false;
        for (const struct mark *mark = laid.pages.item[p].scene->first; mark; mark = mark->next) {
            if (mark->element && !first)
                first = &laid.pages.element[mark->element - 1];
            head = head || (mark->type == MARK_TEXT && mark->element == 0 &&
                            str_eq(mark->text, STR("value, as written")));
        }
        bool goes_on =
            first && (is_tag(first, "TH") || is_tag(laid.pages.element[first->parent].leaf
                                                        ? first
                                                        : &laid.pages.element[first->parent],
                                                    "TH"));
        if (goes_on) {
            assert_true(head);
            repeated++;
        }
    }
    assert_in_range(repeated, 10, 1000);
}

static const struct pdf_element *element_of(const struct laid *laid, const struct mark *mark)
{
    return mark->element ? &laid->pages.element[mark->element - 1] : NULL;
}

/* The row that a mark stands in; SIZE_MAX: none. */
static size_t row_of(const struct laid *laid, const struct mark *mark)
{
    const struct pdf_element *of = element_of(laid, mark);
    while (of && !is_tag(of, "TR"))
        of = of->parent == SIZE_MAX ? NULL : &laid->pages.element[of->parent];
    return of ? (size_t)(of - laid->pages.element) : SIZE_MAX;
}

/* What a page holds of a long table it does not hold one row of, at the table's end. */
static void no_row_ends_a_table_alone(void **state)
{
    (void)state;
    size_t tables = 0;
    for (size_t i = 0; i < CASES; i++) {
        struct laid laid = lay(i);
        for (size_t p = 1; p < laid.pages.count; p++) {
            const struct mark *mark = laid.pages.item[p].scene->first;
            while (mark && mark->element == 0)
                mark = mark->next;
            size_t first = mark ? row_of(&laid, mark) : SIZE_MAX;
            if (first == SIZE_MAX || laid.pages.element[first].page < p)
                continue;
            size_t table = laid.pages.element[first].parent;
            size_t rows = 0;
            size_t all = 0;
            for (size_t e = 0; e < laid.pages.element_count; e++) {
                bool mine =
                    is_tag(&laid.pages.element[e], "TR") && laid.pages.element[e].parent == table;
                all += mine;
                rows += mine && laid.pages.element[e].page == p;
            }
            if (rows == all)
                continue;
            tables++;
            if (rows == 1)
                fail_msg("case %zu page %zu begins with the last row of a table", i, p + 1);
            size_t left = 0; /* behind: the head and one row alone say little */
            for (size_t e = 0; e < laid.pages.element_count; e++)
                left += is_tag(&laid.pages.element[e], "TR") &&
                        laid.pages.element[e].parent == table && laid.pages.element[e].page < p;
            if (left == 2)
                fail_msg("case %zu page %zu ends with the first row of a table", i, p);
        }
    }
    assert_in_range(tables, 5, 1000);
}

static void outline_is_nested(void **state)
{
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        struct laid laid = lay(i);
        assert_in_range(laid.pages.outline_count, 4, 200);
        int level = 0;
        size_t page = 0;
        for (size_t k = 0; k < laid.pages.outline_count; k++) {
            const struct pdf_outline *outline = &laid.pages.outline[k];
            assert_in_range(outline->level, 1, level + 1);
            assert_true(outline->title.len > 0 && outline->page >= page);
            level = outline->level;
            page = outline->page;
        }
    }
}

/* ---- lines ---- */

static struct layout layout_for(struct laid *laid)
{
    return (struct layout){ .home = laid->home, .skin = laid->skin, .fonts = laid->fonts };
}

static struct lines broken(struct layout *layout, struct pieces *pieces, enum face face,
                           const char *text, mpt width)
{
    *pieces = (struct pieces){ 0 };
    pieces_put(layout, pieces,
               (struct piece){ .text = str_from(text), .face = face, .size = MPT(9) });
    return lines_break(layout, pieces, width);
}

static void lines_fit_their_width(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "a/very/long/path/of/segments/that/goes/on/and/on/to-the-end_of.the.line.json and more",
        "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung",
        "漢字漢字漢字漢字漢字漢字漢字漢字 and \u202Emore\u202C",
        "x",
    };
    struct laid laid = lay(3);
    struct layout layout = layout_for(&laid);
    for (size_t i = 0; i < ARRAY_COUNT(texts); i++)
        for (int face = 0; face < FACE_COUNT; face++)
            for (mpt width = MPT(50); width < MPT(400); width += MPT(17)) {
                struct pieces pieces;
                struct lines lines = broken(&layout, &pieces, (enum face)face, texts[i], width);
                assert_true(lines.count > 0);
                for (size_t k = 0; k < lines.count; k++) {
                    assert_true(lines.item[k].width <= width);
                    assert_true(lines.item[k].width > 0);
                }
            }
}

static void last_line_is_not_one_word(void **state)
{
    (void)state;
    struct laid laid = lay(3);
    struct layout layout = layout_for(&laid);
    const char *text = "Short prompts are answered sooner than long ones are and so on then end";
    for (mpt width = MPT(120); width < MPT(260); width += MPT(3)) {
        struct pieces pieces;
        struct lines lines = broken(&layout, &pieces, FACE_SANS, text, width);
        const struct line *last = &lines.item[lines.count - 1];
        struct str tail = str_sub(pieces.item[last->piece_from].text, last->at_from, last->at_to);
        if (lines.count > 1)
            assert_true(str_find(tail, STR(" ")) != SIZE_MAX);
    }
}

static void units_are_not_torn(void **state)
{
    (void)state;
    struct laid laid = lay(3);
    struct layout layout = layout_for(&laid);
    for (mpt width = MPT(70); width < MPT(160); width += MPT(2)) {
        struct pieces pieces;
        struct lines lines = broken(&layout, &pieces, FACE_SANS,
                                    "about 8,187\u202ftokens/s here, 17.5\u202f% more", width);
        for (size_t k = 1; k < lines.count; k++) {
            struct str text = str_sub(pieces.item[0].text, lines.item[k].at_from, SIZE_MAX);
            assert_false(str_starts(text, STR("s ")) || str_starts(text, STR("%")) ||
                         str_starts(text, STR("tokens")));
        }
        /* as the evidence writes it, with a blank that a line may end after elsewhere */
        lines =
            broken(&layout, &pieces, FACE_SANS,
                   "at 2 % of 700 W, 81559 MiB, 12.5 \u00b5s or 3 tokens/s in 5 Wide ways", width);
        for (size_t k = 1; k < lines.count; k++) {
            struct str text = str_sub(pieces.item[0].text, lines.item[k].at_from, SIZE_MAX);
            assert_false(str_starts(text, STR("%")) || str_starts(text, STR("W,")) ||
                         str_starts(text, STR("MiB")) || str_starts(text, STR("\u00b5s")) ||
                         str_starts(text, STR("tokens")));
        }
    }
}

static void foreign_text_is_escaped(void **state)
{
    (void)state;
    struct laid laid = lay(3);
    struct layout layout = layout_for(&laid);
    struct pieces pieces = { 0 };
    layout.diags = diags_new(laid.home);
    pieces_put(&layout, &pieces,
               (struct piece){ .text = STR("a漢b\u200Fc\xFF\td\x01 e\u0301"),
                               .face = FACE_SERIF,
                               .size = MPT(9) });
    struct buf shown = buf_new(laid.home, 1000);
    struct buf meant = buf_new(laid.home, 1000);
    for (size_t i = 0; i < pieces.count; i++) {
        buf_put(&shown, pieces.item[i].text);
        buf_put(&meant, pieces.item[i].actual.len ? pieces.item[i].actual : pieces.item[i].text);
    }
    /* bad bytes forbid composing; what they stood for is unknown */
    assert_true(str_eq(buf_str(&shown), STR("a‹U+6F22›b‹U+200F›c‹0xFF› d‹U+0001› e\u0301")));
    assert_true(str_eq(buf_str(&meant), STR("a漢b\u200Fc\uFFFD d\x01 e\u0301")));
    assert_true(str_eq(text_fit(&layout, FACE_SERIF, STR("e\u0301 漢")), STR("\u00e9 ‹U+6F22›")));
    /* Letters that a reader of the PDF misses are told, each text once; hidden characters are not.
     */
    (void)text_fit(&layout, FACE_SERIF, STR("from 编译器 开启 to 漢"));
    (void)text_fit(&layout, FACE_SANS, STR("שרת🚀"));
    /* A name with a figure in it is one text, and a part of what was told is not told again. */
    (void)text_fit(&layout, FACE_SANS, STR("推論2号機"));
    (void)text_fit(&layout, FACE_SANS, STR("推論"));
    static const char *const told[] = { "漢", "编译器 开启", "שרת🚀", "推論2号機" };
    const struct diag *diag = diags_first(layout.diags);
    for (size_t i = 0; i < ARRAY_COUNT(told); i++, diag = diag->next) {
        assert_non_null(diag);
        assert_int_equal(diag->id, DIAG_TEXT_UNSEEN);
        assert_true(str_eq(diag->said, str_from(told[i])));
    }
    assert_null(diag);
    pieces = (struct pieces){ 0 };
    pieces_put(&layout, &pieces,
               (struct piece){ .text = STR("✗●"), .face = FACE_SERIF_BOLD, .size = MPT(9) });
    assert_int_equal(pieces.count, 1); /* another shipped face has both */
    assert_int_equal(pieces.item[0].face, FACE_SANS_BOLD);
}

static void empty_document_is_one_page(void **state)
{
    (void)state;
    struct tree_fixture fixture;
    fixture_make(&fixture, (struct fixture_options){ 0 });
    fixture.root->child = fixture.root->last = NULL;
    struct pages pages = { 0 };
    assert_true(paginate(fixture.home, fixture.root, &fixture.model, &fixture.skin, fixture.fonts,
                         &pages, fixture.diags));
    assert_int_equal(pages.count, 1);
    assert_int_equal(pages.element_count, 0);
    arena_free(fixture.home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_stays_on_the_page),
        cmocka_unit_test(text_never_overlaps),
        cmocka_unit_test(no_heading_ends_a_page),
        cmocka_unit_test(every_word_is_on_a_page),
        cmocka_unit_test(crowded_summary_goes_on),
        cmocka_unit_test(weakened_limit_is_on_page_one),
        cmocka_unit_test(structure_is_in_drawing_order),
        cmocka_unit_test(numbers_lead_to_their_rows_and_back),
        cmocka_unit_test(long_tables_repeat_their_heads),
        cmocka_unit_test(no_row_ends_a_table_alone),
        cmocka_unit_test(outline_is_nested),
        cmocka_unit_test(lines_fit_their_width),
        cmocka_unit_test(last_line_is_not_one_word),
        cmocka_unit_test(units_are_not_torn),
        cmocka_unit_test(foreign_text_is_escaped),
        cmocka_unit_test(empty_document_is_one_page),
    };
    return cmocka_run_group_tests(tests, NULL, kept_free);
}
