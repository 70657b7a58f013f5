/* run_members.c - the members of run.json (format "dossier-run/1"): mostly the vocabulary itself.
 */
#include "members.h"

#include <string.h>

static const char *format_word(size_t index)
{
    return index == 0 ? "dossier-run/1" : NULL;
}

static const char *series_kind_word(size_t index)
{
    static const char *const words[] = { "per_iteration", "per_interval" };
    return index < ARRAY_COUNT(words) ? words[index] : NULL;
}

static const char *clock_word(size_t index)
{
    static const char *const words[] = { "run", "unix" };
    return index < ARRAY_COUNT(words) ? words[index] : NULL;
}

static const char *unit_word(size_t index)
{
    for (size_t i = 0; i < UNIT_COUNT_OF_UNITS; i++) {
        if (unit_row((enum unit)i)->symbol[0] && index-- == 0) {
            return unit_row((enum unit)i)->symbol;
        }
    }
    return NULL;
}

static const char *time_unit_word(size_t index)
{
    for (size_t i = 0; i < UNIT_COUNT_OF_UNITS; i++) {
        if (unit_row((enum unit)i)->base == UNIT_SECOND && index-- == 0) {
            return unit_row((enum unit)i)->symbol;
        }
    }
    return NULL;
}

static const char *series_key_word(size_t index)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)i);
        bool numeric = row->type == TYPE_REAL || row->type == TYPE_COUNT;
        bool measured = row->group == GROUP_RESULT || strncmp(row->name, "telemetry.", 10) == 0;
        if (numeric && measured && index-- == 0) {
            return row->name;
        }
    }
    return NULL;
}

static const struct member series_list[] = {
    { "file", "name of the file, or a pattern with * and ?; without '/' it means any folder below",
      .shape = SHAPE_TEXT, .required = true },
    { "kind", "what one row is", series_kind_word, .shape = SHAPE_WORD },
    { "start", "column with the row's begin", .shape = SHAPE_TEXT },
    { "duration", "column with the row's duration", .shape = SHAPE_TEXT },
    { "work", "column with the work done in the row", .shape = SHAPE_TEXT },
    { "work_unit", "unit of work; the work column's own name where that is a unit", unit_word,
      .shape = SHAPE_WORD },
    { "value", "column that is judged; the duration where left out", .shape = SHAPE_TEXT },
    { "metric", "what the value is; iteration.duration where left out", series_key_word,
      .shape = SHAPE_WORD },
    { "unit", "unit of the value; the vocabulary's where left out", unit_word,
      .shape = SHAPE_WORD },
    { "phase", "columns that tell which rows do equal work", .shape = SHAPE_TEXTS, .least = 1,
      .most = 8 },
    { "time_unit", "unit of start and duration; s where left out", time_unit_word,
      .shape = SHAPE_WORD },
    { "clock", "what start counts from: the load's begin (run) or 1970 (unix)", clock_word,
      .shape = SHAPE_WORD },
};
const struct members series_members = { .means = "which columns of a series are what",
                                        .item = series_list,
                                        .count = ARRAY_COUNT(series_list) };

bool key_is_declarable(enum key key)
{
    switch (vocabulary_row(key)->group) {
    case GROUP_PARTY:
    case GROUP_WORKLOAD:
    case GROUP_PRECISION:
    case GROUP_METHODOLOGY:
    case GROUP_EXECUTOR:
    case GROUP_ENVIRONMENT:
        return true;
    case GROUP_HEALTH:
        return key == KEY_LOAD_BEGIN || key == KEY_LOAD_END || key == KEY_RUN_START ||
               key == KEY_RUN_END || key == KEY_CAPTURE_TIME;
    case GROUP_CASE:
    case GROUP_RESULT:
    case GROUP_DERIVED:
    case GROUP_PRICE:
    case GROUP_DEMAND:
    case GROUP_COUNT:
        break;
    }
    return false;
}

static size_t first_part(enum key key)
{
    return str_find(str_from(vocabulary_row(key)->name), STR("."));
}

static bool section_is(enum key key, struct str section)
{
    return str_eq(str_sub(str_from(vocabulary_row(key)->name), 0, first_part(key)), section);
}

/* One object: every declarable key whose name begins with `section` and a dot. */
static const struct members *section_members(struct arena *home, struct str section)
{
    struct member *item = ARENA_MANY(home, KEY_COUNT, struct member);
    struct members *members = ARENA_NEW(home, struct members);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        enum key key = (enum key)i;
        if (key_is_declarable(key) && section_is(key, section)) {
            const struct vocabulary_row *row = vocabulary_row(key);
            item[members->count++] = (struct member){ .name = row->name + section.len + 1,
                                                      .means = row->title,
                                                      .shape = SHAPE_VALUE,
                                                      .fact = FACT_OF(key) };
        }
    }
    members->means = "declared where no tool wrote it";
    members->item = item;
    return members;
}

static const struct member fixed[] = {
    { "format", "this form and its version", format_word, .shape = SHAPE_WORD, .required = true },
    { "series", "columns of the series below", .members = &series_members, .shape = SHAPE_OBJECTS },
    { "time_zone", "zone of a log's times, by file name or pattern: UTC or +01:00",
      .shape = SHAPE_MAP },
    { "facts", "any other declarable key by its dotted name; an object gives one value an instance",
      .shape = SHAPE_FACTS },
};

const struct members *run_members(struct arena *home)
{
    struct member *item = ARENA_MANY(home, KEY_COUNT + ARRAY_COUNT(fixed), struct member);
    size_t count = 0;
    item[count++] = fixed[0];
    for (size_t i = 0; i < KEY_COUNT; i++) {
        enum key key = (enum key)i;
        struct str section = str_sub(str_from(vocabulary_row(key)->name), 0, first_part(key));
        bool known = !key_is_declarable(key);
        for (size_t j = 0; j < count && !known; j++) {
            known = str_eq(str_from(item[j].name), section);
        }
        if (!known) {
            item[count++] = (struct member){ .name = str_c(home, section),
                                             .means = "declared where no tool wrote it",
                                             .members = section_members(home, section),
                                             .shape = SHAPE_OBJECT };
        }
    }
    for (size_t i = 1; i < ARRAY_COUNT(fixed); i++) {
        item[count++] = fixed[i];
    }
    struct members *members = ARENA_NEW(home, struct members);
    *members =
        (struct members){ .means = "what a person declares of runs, beside or above raw files",
                          .item = item,
                          .count = count };
    return members;
}
