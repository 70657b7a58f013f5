/* go_text.c - lines of `go test -bench` taken apart: settings, units, results; see
 * adapter_go_benchmark.c for what they mean. */
#include "go_text.h"

#include <math.h>
#include <stdlib.h>

/* ---- a line ---- */

bool go_is_named(struct str text)
{
    static const struct str word = STR_INIT("Benchmark");
    bool longer = str_starts(text, word) && text.len > word.len;
    return longer && !(text.at[word.len] >= 'a' && text.at[word.len] <= 'z');
}

/* A unit is a word that is no number: of "10000 4615" neither is known to be one. */
static bool is_unit(struct str text)
{
    double number;
    return text.len > 0 && !num_real(text, &number);
}

/* Whether a unit stands among the first `count` values. */
bool go_unit_again(const struct value *value, size_t count, struct str unit)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(value[i].unit, unit))
            return true;
    return false;
}

/* NULL: "  iterations value unit value unit" it is. Else what was expected. */
const char *go_figures(struct str rest, struct figures *out)
{
    struct str word, unit;
    int64_t loops;
    if (!str_word(&rest, &word) || !num_int(word, &loops) || loops < 0)
        return "a number of iterations behind the name";
    out->iterations = word;
    out->loops = (double)loops;
    while (str_word(&rest, &word)) {
        double number;
        if (!num_real(word, &number) || !isfinite(number))
            return "a number";
        if (!str_word(&rest, &unit) || !is_unit(unit))
            return "a unit behind each number";
        if (go_unit_again(out->value, out->count, unit))
            return "each unit once";
        if (out->count == VALUES_MOST)
            return "at most 32 values";
        out->value[out->count++] = (struct value){ word, unit, number };
    }
    return out->count > 0 ? NULL : "a value and its unit";
}

/* "key: value": no blank and no capital in the key, which begins with a small letter. */
static bool setting_read(struct str text, struct str *key, struct str *value)
{
    size_t at = 0;
    while (at < text.len && text.at[at] != ':') {
        char c = text.at[at];
        bool small = c >= 'a' && c <= 'z';
        bool blank = c == ' ' || (c >= '\t' && c <= '\r' && c != '\n');
        if (blank || (c >= 'A' && c <= 'Z') || (at == 0 && !small))
            return false;
        at++;
    }
    *key = str_sub(text, 0, at);
    *value = str_sub(text, at + 1, text.len);
    bool parted = value->len == 0 || value->at[0] == ' ' || value->at[0] == '\t';
    *value = str_trim(*value);
    return at > 0 && at < text.len && parted;
}

bool go_is_rate_or_time(struct str unit)
{
    return str_ends(unit, STR("/op")) || str_ends(unit, STR("/s"));
}

/* ---- the file ---- */

static void line_wrong(struct go_file *file, const struct line *line, const char *expected)
{
    struct str text = str_trim(line->text);
    struct place place = line_place(file->reading, line, text);
    reading_error(file->reading, DIAG_VALUE_BAD, place, str_from(expected), text);
    reading_unread(file->reading, ", in part", str_from(expected), place);
}

static void setting_take(struct go_file *file, const struct line *line, struct str key,
                         struct str value)
{
    size_t at = 0, bytes = key.len + value.len;
    for (size_t i = 0; i < file->setting_count; i++)
        bytes += file->setting[i].key.len + file->setting[i].value.text.len;
    while (at < file->setting_count && !str_eq(file->setting[at].key, key))
        at++;
    file->world = NULL;
    if (at == file->setting_count && (at == SETTINGS_MOST || bytes > SETTINGS_BYTES)) {
        line_wrong(file, line, "at most 64 settings of 16 KiB at a time");
        return;
    }
    struct setting *old = &file->setting[at];
    if (at < file->setting_count && !old->used && value.len > 0) {
        struct statement first = { key, old->value.text,
                                   line_place(file->reading, &old->value.line, old->value.text) };
        reading_otherwise(file->reading, &first, value, line_place(file->reading, line, value));
        return; /* said twice and of no result between: the first stays, told */
    }
    if (at < file->setting_count && value.len == 0) {
        *old = file->setting[--file->setting_count];
    } else if (value.len > 0) {
        file->setting_count += at == file->setting_count ? 1 : 0;
        *old = (struct setting){ key, { *line, value }, false };
    }
}

static int by_key(const void *left, const void *right)
{
    return str_order(((const struct setting *)left)->key, ((const struct setting *)right)->key);
}

/* The settings as they stand, once for all results that have the same; NULL: too many. */
static const struct world *world_now(struct go_file *file)
{
    struct arena *home = file->reading->scratch;
    struct arena_mark mark = arena_mark(home);
    if (file->world)
        return file->world;
    qsort(file->setting, file->setting_count, sizeof *file->setting, by_key);
    struct buf text = buf_new(home, (size_t)8 * SETTINGS_BYTES);
    for (size_t i = 0; i < file->setting_count; i++) {
        file->setting[i].used = true;
        buf_put(&text, file->setting[i].key);
        buf_put(&text, STR(": "));
        buf_put(&text, file->setting[i].value.text);
        buf_put_char(&text, '\n');
    }
    struct str name = buf_str(&text);
    const char *key = str_c(home, name);
    const struct world *known = g_hash_table_lookup(file->worlds, key);
    if (known || file->world_count == WORLDS_MOST) {
        arena_rewind(home, mark);
        return file->world = known;
    }
    struct world *world = ARENA_NEW(home, struct world);
    world->count = file->setting_count;
    world->index = file->world_count;
    world->setting = ARENA_MANY(home, world->count + 1, struct setting);
    for (size_t i = 0; i < world->count; i++)
        world->setting[i] = file->setting[i];
    g_hash_table_insert(file->worlds, g_strdup(key), world);
    file->world_count++;
    return file->world = world;
}

static struct benchmark *benchmark_of(struct go_file *file, const struct world *world,
                                      struct str name)
{
    struct arena *home = file->reading->scratch;
    struct arena_mark mark = arena_mark(home);
    const char *key = str_c(home, str_format(home, "%zu %.*s", world->index, STR_ARG(name)));
    struct benchmark *known = g_hash_table_lookup(file->names, key);
    if (known || file->count == BENCHMARKS_MOST) {
        arena_rewind(home, mark);
        return known;
    }
    struct benchmark *made = &file->benchmark[file->count++];
    *made = (struct benchmark){ .world = world, .name = name };
    g_hash_table_insert(file->names, g_strdup(key), made);
    return made;
}

static struct result *result_make(struct arena *home, const struct line *line,
                                  const struct figures *figures)
{
    struct result *result = ARENA_NEW(home, struct result);
    struct value *value = ARENA_MANY(home, figures->count, struct value);
    for (size_t i = 0; i < figures->count; i++)
        value[i] = figures->value[i];
    *result =
        (struct result){ *line, figures->iterations, figures->loops, value, figures->count, NULL };
    return result;
}

static void result_take(struct go_file *file, const struct line *line)
{
    struct figures figures = { 0 };
    struct str rest = line->text, name;
    (void)str_word(&rest, &name);
    if (str_trim(rest).len == 0)
        return; /* `go test -v` names each benchmark before it runs */
    const char *expected = go_figures(rest, &figures);
    bool room = file->result_count < RESULTS_MOST;
    const struct world *world = expected || !room ? NULL : world_now(file);
    struct benchmark *benchmark = world ? benchmark_of(file, world, name) : NULL;
    if (!benchmark) {
        line_wrong(file, line,
                   expected ? expected : "at most 4096 benchmarks and 1048576 results of a file");
        return;
    }
    struct result *result = result_make(file->reading->scratch, line, &figures);
    file->result_count++;
    if (benchmark->last)
        benchmark->last->next = result;
    else
        benchmark->first = result;
    benchmark->last = result;
    benchmark->count++;
}

/* "ns" and "MB" are "sec" and "B" of another size. */
bool go_units_alike(struct arena *home, struct str a, struct str b)
{
    struct str text[2] = { a, b };
    for (size_t i = 0; i < 2; i++) {
        struct str t = text[i];
        if (str_eq(t, STR("ns")) || str_starts(t, STR("ns/")))
            text[i] = str_format(home, "sec%.*s", STR_ARG(str_sub(t, 2, t.len)));
        else if (str_ends(t, STR("-ns")))
            text[i] = str_format(home, "%.*ssec", STR_ARG(str_sub(t, 0, t.len - 2)));
        else if (str_eq(t, STR("MB")) || str_starts(t, STR("MB/")))
            text[i] = str_format(home, "B%.*s", STR_ARG(str_sub(t, 2, t.len)));
    }
    return str_eq(text[0], text[1]);
}

static void unit_take(struct go_file *file, const struct line *line)
{
    struct str rest = line->text, word, unit;
    (void)str_word(&rest, &word);
    if (!str_word(&rest, &unit)) {
        line_wrong(file, line, "a unit behind \"Unit\"");
        return;
    }
    while (str_word(&rest, &word)) {
        if (!str_starts(word, STR("better=")))
            continue; /* "assume=exact" tells benchstat how to count, and nothing of the figure */
        struct str better = str_sub(word, sizeof "better=" - 1, word.len);
        size_t at = 0;
        while (at < file->unit_count &&
               !go_units_alike(file->reading->scratch, file->unit[at].unit, unit))
            at++;
        if (at < file->unit_count) {
            const struct word *said = &file->unit[at].better;
            struct statement first = { unit, said->text,
                                       line_place(file->reading, &said->line, said->text) };
            reading_otherwise(file->reading, &first, better,
                              line_place(file->reading, line, better));
        } else if (at < UNITS_MOST) {
            file->unit[file->unit_count++] = (struct unit_said){ unit, { *line, better } };
        } else {
            line_wrong(file, line, "at most 256 units");
        }
    }
}

/* "1000  123 ns/op" behind no name: something was printed over it. */
static bool is_orphan(struct str text)
{
    struct figures figures = { 0 };
    struct str word;
    if (!go_figures(text, &figures))
        return go_is_rate_or_time(figures.value[0].unit);
    figures = (struct figures){ 0 };
    return str_word(&text, &word) && !go_figures(text, &figures) &&
           str_ends(figures.value[0].unit, STR("/op"));
}

static bool is_failure(struct str text)
{
    return str_starts(text, STR("--- FAIL: ")) || str_starts(text, STR("FAIL\t")) ||
           str_starts(text, STR("panic: "));
}

static void line_take(struct go_file *file, const struct line *line)
{
    struct str text = line->text, key, value, rest = text, word;
    if (go_is_named(text)) {
        result_take(file, line);
    } else if (str_word(&rest, &word) && word.at == text.at && str_eq(word, STR("Unit"))) {
        unit_take(file, line);
    } else if (setting_read(text, &key, &value)) {
        setting_take(file, line, key, value);
    } else if (!file->failed && is_failure(text)) {
        file->failed = true;
        reading_fact(file->reading, KEY_RUN_ERROR, (struct str){ 0 }, text, UNIT_NONE,
                     line_place(file->reading, line, text));
    } else if (is_orphan(text)) {
        line_wrong(file, line, "the name of a benchmark before its figures");
    }
}

void go_text_read(struct go_file *file, struct reading *reading)
{
    struct lines lines;
    struct line line;
    file->reading = reading;
    file->benchmark = ARENA_MANY(reading->scratch, BENCHMARKS_MOST, struct benchmark);
    file->worlds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    file->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        line_take(file, &line);
}
