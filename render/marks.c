/* marks.c - the small letters behind values in the pages that are read, and what they stand for.
 *
 * A fact has one number in the whole dossier, of four digits in a large case. Pages that are read
 * raise a letter in its place, counted anew in each section; the annex lists section by section
 * which fact a letter stands for, and goes on with numbers itself, so that the two never mix. */
#include "build.h"

struct lettering {
    uint16_t *of; /* the letter of a fact by its number; 0: none yet */
    const struct fact **fact;
    uint16_t count;
};

/* Tables of figures beneath a chart stand in the HTML alone: theirs come last, so that the letters
 * of a page on paper follow one another. */
static void letters_put(struct lettering *in, struct node *node, bool figures)
{
    bool marked = node->type == NODE_VALUE && form_marked(node->form) && node->fact->number > 0;
    if (marked && in->of[node->fact->number] == 0 && in->count < UINT16_MAX) {
        in->fact[in->count] = node->fact;
        in->of[node->fact->number] = ++in->count;
    }
    if (marked)
        node->letter = in->of[node->fact->number];
    for (struct node *child = node->type == NODE_CHART && !figures ? NULL : node->child; child;
         child = child->next)
        letters_put(in, child, figures);
}

/* The word by which the report's bar names the section, else its own heading. */
static void section_named(struct building *b, struct node *cell, const struct node *section)
{
    const char *nav = section_nav(b->home, b->skin, section->id);
    if (nav) {
        text_add(b, cell, nav);
        return;
    }
    for (const struct node *word = section->child->child; word; word = word->next)
        if (word->type == NODE_TEXT)
            node_add(b, cell, NODE_TEXT)->text = word->text;
        else if (word->type == NODE_QUOTE)
            quote_add(b, cell, word->text, word->fact);
}

void letters_add(struct building *b, struct node *root, struct node *section)
{
    static const struct column columns[] = { { .share = 14 }, { .share = 86 } };
    static const char *const heads[] = { "letters.section", "letters.letter" };
    struct node *table = NULL;
    for (struct node *read = root->child; read; read = read->next) {
        if (read->annex || read == section)
            continue;
        struct lettering in = { .of = ARENA_MANY(b->home, b->model->fact_count + 1, uint16_t),
                                .fact = ARENA_MANY(b->home, b->model->fact_count,
                                                   const struct fact *) };
        letters_put(&in, read, false);
        letters_put(&in, read, true);
        if (in.count == 0)
            continue;
        if (!table) {
            heading_add(b, section, 3, "letters.heading");
            table = TABLE_HEADED(b, section, ROLE_NONE, "letters.heading", columns, heads);
        }
        struct node *row = row_add(b, table);
        section_named(b, cell_heading(b, row), read);
        struct node *cell = cell_add(b, row);
        for (size_t i = 0; i < in.count; i++) {
            const struct node letter = { .letter = (uint16_t)(i + 1) };
            quote_add(b, cell, mark_shown(b->home, &letter), NULL);
            marks_add(b, cell, &in.fact[i], 1);
            text_add(b, cell, i + 1 < in.count ? "list.separator" : "sentence.end");
        }
    }
    if (table)
        heading_add(b, section, 3, "facts.caption");
}
