/* pdf_make.c - writes report.pdf and pages.txt of a made-up case, for eyes and for pdf_checks.sh.
 *
 * pdf_make FOLDER [claim|refusal|few|stated|not|hostile|crowded]: the first three are trees that
 * report.c builds, the others are made by hand. */
#include "fixture.h"
#include "tree_fixture.h"

#include <stdio.h>
#include <string.h>

static bool report_write(struct arena *home, const struct node *root,
                         const struct report_model *model, const struct skin *skin,
                         const char *folder, struct diags *diags)
{
    const struct fonts *fonts = NULL;
    struct pages pages = { 0 };
    struct str pdf = { 0 };
    if (!root || !fonts_read(home, skin->file, &fonts, diags) ||
        !paginate(home, root, model, skin, fonts, &pages, diags) ||
        !pdf_write(home, &pages, model, skin, NULL, &pdf, diags))
        return false;
    struct buf text = buf_new(home, (size_t)1 << 24);
    pages_text(&pages, &text);
    struct entry entry[] = { { .name = STR("pages.txt"), .bytes = buf_str(&text) },
                             { .name = STR("report.pdf"), .bytes = pdf } };
    struct entries entries = { entry, 2 };
    return entries_write(home, folder, &entries, diags);
}

static bool built_write(const char *folder, enum fixture kind, struct buf *said)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct diags *diags = diags_new(home);
    const struct skin *skin = fixture_skin(home);
    const struct report_model *model = fixture_model(home, kind);
    bool good = skin && report_write(home, document_report(home, model, skin, diags), model, skin,
                                     folder, diags);
    diags_put_text(diags, said);
    arena_free(home);
    return good;
}

static bool made_write(const char *folder, const char *kind, struct buf *said)
{
    struct tree_fixture fixture;
    struct fixture_options options = { .verdict = VERDICT_STATED, .fact_count = 90 };
    if (strcmp(kind, "not") == 0)
        options.verdict = VERDICT_NOT;
    options.hostile = strcmp(kind, "hostile") == 0;
    options.crowded = strcmp(kind, "crowded") == 0;
    fixture_make(&fixture, options);
    bool good = report_write(fixture.home, fixture.root, &fixture.model, &fixture.skin, folder,
                             fixture.diags);
    diags_put_text(fixture.diags, said);
    arena_free(fixture.home);
    return good;
}

int main(int argc, char **argv)
{
    static const char *const built[] = {
        [FIXTURE_CLAIM] = "claim", [FIXTURE_REFUSAL] = "refusal", [FIXTURE_FEW] = "few"
    };
    if (argc < 2)
        return 3;
    const char *kind = argc > 2 ? argv[2] : "stated";
    struct arena *home = arena_new((size_t)1 << 24);
    struct buf said = buf_new(home, (size_t)1 << 20);
    size_t index = 0;
    while (index < ARRAY_COUNT(built) && strcmp(built[index], kind) != 0)
        index++;
    bool good = index < ARRAY_COUNT(built) ? built_write(argv[1], (enum fixture)index, &said)
                                           : made_write(argv[1], kind, &said);
    printf("%.*s", STR_ARG(buf_str(&said)));
    arena_free(home);
    return good ? 0 : 1;
}
