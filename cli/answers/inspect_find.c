/* inspect_find.c - what follows from the files of a bundle: folders, statements that cannot all be
 * true, figures that mislead, silence. */
#include "captures.h"
#include "inspect_put.h"
#include <stdlib.h>

enum { PAIRS_MOST = 64 };

/* ---- folders ---- */

static struct str folder_of(const struct inspected *file)
{
    struct str name = file->evidence->name;
    size_t end = name.len;
    while (end > 0 && name.at[end - 1] != '/')
        end--;
    return str_sub(name, 0, end);
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

static int part_order(const void *left, const void *right)
{
    const struct inspected_part *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

/* By one sort: as many folders as files are no reason to look through all files for each. */
static void parts_find(struct inspection *in)
{
    struct foldered *list = ARENA_MANY(in->home, in->count + 1, struct foldered);
    struct inspected *file = ARENA_MANY(in->home, in->count + 1, struct inspected);
    in->part = ARENA_MANY(in->home, in->count + 1, struct inspected_part);
    for (size_t i = 0; i < in->count; i++)
        list[i] = (struct foldered){ folder_of(&in->file[i]), i };
    qsort(list, in->count, sizeof *list, foldered_order);
    for (size_t i = 0; i < in->count; i++) {
        file[i] = in->file[list[i].file];
        if (i == 0 || !str_eq(list[i - 1].folder, list[i].folder))
            in->part[in->part_count++] =
                (struct inspected_part){ list[i].folder, list[i].file, &file[i], 0, NULL, 0 };
        in->part[in->part_count - 1].count++;
    }
    qsort(in->part, in->part_count, sizeof *in->part, part_order);
}

/* ---- telemetry that nothing places ---- */

static bool is_telemetry(const struct series *series)
{
    return series->count > 0 &&
           str_starts(str_from(vocabulary_row(series->key)->name), STR("telemetry."));
}

struct str telemetry_waits(struct arena *home, const struct inspected *const *file, size_t count)
{
    const struct inspected *log = NULL;
    bool result = false, timed = false, begun = false;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < file[i]->series_count; k++) {
            const struct series *series = &file[i]->series[k];
            if (!is_telemetry(series)) {
                result = true;
                begun = begun || series->unix_clock;
                continue;
            }
            log = log ? log : file[i];
            timed = timed || series->start;
        }
        for (size_t k = 0; k < facts_count(file[i]->facts); k++) {
            const struct fact *fact = facts_at(file[i]->facts, k);
            begun = begun || (fact->key == KEY_LOAD_BEGIN && !fact->placeholder);
        }
    }
    if (!log || !result || (timed && begun))
        return (struct str){ 0 };
    struct buf name = buf_new(home, 4096), out = buf_new(home, (size_t)1 << 16);
    buf_put_visible(&name, str_sub(str_base_name(log->evidence->name), 0, 80));
    struct str called = buf_str(&name);
    buf_putf(&out, "%.*s counts for nothing until the run.json of its run says ", STR_ARG(called));
    if (!timed)
        buf_putf(&out, "the zone of its times: \"time_zone\": {\"%.*s\": \"UTC\"}%s",
                 STR_ARG(called), begun ? "" : ", and ");
    if (!begun)
        buf_put(&out, STR("when the load began: \"load\": {\"begin\": \"2026-11-27T23:42:23Z\"}"));
    return buf_str(&out);
}

struct str part_waits(struct arena *home, const struct inspected_part *part)
{
    const struct inspected **file = ARENA_MANY(home, part->count + 1, const struct inspected *);
    for (size_t i = 0; i < part->count; i++)
        file[i] = &part->file[i];
    return telemetry_waits(home, file, part->count);
}

/* ---- statements ---- */

static size_t facts_gather(const struct inspected *file, size_t count, struct arena *home,
                           const struct fact ***out)
{
    size_t room = 0;
    size_t filled = 0;
    for (size_t i = 0; i < count; i++)
        room += facts_count(file[i].facts);
    *out = ARENA_MANY(home, room + 1, const struct fact *);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < facts_count(file[i].facts); k++)
            (*out)[filled++] = facts_at(file[i].facts, k);
    return filled;
}

/* What the files of one folder say that cannot all be true. */
static void clashes_add(struct arena *home, struct inspected_part *part)
{
    const struct fact **fact;
    struct clash machines, *found;
    size_t facts = facts_gather(part->file, part->count, home, &fact);
    part->clash_count = clashes_find(home, fact, facts, &found);
    part->clash = found;
    if (!machines_differ(fact, facts, &machines))
        return;
    part->clash = ARENA_MANY(home, part->clash_count + 1, struct clash);
    part->clash[0] = machines;
    for (size_t i = 0; i < part->clash_count; i++)
        part->clash[i + 1] = found[i];
    part->clash_count++;
}

/* ---- figures ---- */

/* One caution of small samples a run says enough. */
static bool said_again(const struct contradiction *found, size_t at)
{
    return at > 0 && found[at].kind == CONTRADICTION_THIN && found[at].id == found[at - 1].id &&
           str_eq(found[at].context, found[at - 1].context);
}

static void figure_add(struct inspection *in, const struct contradiction *what)
{
    ARENA_GROW(in->home, struct contradiction, in->figure, in->figure_count, in->figure_room, 16);
    in->figure[in->figure_count++] = *what;
}

static void own_add(struct inspection *in, const struct inspected *file)
{
    const struct told told = { file->facts, file->series, file->series_count };
    struct contradiction *found;
    size_t count = contradictions_of(in->home, &told, &found);
    for (size_t i = 0; i < count; i++)
        if (!said_again(found, i))
            figure_add(in, &found[i]);
}

/* Files of one folder together. */
static void views_add(struct inspection *in, const struct inspected_part *part)
{
    struct facts *all = facts_new(in->home);
    for (size_t i = 0; i < part->count; i++)
        for (size_t k = 0; k < facts_count(part->file[i].facts); k++)
            facts_add(all, facts_at(part->file[i].facts, k));
    struct contradiction *views;
    size_t count = contradicting_views(in->home, all, &views);
    for (size_t k = 0; k < count; k++)
        figure_add(in, &views[k]);
}

static void figures_find(struct inspection *in)
{
    size_t part = 0;
    for (size_t i = 0; i < in->count; i++) {
        own_add(in, &in->file[i]);
        if (part < in->part_count && in->part[part].first == i)
            views_add(in, &in->part[part++]);
        for (size_t k = 0; k < i && i < PAIRS_MOST; k++) {
            struct contradiction other;
            if (outputs_differ(in->file[k].facts, in->file[i].facts, &other))
                figure_add(in, &other);
        }
    }
}

/* ---- silence ---- */

/* Keys that a comparison needs, the rules ask of such a run, and no file holds; how many. */
static size_t undisclosed_find(const struct inspection *in, enum key *out)
{
    bool disclosed[KEY_COUNT] = { false };
    size_t count = 0;
    for (size_t i = 0; i < in->count; i++)
        for (size_t k = 0; k < facts_count(in->file[i].facts); k++) {
            const struct fact *fact = facts_at(in->file[i].facts, k);
            disclosed[fact->key] = disclosed[fact->key] || !fact->placeholder;
        }
    capture_unasked(in->home, in->rules, in->file, in->count, disclosed);
    for (int key = 0; key < KEY_COUNT; key++)
        if (capture_missing((enum key)key, disclosed, in->file, in->count))
            out[count++] = (enum key)key;
    return count;
}

/* Of a timed program nobody asks for an accelerator before it is said whether one worked. */
static bool count_comes_first(const struct inspection *in)
{
    struct told *told = ARENA_MANY(in->home, in->count + 1, struct told);
    for (size_t i = 0; i < in->count; i++)
        told[i] = (struct told){ in->file[i].facts, in->file[i].series, in->file[i].series_count };
    return !rules_ask(in->rules, told, in->count, KEY_ACCELERATOR_NAME);
}

static void missing_find(struct inspection *in)
{
    enum key key[KEY_COUNT];
    in->missing_count = undisclosed_find(in, key);
    in->missing = ARENA_MANY(in->home, in->missing_count + 1, struct undisclosed);
    for (size_t i = 0; i < in->missing_count; i++)
        in->missing[i] =
            (struct undisclosed){ key[i], capture_hint(in->home, key[i], in->file, in->count),
                                  capture_is_declared(key[i], in->file, in->count) };
    for (size_t i = 0; i < in->missing_count; i++)
        if (key[i] == KEY_ACCELERATOR_COUNT && count_comes_first(in))
            in->missing[i].hint = STR("declare \"accelerator.count\" in run.json: 0 where "
                                      "processors alone did the work");
}

void inspection_wanted(const struct inspection *in, bool *wanted)
{
    enum key key[KEY_COUNT];
    size_t count = undisclosed_find(in, key);
    for (size_t i = 0; i < KEY_COUNT; i++)
        wanted[i] = false;
    for (size_t i = 0; i < count; i++)
        wanted[key[i]] = capture_is_declared(key[i], in->file, in->count);
}

void inspection_find(struct inspection *in)
{
    parts_find(in);
    for (size_t i = 0; i < in->part_count; i++)
        clashes_add(in->home, &in->part[i]);
    figures_find(in);
    missing_find(in);
}
