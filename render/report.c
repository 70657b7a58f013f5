/* report.c - the report as a tree, from a table of sections (docs/report.md gives the outline). */
#include "build.h"

struct section_row {
    const char *id, *nav; /* nav: string of the link in the bar */
    bool (*build)(struct building *b, struct node *root, const char *id);
};

static const struct section_row sections[] = {
    { "summary", "nav.summary", section_summary },
    { "decision", "nav.decision", section_decision },
    { "pictures", "nav.pictures", section_pictures },
    { "method", "nav.method", section_method },
    { "conditions", "nav.conditions", section_conditions },
    { "executors", "nav.executors", section_executors },
    { "runs", "nav.runs", section_runs },
    { "accuracy", "nav.accuracy", section_accuracy },
    { "costs", "nav.costs", section_costs },
    { "numbers", "nav.numbers", section_numbers },
    { "questions", "nav.questions", section_questions },
    { "limits", "nav.limits", section_limits },
    { "facts", "nav.facts", section_facts },
    { "files", "nav.files", section_files },
    { "check", "nav.check", section_check },
};

const char *section_nav(struct str id)
{
    for (size_t i = 0; i < ARRAY_COUNT(sections); i++) {
        if (str_eq(str_from(sections[i].id), id)) {
            return sections[i].nav;
        }
    }
    return NULL;
}

struct node *document_report(struct arena *home, const struct report_model *model,
                             const struct skin *skin, struct diags *diags)
{
    struct building b = { .home = home, .model = model, .skin = skin, .diags = diags };
    if (!fonts_read(home, skin->file, &b.fonts, diags)) {
        return NULL;
    }
    many_pick(&b);
    struct node *root = node_add(&b, NULL, NODE_DOCUMENT);
    for (size_t i = 0; i < ARRAY_COUNT(sections); i++) {
        if (!sections[i].build(&b, root, sections[i].id)) {
            return NULL;
        }
    }
    return root;
}
