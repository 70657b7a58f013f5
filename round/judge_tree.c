/* judge_tree.c - what no single run tells: scenarios that a benchmark lacks, documents that a
 * submitter owes, systems without results, and the table that was published with the logs. */
#include "base/json.h"
#include "base/num.h"
#include "layout.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static bool is(struct str text, const char *word)
{
    return text.len == strlen(word) && g_ascii_strncasecmp(text.at, word, text.len) == 0;
}

static void tree_note(struct judging *in, enum round_code code, struct str file, uint32_t line,
                      struct str found, struct str expected)
{
    in->note(in, (struct round_finding){ .code = code,
                                         .file = str_keep(in->home, file),
                                         .line = line,
                                         .found = str_keep(in->home, found),
                                         .expected = str_keep(in->home, expected),
                                         .run = SIZE_MAX });
}

/* ---- scenarios ---- */

static bool same_work(const struct round_run *a, const struct round_run *b)
{
    return str_eq(a->inside->owner, b->inside->owner) && str_eq(a->system, b->system) &&
           str_eq(a->benchmark, b->benchmark);
}

static struct str names_of(struct arena *home, unsigned set)
{
    struct buf buf = buf_new(home, 256);
    for (unsigned i = 0; i < SCENARIO_COUNT; i++) {
        if (set & 1U << i) {
            buf_put(&buf, buf.len > 0 ? STR(", ") : STR(""));
            buf_put(&buf, str_from(scenario_name((enum scenario)i)));
        }
    }
    return buf_str(&buf);
}

static unsigned suite_of(struct str type)
{
    bool datacenter = str_find(type, STR("datacenter")) != SIZE_MAX;
    bool edge = str_find(type, STR("edge")) != SIZE_MAX;
    return datacenter && edge ? 2 : edge ? 1 : 0;
}

/* `run[0..count)`: results of one system and benchmark. */
static void scenarios_judge(struct judging *in, const struct round_run *run, size_t count)
{
    const struct benchmark *work = run->inside->work;
    unsigned there = 0;
    for (size_t i = 0; i < count; i++)
        if (run[i].inside->scenario < SCENARIO_COUNT)
            there |= 1U << run[i].inside->scenario;
    if (!work || run->system_type.len == 0 || is(run->division, "open"))
        return;
    unsigned lacks = work->required[suite_of(run->system_type)] & ~there;
    if (lacks != 0)
        tree_note(in, ROUND_SCENARIO_MISSING, run->place, 0, names_of(in->home, there),
                  names_of(in->home, lacks));
    bool datacenter = suite_of(run->system_type) != 1;
    if (datacenter && work->one_of != 0 && (work->one_of & there) == 0)
        tree_note(in, ROUND_SCENARIO_MISSING, run->place, 0, names_of(in->home, there),
                  str_format(in->home, "one of %.*s", STR_ARG(names_of(in->home, work->one_of))));
}

/* ---- submitters and systems ---- */

static void owners_judge(struct judging *in, const struct layout *layout,
                         const struct rule_set *rules)
{
    for (size_t i = 0; i < layout->owner_count; i++) {
        const struct owner *owner = &layout->owner[i];
        if (rules->suite == SUITE_INFERENCE && is(owner->division, "closed") &&
            !owner->calibration && !owner->above)
            tree_note(in, ROUND_CALIBRATION_MISSING, owner->claim, 0, (struct str){ 0 },
                      STR("a document whose name says calibration"));
    }
    for (size_t i = 0; i < layout->system_count; i++) {
        const struct system_file *system = &layout->system[i];
        if (!system->used)
            tree_note(in, ROUND_SYSTEM_UNUSED, layout->tree->file[system->file].name, 0,
                      STR("no results of this system"), (struct str){ 0 });
    }
}

static void sizes_judge(struct judging *in, const struct layout *layout,
                        const struct rule_set *rules)
{
    for (size_t i = 0; i < layout->tree->count && rules->file_bytes > 0; i++) {
        if ((double)layout->tree->file[i].size > rules->file_bytes)
            tree_note(
                in, ROUND_FILE_LARGE, layout->tree->file[i].name, 0,
                str_format(in->home, "%.*s bytes",
                           STR_ARG(number_text(in->home, (double)layout->tree->file[i].size))),
                str_format(in->home, "at most %.*s",
                           STR_ARG(number_text(in->home, rules->file_bytes))));
    }
}

/* ---- the published table ---- */

static const struct round_run *run_at_place(const struct round *round, struct str place)
{
    size_t low = 0, high = round->run_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = str_order(round->run[middle].place, place);
        if (order == 0)
            return &round->run[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static struct str member(const struct json *json, const struct json_item *row, const char *name)
{
    const struct json_item *item = json_member(row, str_from(name));
    return item ? str_trim(json_scalar(json, item)) : (struct str){ 0 };
}

static const char *unit_published(struct str unit)
{
    static const char *const units[][2] = { { "Tokens/s", "tokens/s" },
                                            { "Samples/s", "samples/s" },
                                            { "Queries/s", "queries/s" },
                                            { "Latency (ms)", "ms" },
                                            { "Latency (s)", "s" } };
    for (size_t i = 0; i < ARRAY_COUNT(units); i++)
        if (str_eq(unit, str_from(units[i][0])))
            return units[i][1];
    return NULL;
}

/* Watts of a rate, millijoules a query of a latency, as the table tells them beside the figure. */
static void power_judge(struct judging *in, const struct round_run *run, struct str file,
                        uint32_t line, struct str value)
{
    double shown;
    const double printed = 1e-5;
    if (run->power.there && num_real(value, &shown) && shown > 0 &&
        fabs(shown - run->power.value) > printed * fabs(run->power.value))
        tree_note(in, ROUND_PUBLISHED_DIFFERS, file, line,
                  str_format(in->home, "power %.*s of %.*s", STR_ARG(value), STR_ARG(run->place)),
                  str_format(in->home, "%.*s %s, as %.*s tells", STR_ARG(run->power.text),
                             run->power.unit, STR_ARG(run->power.file)));
}

static void row_judge(struct judging *in, const struct round *round, struct str file,
                      const struct json *json, const struct json_item *row)
{
    double shown;
    const double printed = 1e-6;
    const struct round_run *run = run_at_place(round, member(json, row, "Location"));
    struct str value = member(json, row, "Performance_Result");
    struct str unit = member(json, row, "Performance_Units");
    uint32_t line = json_place(json, row).line;
    if (!run || !run->figure.there)
        return;
    if (num_real(value, &shown) &&
        fabs(shown - run->figure.value) > printed * fabs(run->figure.value))
        tree_note(in, ROUND_PUBLISHED_DIFFERS, file, line,
                  str_format(in->home, "%.*s of %.*s", STR_ARG(value), STR_ARG(run->place)),
                  str_format(in->home, "%.*s, as %.*s:%u tells", STR_ARG(run->figure.text),
                             STR_ARG(run->metric.file), run->metric.line));
    power_judge(in, run, file, line, member(json, row, "Power_Result"));
    const char *known = unit_published(unit);
    if (known && !str_eq(str_from(known), str_from(run->figure.unit)))
        tree_note(
            in, ROUND_UNIT_CONTRADICTS, file, line,
            str_format(in->home, "%.*s %.*s of %.*s", STR_ARG(value), STR_ARG(unit),
                       STR_ARG(run->place)),
            str_format(in->home, "%s, as %.*s counts", run->figure.unit, STR_ARG(run->metric.key)));
}

void published_judge(struct judging *in, const struct round *round, struct str file,
                     struct str bytes)
{
    struct json *json;
    struct arena *scratch = arena_new((size_t)2 << 30);
    struct diags *diags = diags_new(scratch);
    struct json_cursor cursor = { .allow = JSON_TWICE | JSON_STRAY | JSON_NONFINITE,
                                  .alone = true };
    if (json_read_next(scratch, file, bytes, &cursor, NULL, &json, diags)) {
        const struct json_item *root = json_root(json);
        for (const struct json_item *row = json_next(root, NULL); row; row = json_next(root, row))
            if (json_type(row) == JSON_OBJECT)
                row_judge(in, round, file, json, row);
    }
    arena_free(scratch);
}

void judge_tree(struct judging *in, const struct layout *layout, const struct round *round,
                const struct rule_set *rules)
{
    size_t first = 0;
    for (size_t i = 1; i <= round->run_count; i++) {
        if (i < round->run_count && same_work(&round->run[first], &round->run[i]))
            continue;
        if (round->run[first].inside->laid && !round->run[first].inside->scenario_alone)
            scenarios_judge(in, &round->run[first], i - first);
        first = i;
    }
    owners_judge(in, layout, rules);
    sizes_judge(in, layout, rules);
}
