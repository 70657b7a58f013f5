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

bool declaration_read(struct reading *reading, struct declaration *out)
{
    struct json *json;
    struct facts *facts = reading->facts;
    struct str name = reading->evidence->name;
    size_t base = name.len;
    while (base && name.at[base - 1] != '/' && name.at[base - 1] != '!')
        base--;
    *out = (struct declaration){ .folder = str_sub(name, 0, base),
                                 .evidence = reading->evidence,
                                 .facts = facts_new(reading->home) };
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

static struct str last_segment(struct str name)
{
    size_t base = name.len;
    while (base && name.at[base - 1] != '/' && name.at[base - 1] != '!')
        base--;
    return str_sub(name, base, name.len);
}

static bool covers(const struct declaration *declaration, struct str pattern, struct str file)
{
    if (!str_starts(file, declaration->folder))
        return false;
    if (str_find(pattern, STR("/")) == SIZE_MAX)
        return pattern_matches(pattern, last_segment(file));
    return pattern_matches(pattern, str_sub(file, declaration->folder.len, file.len));
}

struct series_declaration *declared_series(const struct declarations *declarations, struct str file,
                                           const struct series_declaration *after)
{
    const struct declaration *nearest = NULL;
    for (size_t i = 0; i < declarations->count; i++) {
        struct declaration *declaration = &declarations->item[i];
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
    struct zone_declaration *found = NULL;
    for (size_t i = 0; i < declarations->count; i++) {
        struct declaration *declaration = &declarations->item[i];
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

static int nearer_first(const void *left, const void *right, void *unused)
{
    const struct declaration *a = *(const struct declaration *const *)left;
    const struct declaration *b = *(const struct declaration *const *)right;
    (void)unused;
    return (a->folder.len < b->folder.len) - (a->folder.len > b->folder.len);
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

void declared_facts(const struct declarations *declarations, struct str root,
                    struct reading *reading)
{
    const struct declaration **near =
        ARENA_MANY(reading->scratch, declarations->count, const struct declaration *);
    size_t count = 0;
    for (size_t i = 0; i < declarations->count; i++) {
        struct str folder = declarations->item[i].folder;
        if (str_starts(root, folder) || str_starts(folder, root))
            near[count++] = &declarations->item[i];
    }
    if (count)
        g_qsort_with_data(near, (gint)count, sizeof(struct declaration *), nearer_first, NULL);
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
