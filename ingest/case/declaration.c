/* declaration.c - reads run.json, and finds the nearest one that speaks for a file. */
#include "declaration.h"
#include "members.h"
#include "options.h"

#include <glib.h>

/* ---- reading ---- */

struct declaring {
    const struct checking *checking;
    struct reading *reading;
    const struct json *json;
};

static struct str text_of(const struct declaring *d, const struct json_item *object,
                          struct str name)
{
    const struct json_item *item = json_member(object, name);
    return item ? str_keep(d->reading->home, str_trim(json_string(item))) : (struct str){ 0 };
}

static struct place place_of(const struct declaring *d, const struct json_item *item)
{
    struct place place = json_place(d->json, item);
    place.file = d->reading->name;
    place.path = str_keep(d->reading->home, place.path);
    return place;
}

/* Unit of a member that was checked to be one, else `otherwise`. */
static enum unit unit_of(const struct declaring *d, const struct json_item *item, struct str name,
                         enum unit otherwise)
{
    enum unit unit;
    return unit_find(text_of(d, item, name), &unit) ? unit : otherwise;
}

static enum unit work_unit_of(const struct declaring *d, const struct json_item *item,
                              struct str work)
{
    enum unit unit;
    if (unit_find(text_of(d, item, STR("work_unit")), &unit) || unit_find(work, &unit))
        return unit;
    return UNIT_COUNT;
}

static void phases_read(const struct declaring *d, const struct json_item *item,
                        struct series_declaration *out)
{
    const struct json_item *list = json_member(item, STR("phase"));
    const struct json_item *column = list ? json_next(list, NULL) : NULL;
    for (; column && out->phase_count < PHASE_COLUMNS; column = json_next(list, column))
        out->phase[out->phase_count++] = str_keep(d->reading->home, json_string(column));
}

/* What must stand together, beyond the form of each member. */
static bool series_fits(const struct declaring *d, const struct json_item *item,
                        const struct series_declaration *series)
{
    const struct checking *checking = d->checking;
    if (series->value.len == 0 && series->duration.len == 0) {
        return members_refuse(checking, checking->bad, item, STR("\"duration\" or \"value\""),
                              "a series without a column to judge");
    }
    if (series->kind == SERIES_PER_INTERVAL && series->start.len == 0) {
        return members_refuse(checking, checking->bad, item, STR("\"start\""),
                              "a series per interval without its times");
    }
    if (series->unix_clock && series->start.len == 0) {
        return members_refuse(checking, checking->bad, item, STR("\"start\""),
                              "a clock without times");
    }
    if (series->value.len && !json_member(item, STR("metric"))) {
        return members_refuse(checking, checking->bad, item, STR("\"metric\": what the value is"),
                              "\"value\" without \"metric\"");
    }
    enum unit own = vocabulary_row(series->metric)->unit;
    if (own != UNIT_NONE && unit_row(series->unit)->base != unit_row(own)->base) {
        return members_refuse(checking, checking->bad, json_member(item, STR("unit")),
                              str_format(d->reading->scratch, "a unit of %s", unit_row(own)->title),
                              "\"%s\" of \"%s\"", unit_row(series->unit)->symbol,
                              vocabulary_row(series->metric)->name);
    }
    return true;
}

static bool series_entry_read(const struct declaring *d, const struct json_item *item,
                              struct series_declaration *out)
{
    struct str kind = text_of(d, item, STR("kind"));
    *out =
        (struct series_declaration){ .file = text_of(d, item, STR("file")),
                                     .start = text_of(d, item, STR("start")),
                                     .duration = text_of(d, item, STR("duration")),
                                     .work = text_of(d, item, STR("work")),
                                     .value = text_of(d, item, STR("value")),
                                     .metric = KEY_ITERATION_DURATION,
                                     .time_unit = unit_of(d, item, STR("time_unit"), UNIT_SECOND),
                                     .place = place_of(d, item) };
    if (kind.len)
        out->kind = str_eq(kind, STR("per_interval")) ? SERIES_PER_INTERVAL : SERIES_PER_ITERATION;
    if (json_member(item, STR("metric"))) {
        bool known = vocabulary_find(text_of(d, item, STR("metric")), &out->metric);
        g_assert(known);
    }
    out->unit = unit_of(d, item, STR("unit"), vocabulary_row(out->metric)->unit);
    if (out->value.len == 0)
        out->unit = out->time_unit;
    out->work_unit = work_unit_of(d, item, out->work);
    out->unix_clock = str_eq(text_of(d, item, STR("clock")), STR("unix"));
    phases_read(d, item, out);
    return series_fits(d, item, out);
}

static bool zones_read(const struct declaring *d, const struct json_item *zones,
                       struct declaration *out)
{
    bool good = true;
    int offset;
    out->zone =
        ARENA_MANY(d->reading->home, zones ? json_count(zones) : 0, struct zone_declaration);
    const struct json_item *item = zones ? json_next(zones, NULL) : NULL;
    for (; item; item = json_next(zones, item)) {
        struct zone_declaration *zone = &out->zone[out->zone_count];
        *zone = (struct zone_declaration){ .file = str_keep(d->reading->home, json_name(item)),
                                           .zone = str_keep(d->reading->home, json_string(item)),
                                           .place = place_of(d, item) };
        if (!zone_read(zone->zone, &offset)) {
            good = members_refuse(d->checking, d->checking->bad, item, STR("\"UTC\" or \"+01:00\""),
                                  "\"%.*s\"", STR_ARG(str_sub(zone->zone, 0, 64)));
            continue;
        }
        out->zone_count++;
    }
    return good;
}

bool declaration_read(struct reading *reading, struct arena *own, struct declaration *out)
{
    struct json *json;
    struct facts *facts = reading->facts;
    struct str name = reading->evidence->name;
    size_t base = name.len;
    while (base && name.at[base - 1] != '/' && name.at[base - 1] != '!')
        base--;
    *out = (struct declaration){ .folder = str_sub(name, 0, base),
                                 .evidence = reading->evidence,
                                 .facts = facts_new(own) };
    if (!reading_json(reading, &json))
        return false;
    struct checking checking = {
        .reading = reading, .json = json, .unknown = DIAG_RUN_MEMBER, .bad = DIAG_RUN_BAD
    };
    const struct members *members = run_members(reading->scratch);
    if (!members_check(&checking, json_root(json), members))
        return false;
    struct declaring d = { .checking = &checking, .reading = reading, .json = json };
    reading->facts = out->facts;
    members_facts(&checking, json_root(json), members);
    reading->facts = facts;
    bool good = zones_read(&d, json_member(json_root(json), STR("time_zone")), out);
    const struct json_item *series = json_member(json_root(json), STR("series"));
    const struct json_item *item = series ? json_next(series, NULL) : NULL;
    out->series =
        ARENA_MANY(reading->home, series ? json_count(series) : 0, struct series_declaration);
    for (; item; item = json_next(series, item))
        if (series_entry_read(&d, item, &out->series[out->series_count]))
            out->series_count++;
        else
            good = false;
    return good;
}

/* ---- nearest ---- */

static int by_folder(const void *left, const void *right, void *context)
{
    const struct declaration *item = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    int order = str_order(item[a].folder, item[b].folder);
    return order != 0 ? order : (a > b) - (a < b);
}

void declarations_sort(struct arena *home, struct declarations *declarations)
{
    declarations->by_folder = ARENA_MANY(home, declarations->count, size_t);
    for (size_t i = 0; i < declarations->count; i++)
        declarations->by_folder[i] = i;
    if (declarations->count > 0)
        g_qsort_with_data(declarations->by_folder, (gint)declarations->count, sizeof(size_t),
                          by_folder, declarations->item);
}

/* Where the first stands whose folder is not before `folder`. */
static size_t first_of(const struct declarations *declarations, struct str folder)
{
    size_t from = 0, to = declarations->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (str_order(declarations->item[declarations->by_folder[middle]].folder, folder) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Those of the folders above a name, one by one, from the outermost on; of one folder in the order
 * of the list. */
struct above {
    const struct declarations *of;
    struct str name;
    size_t len, at; /* of the folder; the next of it, SIZE_MAX: not looked up */
};

static struct declaration *above_next(struct above *walk)
{
    for (;;) {
        struct str folder = str_sub(walk->name, 0, walk->len);
        if (walk->at == SIZE_MAX)
            walk->at = first_of(walk->of, folder);
        if (walk->at < walk->of->count) {
            struct declaration *item = &walk->of->item[walk->of->by_folder[walk->at]];
            if (str_eq(item->folder, folder)) {
                walk->at++;
                return item;
            }
        }
        if (walk->len == walk->name.len)
            return NULL;
        do
            walk->len++;
        while (walk->len < walk->name.len && walk->name.at[walk->len - 1] != '/' &&
               walk->name.at[walk->len - 1] != '!');
        walk->at = SIZE_MAX;
    }
}

static struct above above_of(const struct declarations *declarations, struct str name)
{
    return (struct above){ declarations, name, 0, SIZE_MAX };
}

static struct str last_segment(struct str name)
{
    size_t base = name.len;
    while (base && name.at[base - 1] != '/' && name.at[base - 1] != '!')
        base--;
    return str_sub(name, base, name.len);
}

/* Whether a pattern of a declaration above the file is the file's. */
static bool covers(const struct declaration *declaration, struct str pattern, struct str file)
{
    if (str_find(pattern, STR("/")) == SIZE_MAX)
        return pattern_matches(pattern, last_segment(file));
    return pattern_matches(pattern, str_sub(file, declaration->folder.len, file.len));
}

struct series_declaration *declared_series(const struct declarations *declarations, struct str file,
                                           const struct series_declaration *after)
{
    const struct declaration *nearest = NULL;
    struct declaration *declaration;
    struct above walk = above_of(declarations, file);
    while ((declaration = above_next(&walk))) {
        for (size_t j = 0; j < declaration->series_count; j++) {
            if (!covers(declaration, declaration->series[j].file, file))
                continue;
            declaration->series[j].used = true; /* also where a nearer one says it otherwise */
            if (!nearest || declaration->folder.len > nearest->folder.len)
                nearest = declaration;
        }
    }
    bool passed = !after;
    for (size_t j = 0; nearest && j < nearest->series_count; j++) {
        struct series_declaration *series = &nearest->series[j];
        if (passed && covers(nearest, series->file, file))
            return series;
        passed = passed || series == after;
    }
    return NULL;
}

struct str declared_zone(const struct declarations *declarations, struct str file)
{
    const struct declaration *nearest = NULL;
    struct declaration *declaration;
    struct zone_declaration *found = NULL;
    struct above walk = above_of(declarations, file);
    while ((declaration = above_next(&walk))) {
        for (size_t j = 0; j < declaration->zone_count; j++) {
            if (!covers(declaration, declaration->zone[j].file, file))
                continue;
            declaration->zone[j].used = true;
            if (!nearest || declaration->folder.len > nearest->folder.len) {
                nearest = declaration;
                found = &declaration->zone[j];
            }
        }
    }
    return found ? found->zone : (struct str){ 0 };
}

/* The longer folder first; of two as long the earlier in the list. */
static int nearer_first(const void *left, const void *right, void *unused)
{
    const struct declaration *a = *(const struct declaration *const *)left;
    const struct declaration *b = *(const struct declaration *const *)right;
    (void)unused;
    if (a->folder.len != b->folder.len)
        return a->folder.len > b->folder.len ? -1 : 1;
    return (a > b) - (a < b);
}

static bool said_before(const struct declaration *const *nearer, size_t count,
                        const struct fact *fact)
{
    for (size_t i = 0; i < count; i++) {
        const struct fact *said = NULL;
        while ((said = facts_next(nearer[i]->facts, fact->key, fact->instance, said)))
            if (options_declared(said) == options_declared(fact))
                return true;
    }
    return false;
}

/* Whether a folder that begins with `root` lies in it: "a.zip!" in "a.zip", "ab/" not in "a". */
static bool lies_inside(struct str folder, struct str root)
{
    if (root.len == 0 || folder.len == root.len)
        return true;
    char last = root.at[root.len - 1], next = folder.at[root.len];
    return last == '/' || last == '!' || next == '/' || next == '!';
}

void declared_facts(const struct declarations *declarations, struct str root, bool above,
                    struct reading *reading)
{
    GPtrArray *found = g_ptr_array_new();
    struct declaration *item;
    struct above walk = above_of(declarations, root);
    while (above && (item = above_next(&walk)))
        if (item->folder.len < root.len)
            g_ptr_array_add(found, item);
    for (size_t i = first_of(declarations, root); i < declarations->count; i++) {
        item = &declarations->item[declarations->by_folder[i]];
        if (!str_starts(item->folder, root))
            break;
        if (lies_inside(item->folder, root))
            g_ptr_array_add(found, item);
    }
    g_ptr_array_sort_with_data(found, nearer_first, NULL);
    const struct declaration *const *near = (const struct declaration *const *)found->pdata;
    size_t count = found->len;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < facts_count(near[i]->facts); j++) {
            struct fact fact = *facts_at(near[i]->facts, j);
            if (!said_before(near, i, &fact)) {
                fact.system = reading->system;
                fact.machine = reading->machine;
                fact.run = reading->run;
                facts_add(reading->facts, &fact);
            }
        }
    }
    g_ptr_array_free(found, TRUE);
}

void declarations_unused(const struct declarations *declarations, struct diags *diags)
{
    for (size_t i = 0; i < declarations->count; i++) {
        const struct declaration *declaration = &declarations->item[i];
        for (size_t j = 0; j < declaration->series_count; j++) {
            const struct series_declaration *series = &declaration->series[j];
            if (!series->used) {
                diag_add(diags, DIAG_SERIES_BAD, series->place,
                         STR("the name of a file beside or below"), "no file answers to \"%.*s\"",
                         STR_ARG(series->file));
            }
        }
        for (size_t j = 0; j < declaration->zone_count; j++) {
            const struct zone_declaration *zone = &declaration->zone[j];
            if (!zone->used) {
                diag_add(diags, DIAG_RUN_BAD, zone->place,
                         STR("the name of a file beside or below"), "no file answers to \"%.*s\"",
                         STR_ARG(zone->file));
            }
        }
    }
}
