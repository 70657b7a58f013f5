/* own_text.c - numbers in text that a program printed. */
#include "base/num.h"
#include "own_parts.h"
#include <glib.h>
#include <string.h>

/* "Requests/sec: 248829.53": a name, then a number by itself. */
static bool text_line(struct str line, struct own_number *out)
{
    struct str rest = str_trim(line), word;
    const char *begin = rest.at;
    double value;
    while (str_word(&rest, &word)) {
        if (!num_real(word, &value))
            continue;
        struct str name = str_trim((struct str){ begin, (size_t)(word.at - begin) });
        bool ends = name.len > 1 && strchr(":=", name.at[name.len - 1]);
        if (!ends || !g_ascii_isalpha(name.at[0]) || !own_is_plain(name))
            return false;
        *out = (struct own_number){ .name = name, .text = word };
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
    bool table = *heading && str_eq(key, STR("Latency")),
         percent = str_ends(key, STR("%")) && own_percent(key) > 0;
    for (size_t i = 0; i < (table ? 3 : percent ? 1 : 0); i++) {
        if (!str_word(&rest, &word) || !is_time(word))
            return;
        own_keep(shape, (struct own_number){
                            .name = table ? str_format(home, "Latency %s", column[i])
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

bool own_text_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    struct str rest = bytes, line, bits = { 0 };
    bool heading = false;
    while (shape->all < NUMBERS_MOST && str_cut(&rest, '\n', &line)) {
        struct own_number number;
        times_take(home, line, &heading, shape);
        bits_take(line, &bits);
        if (text_line(line, &number))
            own_keep(shape, number);
    }
    if (bits.len > 0)
        own_keep(shape, (struct own_number){ .name = STR("Bitrate"), .text = bits, .bits = true });
    shape->kind = OWN_FIGURES;
    shape->form = OWN_TEXT;
    return shape->count > 0;
}
