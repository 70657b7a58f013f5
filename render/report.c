/* report.c - the report as a tree, from a table of sections (docs/report.md gives the outline). */
#include "build.h"

struct section_row {
    const char *id, *nav; /* nav: string of the link in the bar */
    bool annex;           /* printed in annex.pdf: full tables, for who goes on from the report */
    bool (*build)(struct building *b, struct node *root, const char *id);
};

static const struct section_row sections[] = {
    { "summary", "nav.summary", false, section_summary },
    { "decision", "nav.decision", false, section_decision },
    { "pictures", "nav.pictures", false, section_pictures },
    { "method", "nav.method", true, section_method },
    { "conditions", "nav.conditions", true, section_conditions },
    { "executors", "nav.executors", true, section_executors },
    { "runs", "nav.runs", true, section_runs },
    { "accuracy", "nav.accuracy", true, section_accuracy },
    { "costs", "nav.costs", false, section_costs },
    { "numbers", "nav.numbers", true, section_numbers },
    { "questions", "nav.questions", false, section_questions },
    { "limits", "nav.limits", false, section_limits },
    { "facts", "nav.facts", true, section_facts },
    { "files", "nav.files", true, section_files },
    { "check", "nav.check", true, section_check },
};

const char *section_nav(struct str id)
{
    for (size_t i = 0; i < ARRAY_COUNT(sections); i++)
        if (str_eq(str_from(sections[i].id), id))
            return sections[i].nav;
    return NULL;
}

struct node *document_report(struct arena *home, const struct report_model *model,
                             const struct skin *skin, struct diags *diags)
{
    struct building b = { .home = home, .model = model, .skin = skin, .diags = diags };
    if (!fonts_open(home, skin, &b.fonts, diags))
        return NULL;
    many_pick(&b);
    struct node *root = node_add(&b, NULL, NODE_DOCUMENT);
    for (size_t i = 0; i < ARRAY_COUNT(sections); i++) {
        struct node *before = root->last;
        if (!sections[i].build(&b, root, sections[i].id))
            return NULL;
        struct node *made = before ? before->next : root->child;
        for (; made; made = made->next)
            made->annex = sections[i].annex;
    }
    return root;
}

struct node *document_part(struct arena *home, const struct node *root, bool annex)
{
    struct node *part = ARENA_NEW(home, struct node);
    *part = *root;
    part->annex = annex;
    part->child = part->last = NULL;
    for (const struct node *child = root->child; child; child = child->next) {
        if (child->annex != annex)
            continue;
        struct node *copy = ARENA_NEW(home, struct node);
        *copy = *child;
        copy->parent = part;
        copy->next = NULL;
        *(part->last ? &part->last->next : &part->child) = copy;
        part->last = copy;
    }
    return part;
}
