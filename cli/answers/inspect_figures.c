/* inspect_figures.c - figures of a bundle that contradict each other, or mislead. */
#include "comparability/comparability.h"
#include "inspect_put.h"
#include "output.h"
#include "verdict_text.h"
#include <stdlib.h>

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
    struct str says = what->number > 0 ? str_format(out->home, "%s: %zu", what->says, what->number)
                                       : str_from(what->says);
    struct buf visible = buf_new(out->home, word.len * 12 + 64);
    buf_put_visible(&visible, word);
    output_row(out, str_c(out->home, buf_str(&visible)), LABEL_WIDTH, says);
    for (size_t i = 0; i < what->count; i++)
        put_figure(out, what->fact[i]);
}

struct str inspected_folder(const struct inspected *file)
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

struct each {
    const struct inspection *in;
    void (*put)(void *context, const struct contradiction *what);
    void *context;
};

static void each_own(const struct each *each, const struct inspected *file)
{
    const struct told told = { file->facts, file->series, file->series_count };
    struct contradiction *found;
    size_t count = contradictions_of(each->in->out->home, &told, &found);
    for (size_t i = 0; i < count; i++)
        if (!said_again(found, i))
            each->put(each->context, &found[i]);
}

struct foldered {
    struct str folder;
    size_t file;
};

static int foldered_order(const void *left, const void *right)
{
    const struct foldered *a = left, *b = right;
    int order = str_order(a->folder, b->folder);
    return order != 0 ? order : (a->file > b->file) - (a->file < b->file);
}

/* Files by folder, each folder's in their order; as many folders as files are no reason to look
 * through all files for each. */
static struct foldered *files_foldered(const struct inspection *in)
{
    struct foldered *list = ARENA_MANY(in->out->home, in->count + 1, struct foldered);
    for (size_t i = 0; i < in->count; i++)
        list[i] = (struct foldered){ inspected_folder(&in->file[i]), i };
    qsort(list, in->count, sizeof *list, foldered_order);
    return list;
}

/* Of each file the place in the list where its folder begins, if it is the first there; else
 * SIZE_MAX. */
static size_t *folders_begin(const struct inspection *in, const struct foldered *list)
{
    size_t *begin = ARENA_MANY(in->out->home, in->count + 1, size_t);
    for (size_t i = 0; i < in->count; i++)
        begin[list[i].file] = i > 0 && str_eq(list[i - 1].folder, list[i].folder) ? SIZE_MAX : i;
    return begin;
}

/* Files of one folder together. */
static void each_view(const struct each *each, const struct foldered *list, size_t begin)
{
    const struct inspection *in = each->in;
    struct facts *all = facts_new(in->out->home);
    for (size_t i = begin; i < in->count && str_eq(list[i].folder, list[begin].folder); i++) {
        const struct facts *facts = in->file[list[i].file].facts;
        for (size_t k = 0; k < facts_count(facts); k++)
            facts_add(all, facts_at(facts, k));
    }
    struct contradiction *views;
    size_t count = contradicting_views(in->out->home, all, &views);
    for (size_t k = 0; k < count; k++)
        each->put(each->context, &views[k]);
}

void inspection_each_figure(const struct inspection *in,
                            void (*put)(void *context, const struct contradiction *what),
                            void *context)
{
    const struct each each = { in, put, context };
    const struct foldered *list = files_foldered(in);
    const size_t *begin = folders_begin(in, list);
    for (size_t i = 0; i < in->count; i++) {
        each_own(&each, &in->file[i]);
        if (begin[i] != SIZE_MAX) /* told at the first of a folder's files */
            each_view(&each, list, begin[i]);
        for (size_t k = 0; k < i && i < PAIRS_MOST; k++) {
            struct contradiction other;
            if (outputs_differ(in->file[k].facts, in->file[i].facts, &other))
                put(context, &other);
        }
    }
}

static void put_text(void *context, const struct contradiction *what)
{
    put_contradiction(context, what);
}

void inspection_put_figures(const struct inspection *in)
{
    size_t before = in->out->len;
    buf_put(in->out, STR("\nFigures that contradict each other, or mislead\n"));
    size_t title = in->out->len;
    inspection_each_figure(in, put_text, in->out);
    if (in->out->len == title)
        in->out->len = before;
}

void figure_put_definition(struct json_out *json, const struct fact *fact)
{
    if (!fact->defined)
        return;
    struct buf says = buf_new(json->out->home, 65536);
    defined_put(fact->defined, fact->instance, &says);
    json_text(json, STR("definition"), buf_str(&says));
    json_text(json, STR("means"), str_from(definition_row(fact->defined->definition)->says));
}
