/* nsys.c - summaries of `nsys stats`, row by row: which column means what, over all eras of the
 * tool. "Time(%)" 2019 to 2021 became "Time (%)"; "Total Time" has a unit behind it that
 * --timeunit chooses; "Average", "Average (ns)" and "Avg (ns)" are one; a count is of "Calls",
 * "Instances", "Num Calls", "Operations" or "Count". Sizes without a unit are KiB. */
#include "nsys.h"

#include <math.h>

enum { SHOWN = 10 };

const struct field nsys_fields[NSYS_FIELDS] = {
    { "Avg (ns)", KEY_LATENCY_COMPUTE, UNIT_NANOSECOND, false },
    { "Instances", KEY_PROFILE_CALLS, UNIT_COUNT, true },
    { "Name", KEY_PROFILE_NAME, UNIT_NONE, true },
    { "Time (%)", KEY_PROFILE_SHARE, UNIT_PERCENT, false },
    { "Total Time (ns)", KEY_PROFILE_TIME, UNIT_NANOSECOND, false },
    { "Total (MB)", KEY_PROFILE_BYTES, UNIT_BYTE, false },
};
enum meaning { AVERAGE, COUNT, NAME, SHARE, TIME, SIZE, MEANINGS };

static const struct {
    const char *name;
    enum meaning meaning;
} columns[] = {
    { "Time(%)", SHARE },   { "Time (%)", SHARE }, { "Total Time", TIME },  { "Total", SIZE },
    { "Average", AVERAGE }, { "Avg", AVERAGE },    { "Calls", COUNT },      { "Num Calls", COUNT },
    { "Instances", COUNT }, { "Count", COUNT },    { "Operations", COUNT }, { "Name", NAME },
    { "Operation", NAME },  { "Range", NAME },
};

/* "Avg (ns)" to "Avg" and "ns"; without one *unit is empty. */
static struct str name_split(struct str name, struct str *unit)
{
    size_t open = str_find(name, STR("("));
    *unit = (struct str){ 0 };
    if (open == SIZE_MAX || !str_ends(name, STR(")")) || str_starts(name, STR("Time")))
        return name;
    *unit = str_sub(name, open + 1, name.len - 1);
    return str_trim(str_sub(name, 0, open));
}

static enum meaning meaning_of(struct str name)
{
    struct str unit, base = name_split(name, &unit);
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++)
        if (str_eq(base, str_from(columns[i].name)))
            return columns[i].meaning;
    return MEANINGS;
}

/* What one of the unit is in ns or bytes; 0: none that the tool writes. */
static double factor_of(struct str name, bool size)
{
    static const struct {
        const char *unit;
        double factor;
        bool size;
    } units[] = {
        { "ns", 1, false },          { "nsec", 1, false },  { "us", 1e3, false },
        { "usec", 1e3, false },      { "ms", 1e6, false },  { "msec", 1e6, false },
        { "s", 1e9, false },         { "sec", 1e9, false }, { "", 1, false },
        { "", 1024, true },          { "KiB", 1024, true }, { "MiB", 1048576, true },
        { "GiB", 1073741824, true }, { "B", 1, true },      { "bytes", 1, true },
        { "KB", 1e3, true },         { "MB", 1e6, true },   { "GB", 1e9, true },
    };
    struct str unit;
    (void)name_split(name, &unit);
    for (size_t i = 0; i < ARRAY_COUNT(units); i++)
        if (units[i].size == size && str_eq(unit, str_from(units[i].unit)))
            return units[i].factor;
    return 0;
}

static size_t column_of_name(const struct str *name, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(name[i], str_from(what)))
            return i;
    return SIZE_MAX;
}

static enum nsys_kind kind_of(const struct str *name, size_t count)
{
    bool has[MEANINGS + 1] = { false };
    for (size_t i = 0; i < count; i++)
        has[meaning_of(name[i])] = true;
    if (!has[COUNT] || !has[NAME] || has[TIME] == has[SIZE] ||
        column_of_name(name, count, "Category") != SIZE_MAX) /* of kernels and copies in one */
        return NSYS_NONE;
    return has[SIZE]                                              ? NSYS_SIZES
           : column_of_name(name, count, "Operation") != SIZE_MAX ? NSYS_COPIES
           : column_of_name(name, count, "Range") != SIZE_MAX     ? NSYS_RANGES
           : column_of_name(name, count, "Instances") != SIZE_MAX ? NSYS_KERNELS
                                                                  : NSYS_CALLS;
}

bool nsys_known(const struct str *name, size_t count)
{
    return kind_of(name, count) != NSYS_NONE;
}

void nsys_begin(struct nsys *nsys, struct reading *reading)
{
    *nsys = (struct nsys){ .reading = reading };
}

void nsys_table(struct nsys *nsys, const struct str *name, size_t count)
{
    nsys->kind = kind_of(name, count);
    nsys->row = 0;
}

/* Calls of CUDA and of the operating system have the same columns. */
static bool is_cuda_call(struct str name)
{
    return str_starts(name, STR("cuda")) ||
           (name.len > 2 && str_starts(name, STR("cu")) && name.at[2] >= 'A' && name.at[2] <= 'Z');
}

static bool number_of(struct nsys *nsys, const struct nsys_cell *cell, double *out)
{
    bool good = num_real(cell->text, out) || csv_grouped(nsys->reading->scratch, cell->text,
                                                         out); /* the tool groups thousands */
    if (!good && cell->text.len > 0)
        reading_error(nsys->reading, DIAG_VALUE_BAD, cell->place, STR("a number"), cell->text);
    return good;
}

static struct str instance_of(const struct nsys *nsys)
{
    static const char *const before[NSYS_KINDS] = {
        [NSYS_NONE] = "",         [NSYS_KERNELS] = "",    [NSYS_COPIES] = "copy ",
        [NSYS_SIZES] = "size ",   [NSYS_CALLS] = "call ", [NSYS_OS_CALLS] = "OS call ",
        [NSYS_RANGES] = "range ",
    };
    return str_format(nsys->reading->scratch, "%s%zu", before[nsys->kind], nsys->row + 1);
}

static void cell_fact(struct nsys *nsys, enum meaning meaning, const struct nsys_cell *cell)
{
    const struct field *field = &nsys_fields[meaning];
    struct str instance = instance_of(nsys);
    double value;
    if (meaning == AVERAGE && nsys->kind != NSYS_KERNELS)
        return;
    if (meaning == NAME) {
        (void)reading_fact(nsys->reading, field->key, instance, cell->text, UNIT_NONE, cell->place);
        return;
    }
    double factor =
        meaning == COUNT || meaning == SHARE ? 1 : factor_of(cell->name, meaning == SIZE);
    if (factor > 0 && number_of(nsys, cell, &value)) {
        reading_number(nsys->reading, field->key, instance, cell->text, value * factor, field->unit,
                       cell->place);
    }
}

static const struct nsys_cell *cell_of(const struct nsys_cell *cell, size_t count,
                                       enum meaning meaning)
{
    for (size_t i = 0; i < count; i++)
        if (meaning_of(cell[i].name) == meaning)
            return &cell[i];
    return NULL;
}

/* Of every kernel, beyond the ten too. */
static void time_keep(struct nsys *nsys, const struct nsys_cell *cell, uint32_t index)
{
    struct arena *home = nsys->reading->home;
    double factor = factor_of(cell->name, false), value = NAN;
    if (!(num_real(cell->text, &value) || csv_grouped(nsys->reading->scratch, cell->text, &value)))
        value = NAN;
    nsys->to = cell->place;
    nsys->from = nsys->time.count == 0 ? cell->place : nsys->from;
    column_put(home, &nsys->time, factor > 0 ? value * factor : (double)NAN);
    index_put(home, &nsys->index, index);
}

void nsys_row(struct nsys *nsys, const struct nsys_cell *cell, size_t count, uint32_t index)
{
    const struct nsys_cell *name = cell_of(cell, count, NAME), *time = cell_of(cell, count, TIME);
    if (nsys->kind == NSYS_NONE || !name)
        return;
    if (nsys->row == 0) {
        bool other = nsys->kind == NSYS_CALLS && !is_cuda_call(name->text);
        nsys->kind = other ? NSYS_OS_CALLS : nsys->kind;
        nsys->kind = nsys->seen[nsys->kind] ? NSYS_NONE : nsys->kind;
        nsys->seen[nsys->kind] = true;
    }
    if (nsys->kind == NSYS_NONE)
        return;
    for (size_t i = 0; i < MEANINGS && nsys->row < SHOWN; i++) {
        const struct nsys_cell *found = cell_of(cell, count, (enum meaning)i);
        if (found)
            cell_fact(nsys, (enum meaning)i, found);
    }
    if (nsys->kind == NSYS_KERNELS && time)
        time_keep(nsys, time, index);
    nsys->row++;
}

void nsys_end(struct nsys *nsys)
{
    struct series series = {
        .key = KEY_PROFILE_TIME,
        .unit = UNIT_NANOSECOND,
        .kind = SERIES_UNDECLARED,
        .value = nsys->time.at,
        .row = nsys->index.at,
        .count = nsys->time.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = nsys->from, .to = nsys->to },
    };
    if (series.count > 0)
        reading_series(nsys->reading, &series);
}
