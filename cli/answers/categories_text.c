/* categories_text.c - the categories of a case (as shipped, ported, tuned) as text. */
#include "verdict_text.h"

#include "model/decision.h"
#include "output.h"

#include <string.h>

/* "  chat (tuned), optional: N, M"; what is compared has its verdict by itself. */
static void category_put(const struct case_file *c, const struct category *category,
                         struct str asked, struct buf *out)
{
    size_t measured = 0;
    buf_put(out, STR("  "));
    buf_put_visible(out, category->workload);
    if (asked.len > 0)
        buf_put(out, category->required ? asked : STR(", optional"));
    for (size_t i = 0; i < c->system_count; i++) {
        if (category_measured(category, &c->system[i])) {
            buf_put(out, measured++ > 0 ? STR(", ") : STR(": "));
            buf_put_visible(out, c->system[i].id);
        }
    }
    buf_put(out, measured == 0   ? STR(": nobody was measured in it\n")
                 : measured == 1 ? STR(" alone, which is set beside nothing\n")
                                 : STR("\n"));
}

void categories_put_text(const struct case_file *case_file, struct buf *out)
{
    const struct terms *terms = case_file->terms;
    const struct category *required = NULL;
    struct str asked = { 0 };
    if (!terms || terms->category_count == 0)
        return;
    for (size_t i = 0; i < terms->category_count; i++) {
        const struct category *at = &terms->category[i];
        bool other = required && !str_eq(at->name, required->name);
        if (at->required)
            asked = other || asked.len > strlen(", required") ? STR(", required, one of these")
                                                              : STR(", required");
        required = at->required ? at : required;
    }
    buf_put(out, STR("Categories, each judged by itself; no ratio is made across them:\n"));
    for (size_t i = 0; i < terms->category_count; i++)
        category_put(case_file, &terms->category[i], asked, out);
    for (size_t i = 0; i < terms->category_count; i++) {
        const struct category *category = &terms->category[i];
        for (size_t k = 0; k < case_file->system_count && category_first(terms, category); k++) {
            if (category_lacking(terms, category, &case_file->system[k])) {
                buf_put(out, STR("  NOT SHOWN: "));
                buf_put_visible(out, case_file->system[k].id);
                buf_put(out, STR(" has no runs of "));
                buf_put_visible(out, category->work);
                buf_put(out, STR(" in a required category\n"));
            }
        }
    }
    buf_put_char(out, '\n');
}
