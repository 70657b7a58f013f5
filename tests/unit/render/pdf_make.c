/* pdf_make.c - writes the fixture's report.pdf and pages.txt for pdf_checks.sh.
 *
 * pdf_make FOLDER [stated|not|hostile|crowded] */
#include "tree_fixture.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *kind = argc > 2 ? argv[2] : "stated";
    struct fixture_options options = { .verdict = VERDICT_STATED, .fact_count = 90 };
    if (strcmp(kind, "not") == 0)
        options.verdict = VERDICT_NOT;
    options.hostile = strcmp(kind, "hostile") == 0;
    options.crowded = strcmp(kind, "crowded") == 0;
    struct fixture fixture;
    fixture_make(&fixture, options);
    struct pages pages = { 0 };
    struct str pdf = { 0 };
    bool good = argc > 1 &&
                paginate(fixture.home, fixture.root, &fixture.model, &fixture.skin, fixture.fonts,
                         &pages, fixture.diags) &&
                pdf_write(fixture.home, &pages, &fixture.model, &fixture.skin, &pdf, fixture.diags);
    if (good) {
        struct buf text = buf_new(fixture.home, (size_t)1 << 24);
        pages_text(&pages, &text);
        struct entry entry[] = { { .name = STR("pages.txt"), .bytes = buf_str(&text) },
                                 { .name = STR("report.pdf"), .bytes = pdf } };
        struct entries entries = { entry, 2 };
        good = entries_write(fixture.home, argv[1], &entries, fixture.diags);
    }
    struct buf said = buf_new(fixture.home, 1 << 20);
    diags_put_text(fixture.diags, &said);
    printf("%.*s", STR_ARG(buf_str(&said)));
    arena_free(fixture.home);
    return good ? 0 : 1;
}
