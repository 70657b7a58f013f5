/* own_text.c - text of no known format. */
#include "own_text.h"
#include "base/num.h"
#include <glib.h>
#include <string.h>

bool own_lines_look(struct str bytes, struct own_shape *shape)
{
    struct str rest = bytes, line;
    double value;
    while (str_cut(&rest, '\n', &line)) {
        if (str_trim(line).len == 0)
            continue;
        if (!num_real(str_trim(line), &value))
            return false;
        shape->rows++;
    }
    shape->kind = OWN_LINES;
    shape->form = OWN_TEXT;
    return shape->rows >= OWN_ROWS_LEAST;
}

/* "MB/s", "ops/sec", "[ms]": a word of letters behind a number, the last of its line or before a
 * remark in brackets. */
static struct str unit_behind(struct str rest)
{
    struct str word;
    if (!str_word(&rest, &word) || word.len > 12 || !own_plain(word))
        return (struct str){ 0 };
    rest = str_trim(rest);
    if (rest.len > 0 && rest.at[0] != '(')
        return (struct str){ 0 };
    if (word.len > 2 && word.at[0] == '[' && word.at[word.len - 1] == ']')
        word = str_sub(word, 1, word.len - 1);
    for (size_t i = 0; i < word.len; i++)
        if (!g_ascii_isalpha(word.at[i]) && word.at[i] != '/')
            return (struct str){ 0 };
    return word;
}

/* The number behind the last '=' or ':' of one word, "tokens_per_s=8123.1", and where it begins. */
static bool joined(struct str word, size_t *at)
{
    double value;
    if (!g_ascii_isalpha(word.at[0]))
        return false;
    for (size_t i = word.len; i-- > 1;)
        if (strchr("=:", word.at[i])) {
            *at = i + 1;
            return num_real(str_sub(word, i + 1, word.len), &value);
        }
    return false;
}

/* "Requests/sec: 248829.53", "[READ], Operations, 500201", "Dhrystone 2     412331 lps",
 * "tps=12.1", "99% in 0.0412 secs": a name, then a number by itself. */
static bool text_line(struct str line, struct own_number *out)
{
    struct str rest = str_trim(line), word;
    const char *begin = rest.at;
    double value;
    while (str_word(&rest, &word)) {
        size_t at = 0;
        bool number = num_real(word, &value);
        if (!number && !joined(word, &at))
            continue;
        size_t len = (size_t)(word.at - begin) + at;
        struct str before = { begin, len }, name = str_trim(before);
        bool wide = number && len >= name.len + 2 && name.len > 1;
        bool ends = name.len > 1 && strchr(":=,", name.at[name.len - 1]);
        if (number && !ends && !wide && !str_ends(name, STR("% in")))
            continue; /* "Dhrystone 2 using ...": a number within the name */
        if (name.len == 0 || !own_plain(name) ||
            !(g_ascii_isalpha(name.at[0]) || name.at[0] == '[' || str_ends(name, STR("% in"))))
            return false;
        *out = (struct own_number){ .name = name,
                                    .text = str_sub(word, at, word.len),
                                    .said = unit_behind(rest) };
        return true;
    }
    return false;
}

/* "635.91us": a number with the unit of a time behind it, as wrk writes them. */
static bool is_time(struct str word)
{
    static const char *const units[] = { "us", "ms", "s", "m", "h" };
    size_t digits = 0;
    double value;
    while (digits < word.len && (g_ascii_isdigit(word.at[digits]) || word.at[digits] == '.'))
        digits++;
    struct str unit = str_sub(word, digits, word.len);
    for (size_t i = 0; i < ARRAY_COUNT(units); i++)
        if (str_eq(unit, str_from(units[i])))
            return num_real(str_sub(word, 0, digits), &value);
    return false;
}

/* "99%", "99.9%" */
static bool is_percent(struct str key)
{
    double value;
    return str_ends(key, STR("%")) && num_real(str_sub(key, 0, key.len - 1), &value) && value > 0 &&
           value < 100;
}

/* wrk's latencies: "Latency 635.91us 0.89ms 12.92ms" are average, deviation and most, "99% 5.81ms"
 * a percentile. What the columns are its heading says. */
static void times_take(struct arena *home, struct str line, bool *heading, struct own_shape *shape)
{
    static const char *const column[] = { "Avg", "Stdev", "Max" };
    struct str rest = line, key, word;
    if (!str_word(&rest, &key))
        return;
    if (str_eq(key, STR("Thread"))) {
        size_t avg = str_find(line, STR("Avg")), stdev = str_find(line, STR("Stdev"));
        *heading = avg < stdev && stdev < str_find(line, STR("Max")) && stdev != SIZE_MAX;
        return;
    }
    bool table = *heading && str_eq(key, STR("Latency")), percent = is_percent(key);
    for (size_t i = 0; i < (table ? 3 : percent ? 1 : 0); i++) {
        if (!str_word(&rest, &word) || !is_time(word))
            return;
        own_take(home, shape,
                 (struct own_number){ .name = table
                                                  ? str_format(home, "Latency %s", column[i])
                                                  : str_format(home, "Latency %.*s", STR_ARG(key)),
                                      .key = key,
                                      .column = i + 1,
                                      .text = word });
    }
}

/* "5.80 Gbits/sec", as iperf writes them: the last one of a file sums up. */
static void bits_take(struct str line, struct str *bits)
{
    struct str rest = line, word, before = { 0 };
    double value;
    while (str_word(&rest, &word)) {
        if (str_ends(word, STR("bits/sec")) && word.len <= 9 && num_real(before, &value))
            *bits = (struct str){ before.at, (size_t)(word.at + word.len - before.at) };
        before = word;
    }
}

/* The first of a name counts: that is the one which a command finds. */
static bool is_taken(const struct own_shape *shape, struct str name)
{
    for (size_t i = 0; i < shape->all; i++)
        if (str_eq(shape->found[i].name, name))
            return true;
    return false;
}

/* "test sum ... bench:   812 ns/iter (+/- 9)": one row of several, which own_within.c takes whole.
 * A time of four digits has a comma in it and is no number here, so that the shortest alone would
 * be left. */
static bool is_cargo(struct str line)
{
    return str_starts(str_trim(line), STR("test ")) &&
           str_find(line, STR(" ... bench:")) != SIZE_MAX;
}

bool own_text_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    struct str rest = bytes, line, bits = { 0 };
    bool heading = false;
    while (str_cut(&rest, '\n', &line)) {
        struct own_number number;
        times_take(home, line, &heading, shape);
        bits_take(line, &bits);
        if (!is_cargo(line) && text_line(line, &number) && !is_taken(shape, number.name))
            own_take(home, shape, number);
    }
    if (bits.len > 0)
        own_take(home, shape,
                 (struct own_number){ .name = STR("Bitrate"), .text = bits, .bits = true });
    shape->kind = OWN_FIGURES;
    shape->form = OWN_TEXT;
    return shape->all > 0;
}
