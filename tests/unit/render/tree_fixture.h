/* tree_fixture.h - a document tree made by hand that holds every node type and role. */
#ifndef TREE_FIXTURE_H
#define TREE_FIXTURE_H

#include "pdf.h"

struct tree_fixture {
    struct arena *home;
    struct diags *diags;
    struct skin skin;
    const struct fonts *fonts;
    struct report_model model;
    struct case_file about;
    struct node *root;
    struct fact *fact;
    size_t fact_count;
};
struct fixture_options {
    enum verdict verdict;
    size_t fact_count; /* at least 12 */
    bool hostile;      /* long words, foreign scripts, controls */
    bool crowded;      /* more on page 1 than it holds */
};
/* The skin is read from templates/. The caller frees fixture->home. */
void fixture_make(struct tree_fixture *fixture, struct fixture_options options);

struct node *fix_node(struct tree_fixture *fixture, struct node *parent, enum node_type type,
                      enum role role);
struct node *fix_text(struct tree_fixture *fixture, struct node *parent, const char *text,
                      enum style style);

#endif
