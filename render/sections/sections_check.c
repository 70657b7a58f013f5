/* sections_check.c - how to check all of the report, and the colophon: what made it. */
#include "build.h"
#include "model/references.h"

static void colophon_row(struct building *b, struct node *table, const char *what, struct str text,
                         bool mono)
{
    struct node *row = row_add(b, table);
    text_add(b, cell_heading(b, row), what);
    quote_add(b, cell_add(b, row), text, NULL)->style = mono ? STYLE_MONO : STYLE_PLAIN;
}

static void digest_row(struct building *b, struct node *table, const char *what,
                       const struct entry *file)
{
    struct node *row = row_add(b, table);
    SAY(b, cell_heading(b, row), what, { "file", .quote = file->name });
    quote_add(b, cell_add(b, row), digest_hex(b->home, digest_of(file->bytes)), NULL)->style =
        STYLE_MONO;
}

static void signers_put(struct buf *out, const struct reference *one)
{
    for (size_t i = 0; i < one->signer_count; i++) {
        const struct reference_signer *signer = &one->signer[i];
        bool stamped = signer->stamped.len > 0;
        struct str when = stamped ? signer->stamped : signer->claimed;
        buf_put(out, i == 0 ? STR(", signed by ") : STR("; "));
        buf_put(out, signer->subject);
        if (when.len > 0)
            buf_putf(out, ", %.*s (%s)", STR_ARG(when), stamped ? "stamped" : "claimed");
    }
    buf_put(out, one->signer_count == 0 ? STR(", signed by nobody") : STR(""));
}

/* "PR-2026-0142, content id 1f2e..., signed by CN=..., 2026-11-28T00:00:00Z (claimed)" */
static void references_add(struct building *b, struct node *table)
{
    for (size_t i = 0; i < b->model->reference_count; i++) {
        const struct reference *one = &b->model->reference[i];
        struct buf text = buf_new(b->home, (size_t)1 << 20);
        buf_putf(&text, "%.*s, content id %.*s", STR_ARG(one->case_id), STR_ARG(one->content));
        signers_put(&text, one);
        colophon_row(b, table, joined(b, "colophon", str_c(b->home, one->as)), buf_str(&text),
                     false);
    }
}

bool section_check(struct building *b, struct node *root, const char *id)
{
    static const char *const commands[] = { "check.unzip", "check.digests", "check.signature",
                                            "check.manifest" };
    static const struct {
        const char *words, *command;
    } program[] = { { "check.rebuild", "check.rebuild.command" },
                    { "check.trace", "check.trace.command" } };
    static const struct column columns[] = { { .share = 24 }, { .share = 76 } };
    static const char *const heads[] = { "colophon.what", "colophon.value" };
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "check.heading");
    paragraph_plain(b, section, ROLE_NONE, "check.intro");
    for (size_t i = 0; i < ARRAY_COUNT(commands); i++)
        text_add(b, paragraph_add(b, section, ROLE_COMMANDS), commands[i])->style = STYLE_MONO;
    for (size_t i = 0; i < ARRAY_COUNT(program); i++) {
        paragraph_plain(b, section, ROLE_NONE, program[i].words);
        text_add(b, paragraph_add(b, section, ROLE_COMMANDS), program[i].command)->style =
            STYLE_MONO;
    }
    heading_add(b, section, 3, "colophon.heading");
    struct node *table =
        TABLE_HEADED(b, section, ROLE_COLOPHON, "colophon.caption", columns, heads);
    colophon_row(b, table, "colophon.program", b->model->program, false);
    colophon_row(b, table, "colophon.rules", b->model->rules_version, false);
    if (b->model->rules_evidence) {
        colophon_row(b, table, "colophon.rules_digest",
                     digest_hex(b->home, b->model->rules_evidence->digest), true);
    }
    colophon_row(b, table, "colophon.evidence", digest_hex(b->home, b->model->evidence_id), true);
    references_add(b, table);
    const struct str parts[] = { skin_file(b->home, b->skin, "strings"),
                                 skin_file(b->home, b->skin, "words"), STR("style.css"),
                                 STR("sort.js") };
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        const struct entry *entry = entries_find(b->skin->file, parts[i]);
        if (entry)
            digest_row(b, table, "colophon.template", entry);
    }
    for (size_t i = 0; i < b->skin->file->count; i++) {
        const struct entry *entry = &b->skin->file->item[i];
        if (str_starts(entry->name, STR("fonts/")) && str_ends(entry->name, STR(".ttf")))
            digest_row(b, table, "colophon.face", entry);
    }
    for (size_t i = 0; b->skin->used && i < b->skin->used->count; i++)
        digest_row(b, table, "colophon.face.given", &b->skin->used->item[i]);
    paragraph_plain(b, section, ROLE_SMALL, "colophon.words");
    if (b->skin->used)
        paragraph_plain(b, section, ROLE_SMALL, "colophon.given");
    return true;
}
