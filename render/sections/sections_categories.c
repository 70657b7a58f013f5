/* sections_categories.c - a case that names categories (as shipped, ported, optimised): a row for
 * each, with who was measured in it, what the case asks, its own verdict and change. */
#include "page_one.h"

enum { COLUMNS_MOST = 6 };

static const char *category_words(const struct category *category)
{
    return str_eq(category->name, STR("tuned"))    ? "categories.tuned"
           : str_eq(category->name, STR("ported")) ? "categories.ported"
                                                   : "categories.shipped";
}

/* What the table tells: works where there are several, what is asked where the case asks it. */
struct telling {
    bool works, asked, choice; /* choice: any one of several required ones */
};

static struct telling telling_of(const struct terms *terms)
{
    struct telling out = { false, false, false };
    const struct category *required = NULL;
    for (size_t i = 0; i < terms->category_count; i++) {
        const struct category *at = &terms->category[i];
        out.works = out.works || !str_eq(at->work, terms->category[0].work);
        out.asked = out.asked || at->required;
        out.choice = out.choice || (at->required && required && !str_eq(at->name, required->name));
        required = at->required ? at : required;
    }
    return out;
}

static size_t measured_add(struct building *b, struct node *cell, const struct category *category)
{
    const struct case_file *c = b->model->case_file;
    size_t count = 0;
    for (size_t i = 0; i < c->system_count; i++) {
        if (!category_measured(category, &c->system[i]))
            continue;
        if (count++ > 0)
            text_add(b, cell, "list.separator");
        quote_add(b, cell, c->system[i].id, NULL);
    }
    return count;
}

static struct node *row_begin(struct building *b, struct node *table, struct telling telling,
                              const struct category *category)
{
    struct node *row = row_add(b, table);
    if (telling.works)
        quote_add(b, cell_add(b, row), category->work, NULL);
    struct node *cell = cell_add(b, row);
    text_add(b, cell, category_words(category));
    if (telling.asked)
        text_add(b, cell_add(b, row),
                 !category->required ? "categories.optional"
                 : telling.choice    ? "categories.one_of"
                                     : "categories.required");
    return row;
}

static void category_rows(struct building *b, struct node *table, struct telling telling,
                          const struct category *category)
{
    size_t compared = 0;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!str_eq(c->workload, category->workload) || c->step || !pictured(b, c))
            continue;
        struct node *row = row_begin(b, table, telling, category), *cell = cell_add(b, row);
        SAY(b, cell, "changes.row", { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
        quote_add(b, cell_add(b, row), own_words(b, verdict_row(c->verdict)->name), NULL);
        pair_change_add(b, cell_add(b, row), c);
        compared++;
    }
    if (compared > 0)
        return;
    struct node *row = row_begin(b, table, telling, category), *cell = cell_add(b, row);
    if (measured_add(b, cell, category) == 0)
        text_add(b, cell, "groups.self")->style = STYLE_SOFT;
    text_add(b, cell_add(b, row), "categories.alone");
    text_add(b, cell_add(b, row), "groups.no_ratio")->style = STYLE_SOFT;
}

/* A system that was measured in none of the required categories, by work. */
static void lacking_add(struct building *b, struct node *section, struct telling telling)
{
    const struct case_file *c = b->model->case_file;
    for (size_t i = 0; i < c->terms->category_count; i++) {
        const struct category *category = &c->terms->category[i];
        for (size_t k = 0; k < c->system_count && category_first(c->terms, category); k++)
            if (category_lacking(c->terms, category, &c->system[k]))
                SAY(b, paragraph_add(b, section, ROLE_NONE),
                    telling.works ? "categories.lacking.work" : "categories.lacking",
                    { "system", .quote = c->system[k].id }, { "work", .quote = category->work });
    }
}

void categories_add(struct building *b, struct node *page)
{
    const struct terms *terms = b->model->case_file->terms;
    if (!terms || terms->category_count == 0)
        return;
    static const struct column all[COLUMNS_MOST] = { { .share = 16 }, { .share = 24 },
                                                     { .share = 16 }, { .share = 14 },
                                                     { .share = 26 }, { .share = 26 } };
    static const char *const named[COLUMNS_MOST] = { "groups.workload",    "categories.category",
                                                     "categories.asked",   "categories.systems",
                                                     "categories.verdict", "groups.change" };
    struct telling telling = telling_of(terms);
    struct column *column = ARENA_MANY(b->home, COLUMNS_MOST, struct column);
    const char *head[COLUMNS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < COLUMNS_MOST; i++) {
        if ((i == 0 && !telling.works) || (i == 2 && !telling.asked))
            continue;
        column[count] = all[i];
        head[count++] = named[i];
    }
    struct node *section = section_add(b, page, ROLE_FIGURE, STR("categories"));
    heading_add(b, section, 2, "categories.heading");
    struct node *table =
        table_headed(b, section, ROLE_NONE, "categories.caption", column, head, count);
    for (size_t i = 0; i < terms->category_count; i++)
        category_rows(b, table, telling, &terms->category[i]);
    lacking_add(b, section, telling);
}
