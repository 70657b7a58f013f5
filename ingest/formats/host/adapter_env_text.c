/* adapter_env_text.c - environment variables as `env` prints them, NAME=value a line: env.txt, and
 * the file environment-variables that the Phoronix Test Suite keeps in its system-logs.
 *
 * Flags of compilers, and variables that shape the work (captured.h), are taken; names that speak
 * of a secret never. A line without a name belongs to the value above it. Defined by env(1), GNU
 * coreutils. */
#include "captured.h"
#include "sniff.h"

static const struct str flags[] = { STR_INIT("CFLAGS"), STR_INIT("CPPFLAGS"), STR_INIT("CXXFLAGS"),
                                    STR_INIT("FFLAGS"), STR_INIT("LDFLAGS") };
static const struct str names[] = { STR_INIT("env.txt"), STR_INIT("environment-variables"),
                                    STR_INIT("environment.txt"), STR_INIT("printenv.txt") };

static bool is_one_of(struct str text, const struct str *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(text, list[i]))
            return true;
    return false;
}

/* "NAME=value" with a name of letters, digits and '_'. */
static bool variable_of(struct str line, struct str *name, struct str *value)
{
    *value = line;
    if (!str_cut(value, '=', name) || !value->at || name->len == 0)
        return false;
    for (size_t i = 0; i < name->len; i++) {
        char c = name->at[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        if (!letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return true;
}

static int bid(const struct sniff *sniff)
{
    struct str name, value;
    bool mine = is_one_of(sniff_base(sniff), names, ARRAY_COUNT(names)) &&
                variable_of(sniff_first_line(sniff), &name, &value);
    return mine ? BID_SHAPE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str name, value;
        enum key key = KEY_COMPILE_FLAGS;
        if (!variable_of(line.text, &name, &value) || str_trim(value).len == 0)
            continue;
        if (is_one_of(name, flags, ARRAY_COUNT(flags)) || variable_key(name, value, &key)) {
            bool named = key == KEY_COMPILE_FLAGS || key == KEY_OS_ENVIRONMENT;
            reading_fact(reading, key, named ? name : (struct str){ 0 }, value, UNIT_NONE,
                         line_place(reading, &line, value));
        }
    }
    return true;
}

const struct adapter adapter_env_text = {
    .name = "env-text",
    .title = "Environment variables and compiler flags, as text",
    .tool = "env, printenv; Phoronix Test Suite, system-logs",
    .spec = "env(1), GNU coreutils",
    .kind = FACT_CAPTURED,
    .traits = TRAIT_LISTS_WHOLE,
    .bid = bid,
    .read = read,
};
