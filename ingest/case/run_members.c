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
    for (size_t i = 0; i < UNIT_COUNT_OF_UNITS; i++)
        if (unit_row((enum unit)i)->symbol[0] && index-- == 0)
            return unit_row((enum unit)i)->symbol;
    return NULL;
}

static const char *time_unit_word(size_t index)
{
    for (size_t i = 0; i < UNIT_COUNT_OF_UNITS; i++)
        if (unit_row((enum unit)i)->base == UNIT_SECOND && index-- == 0)
            return unit_row((enum unit)i)->symbol;
    return NULL;
}

static const char *series_key_word(size_t index)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)i);
        bool numeric = row->type == TYPE_REAL || row->type == TYPE_COUNT;
        bool measured = row->group == GROUP_RESULT || strncmp(row->name, "telemetry.", 10) == 0;
        if (numeric && measured && index-- == 0)
            return row->name;
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

struct section { /* the declarable keys whose names begin with its own and a dot */
    struct str name;
    struct member *item; /* one more for each of `most` */
    size_t count, most;
};

/* The section of a key among those met so far, or the next one. */
static struct section *section_of(struct section *section, size_t *count, enum key key)
{
    struct str name = str_from(vocabulary_row(key)->name);
    struct str first = str_sub(name, 0, str_find(name, STR(".")));
    for (size_t i = 0; i < *count; i++)
        if (str_eq(section[i].name, first))
            return &section[i];
    section[*count].name = first;
    return &section[(*count)++];
}

/* Sections in the order of their first keys, keys in that of the vocabulary. */
static struct section *sections_make(struct arena *home, size_t *count)
{
    enum key declarable[KEY_COUNT];
    struct section *of[KEY_COUNT];
    struct section *section = ARENA_MANY(home, KEY_COUNT, struct section);
    size_t keys = 0;
    *count = 0;
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (key_is_declarable((enum key)i)) {
            declarable[keys] = (enum key)i;
            of[keys] = section_of(section, count, (enum key)i);
            of[keys++]->most++;
        }
    }
    for (size_t i = 0; i < *count; i++)
        section[i].item = ARENA_MANY(home, section[i].most, struct member);
    for (size_t i = 0; i < keys; i++) {
        const struct vocabulary_row *row = vocabulary_row(declarable[i]);
        of[i]->item[of[i]->count++] = (struct member){ .name = row->name + of[i]->name.len + 1,
                                                       .means = row->title,
                                                       .shape = SHAPE_VALUE,
                                                       .fact = FACT_OF(declarable[i]) };
    }
    return section;
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
    size_t sections, count = 0;
    const struct section *section = sections_make(home, &sections);
    struct member *item = ARENA_MANY(home, sections + ARRAY_COUNT(fixed), struct member);
    struct members *below = ARENA_MANY(home, sections + 1, struct members);
    item[count++] = fixed[0];
    for (size_t i = 0; i < sections; i++) {
        below[i] = (struct members){ .means = "declared where no tool wrote it",
                                     .item = section[i].item,
                                     .count = section[i].count };
        item[count++] = (struct member){ .name = str_c(home, section[i].name),
                                         .means = below[i].means,
                                         .members = &below[i],
                                         .shape = SHAPE_OBJECT };
    }
    for (size_t i = 1; i < ARRAY_COUNT(fixed); i++)
        item[count++] = fixed[i];
    struct members *members = &below[sections];
    *members =
        (struct members){ .means = "what a person declares of runs, beside or above raw files",
                          .item = item,
                          .count = count };
    return members;
}
