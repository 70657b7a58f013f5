/* inspect_figures.c - figures of a bundle that contradict each other, or mislead. */
#include "comparability/comparability.h"
#include "inspect_put.h"
#include "output.h"
#include "verdict_text.h"

enum { PAIRS_MOST = 64, LABEL_WIDTH = 28 };

static void put_figure(struct buf *out, const struct fact *fact)
{
    struct buf line = buf_new(out->home, (size_t)1 << 22);
    value_put(fact, &line);
    buf_put(&line, STR(", from "));
    source_put(fact, &line);
    struct str label = fact->instance.len > 0
                           ? str_format(out->home, "  %s[%.*s]", vocabulary_row(fact->key)->name,
                                        STR_ARG(fact->instance))
                           : str_format(out->home, "  %s", vocabulary_row(fact->key)->name);
    struct buf visible = buf_new(out->home, label.len * 12 + 64);
    buf_put_visible(&visible, label);
    output_row(out, str_c(out->home, buf_str(&visible)), LABEL_WIDTH, buf_str(&line));
}

/* "contradiction, run 3: TEXT" and the figures with their places. */
static void put_contradiction(struct buf *out, const struct contradiction *what)
{
    struct str word = what->context.len > 0
                          ? str_format(out->home, "%s, run %.*s", contradiction_word(what->kind),
                                       STR_ARG(what->context))
                          : str_from(contradiction_word(what->kind));
    struct str says = what->number > 0 ? str_format(out->home, "%zu %s", what->number, what->says)
                                       : str_from(what->says);
    struct buf visible = buf_new(out->home, word.len * 12 + 64);
    buf_put_visible(&visible, word);
    output_row(out, str_c(out->home, buf_str(&visible)), LABEL_WIDTH, says);
    for (size_t i = 0; i < what->count; i++)
        put_figure(out, what->fact[i]);
}

static struct str folder_of(const struct inspected *file)
{
    struct str name = file->evidence->name;
    size_t end = name.len;
    while (end > 0 && name.at[end - 1] != '/')
        end--;
    return str_sub(name, 0, end);
}

/* One caution of small samples a run says enough. */
static bool said_again(const struct contradiction *found, size_t at)
{
    return at > 0 && found[at].kind == CONTRADICTION_THIN && found[at].id == found[at - 1].id &&
           str_eq(found[at].context, found[at - 1].context);
}

static void put_own(const struct inspection *in, const struct inspected *file)
{
    const struct told told = { file->facts, file->series, file->series_count };
    struct contradiction *found;
    size_t count = contradictions_of(in->out->home, &told, &found);
    for (size_t i = 0; i < count; i++) {
        if (!said_again(found, i))
            put_contradiction(in->out, &found[i]);
    }
}

/* Files of one folder together, told at the first of them. */
static void put_views(const struct inspection *in, size_t first)
{
    struct facts *all = facts_new(in->out->home);
    struct str folder = folder_of(&in->file[first]);
    for (size_t i = 0; i < in->count; i++) {
        if (!str_eq(folder_of(&in->file[i]), folder))
            continue;
        if (i < first)
            return;
        for (size_t k = 0; k < facts_count(in->file[i].facts); k++)
            facts_add(all, facts_at(in->file[i].facts, k));
    }
    struct contradiction *views;
    size_t count = contradicting_views(in->out->home, all, &views);
    for (size_t k = 0; k < count; k++)
        put_contradiction(in->out, &views[k]);
}

void inspection_put_figures(const struct inspection *in)
{
    size_t before = in->out->len;
    buf_put(in->out, STR("\nFigures that contradict each other, or mislead\n"));
    size_t title = in->out->len;
    for (size_t i = 0; i < in->count; i++) {
        put_own(in, &in->file[i]);
        put_views(in, i);
        for (size_t k = 0; k < i && i < PAIRS_MOST; k++) {
            struct contradiction other;
            if (outputs_differ(in->file[k].facts, in->file[i].facts, &other))
                put_contradiction(in->out, &other);
        }
    }
    if (in->out->len == title)
        in->out->len = before;
}

void figure_put_definition(struct json_out *json, const struct fact *fact)
{
    if (fact->defined == NULL)
        return;
    struct buf says = buf_new(json->out->home, 65536);
    defined_put(fact->defined, fact->instance, &says);
    json_text(json, STR("definition"), buf_str(&says));
    json_text(json, STR("means"), str_from(definition_row(fact->defined->definition)->says));
}
