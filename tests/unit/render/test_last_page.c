/* test_last_page.c - however long what stands before it, no last part of a few lines has a page of
 * its own; and no word is torn to spare a last line from one word. */
#include "paginate.h"
#include "tree_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void heading_put(struct tree_fixture *fixture, struct node *section, uint8_t level)
{
    struct node *heading = fix_node(fixture, section, NODE_HEADING, ROLE_NONE);
    heading->level = level;
    fix_text(fixture, heading, "What was asked", STYLE_PLAIN);
}

static void paragraphs_put(struct tree_fixture *fixture, struct node *section, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % 6 == 3)
            heading_put(fixture, section, 3);
        struct node *line = fix_node(fixture, section, NODE_PARAGRAPH, ROLE_NONE);
        fix_text(fixture, line, "Each run was held against each rule.", STYLE_PLAIN);
    }
}

/* The baseline furthest down on the page that is no furniture. */
static mpt lowest(const struct scene *scene)
{
    mpt y = 0;
    for (const struct mark *mark = scene->first; mark; mark = mark->next)
        if (mark->type == MARK_TEXT && mark->element > 0 && mark->a.y > y)
            y = mark->a.y;
    return y;
}

static void no_last_page_of_a_few_lines(void **state)
{
    (void)state;
    enum { FITTING = 100 };
    size_t most = 0;
    for (size_t count = FITTING; count < 150; count++) {
        struct tree_fixture fixture;
        fixture_make(&fixture, (struct fixture_options){ .fact_count = 12 });
        fixture.root->child = fixture.root->last = NULL;
        for (size_t part = 0; part < 2; part++) {
            struct node *section = fix_node(&fixture, fixture.root, NODE_SECTION, ROLE_BODY);
            heading_put(&fixture, section, 2);
            paragraphs_put(&fixture, section, part == 0 ? count : 2);
        }
        struct pages pages = { 0 };
        assert_true(paginate(fixture.home, fixture.root, &fixture.model, &fixture.skin,
                             fixture.fonts, &pages, fixture.diags));
        assert_in_range(pages.count, 3, 6);
        if (count == FITTING) /* by a few millimetres of white space */
            assert_int_equal(pages.count, 3);
        most = pages.count > most ? pages.count : most;
        mpt y = lowest(pages.item[pages.count - 1].scene);
        if (y < BODY_TOP + MM(40))
            fail_msg("%zu paragraphs: the last of %zu pages ends at %d mm", count, pages.count,
                     (int)(y / MM(1)));
        arena_free(fixture.home);
    }
    assert_in_range(most, 4, 6);
}

/* Where each word has room, none is torn, not even to spare the last line from holding one. */
static void words_that_fit_stay_whole(void **state)
{
    (void)state;
    static const char text[] = "Differences forced or chosen: Accelerator driver";
    struct tree_fixture fixture;
    fixture_make(&fixture, (struct fixture_options){ .fact_count = 12 });
    struct layout layout = { .home = fixture.home, .skin = &fixture.skin, .fonts = fixture.fonts };
    struct pieces pieces = { 0 };
    pieces_put(&layout, &pieces,
               (struct piece){ .text = str_from(text), .face = FACE_SANS, .size = MPT(9) });
    mpt least, natural;
    pieces_measure(&layout, &pieces, &least, &natural);
    assert_true(least < natural);
    for (mpt width = least; width < natural; width += MPT(1) / 4) {
        struct lines lines = lines_break(&layout, &pieces, width);
        for (size_t i = 1; i < lines.count; i++)
            assert_int_equal(text[lines.item[i].at_from - 1], ' ');
    }
    arena_free(fixture.home);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_last_page_of_a_few_lines),
                                        cmocka_unit_test(words_that_fit_stay_whole) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
