/* report.c - the report as a tree, from a table of sections (docs/report.md gives the outline). */
#include "build.h"

struct section_row {
    const char *id; /* string "nav.ID" is its link in the bar */
    bool brief;     /* its first page is in summary.pdf, too */
    bool annex;     /* printed in annex.pdf: full tables, for who goes on from the report */
    bool (*build)(struct building *b, struct node *root, const char *id);
};

static const struct section_row sections[] = {
    { "summary", true, false, section_summary },
    { "decision", true, false, section_decision },
    { "pictures", false, false, section_pictures },
    { "method", false, true, section_method },
    { "conditions", false, true, section_conditions },
    { "executors", false, true, section_executors },
    { "runs", false, true, section_runs },
    { "accuracy", false, true, section_accuracy },
    { "costs", false, false, section_costs },
    { "amounts", false, true, section_amounts },
    { "numbers", false, true, section_numbers },
    { "questions", false, false, section_questions },
    { "limits", false, false, section_limits },
    { "facts", false, true, section_facts },
    { "files", false, true, section_files },
    { "check", false, true, section_check },
};

struct node *document_report(struct arena *home, const struct report_model *model,
                             const struct skin *skin, struct diags *diags)
{
    return document_report_apart(home, home, model, skin, diags);
}

struct node *document_report_apart(struct arena *home, struct arena *nodes,
                                   const struct report_model *model, const struct skin *skin,
                                   struct diags *diags)
{
    struct building b = {
        .home = home, .nodes = nodes, .model = model, .skin = skin, .diags = diags
    };
    if (!fonts_open(home, skin, &b.fonts, diags))
        return NULL;
    many_pick(&b);
    struct node *root = node_add(&b, NULL, NODE_DOCUMENT);
    for (size_t i = 0; i < ARRAY_COUNT(sections); i++) {
        struct node *before = root->last;
        if (!sections[i].build(&b, root, sections[i].id))
            return NULL;
        struct node *made = before ? before->next : root->child;
        if (made)
            made->brief = sections[i].brief;
        for (; made; made = made->next)
            made->annex = sections[i].annex;
    }
    return root;
}

static bool in_part(const struct node *child, enum report_part part)
{
    return part == REPORT_SUMMARY ? child->brief : child->annex == (part == REPORT_ANNEX);
}

/* Of a section that is copied, those children that the summary shows. */
static void beyond_leave(struct arena *home, struct node *copy, const struct node *section)
{
    copy->child = copy->last = NULL;
    for (const struct node *child = section->child; child; child = child->next) {
        if (child->beyond)
            continue;
        struct node *kept = ARENA_NEW(home, struct node);
        *kept = *child;
        kept->parent = copy;
        kept->next = NULL;
        *(copy->last ? &copy->last->next : &copy->child) = kept;
        copy->last = kept;
    }
}

struct node *document_part(struct arena *home, const struct node *root, enum report_part part)
{
    struct node *made = ARENA_NEW(home, struct node);
    *made = *root;
    made->annex = part == REPORT_ANNEX;
    made->brief = part == REPORT_SUMMARY;
    made->child = made->last = NULL;
    for (const struct node *child = root->child; child; child = child->next) {
        if (!in_part(child, part))
            continue;
        struct node *copy = ARENA_NEW(home, struct node);
        *copy = *child;
        copy->parent = made;
        copy->next = NULL;
        *(made->last ? &made->last->next : &made->child) = copy;
        made->last = copy;
        if (made->brief)
            beyond_leave(home, copy, child);
    }
    return made;
}
