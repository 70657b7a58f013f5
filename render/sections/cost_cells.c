/* cost_cells.c - cells of amounts: with their interval, or with the reason why there is none. */
#include "costs.h"

const struct terms *terms_of(const struct building *b)
{
    return b->model->case_file->terms;
}

/* Value, and its interval in brackets where there is one. */
void three_add(struct building *b, struct node *cell, const struct three *three)
{
    if (!three->value) {
        text_add(b, cell, "costs.none")->style = STYLE_SOFT;
        return;
    }
    SAY(b, cell, three->low && three->high ? "costs.three" : "costs.one",
        { "value", .fact = three->value }, { "low", .fact = three->low },
        { "high", .fact = three->high });
}

void fact_or_reason(struct building *b, struct node *cell, const struct fact *fact, const char *why,
                    const char *family)
{
    if (fact) {
        value_add(b, cell, fact, FORM_FULL);
        return;
    }
    struct buf id = buf_new(b->home, 128);
    buf_putf(&id, "%s.%s", family, why ? why : "none");
    const char *string = str_c(b->home, buf_str(&id));
    text_add(b, cell, string_has(b, string) ? string : "costs.none")->style = STYLE_SOFT;
}
