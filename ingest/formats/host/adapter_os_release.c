/* adapter_os_release.c - /etc/os-release (os-release(5), systemd): NAME=value, shell quoting. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "NAME", KEY_OS_NAME, UNIT_NONE, true },
    { "VERSION_ID", KEY_OS_VERSION, UNIT_NONE, false }, /* rolling distributions have none */
};

static bool is_assignment(struct str line)
{
    size_t at = 0;
    while (at < line.len && ((line.at[at] >= 'A' && line.at[at] <= 'Z') ||
                             (line.at[at] >= '0' && line.at[at] <= '9') || line.at[at] == '_'))
        at++;
    return at > 0 && at < line.len && line.at[at] == '=';
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head;
    struct str line;
    while (str_cut(&rest, '\n', &line)) {
        line = str_trim(line);
        if (line.len > 0 && line.at[0] != '#' && !is_assignment(line))
            return BID_NONE;
    }
    bool mine = sniff_line_starts(sniff, STR("NAME=")) && sniff_line_starts(sniff, STR("ID="));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static struct str unquoted(struct str text)
{
    bool quoted = text.len >= 2 && (text.at[0] == '"' || text.at[0] == '\'') &&
                  text.at[text.len - 1] == text.at[0];
    return quoted ? str_sub(text, 1, text.len - 1) : text;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    bool seen[ARRAY_COUNT(fields)] = { false };
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str value = line.text;
        struct str name;
        if (!str_cut(&value, '=', &name) || !value.at)
            continue;
        value = unquoted(str_trim(value));
        for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
            if (str_eq(name, str_from(fields[i].path))) {
                reading_fact(reading, fields[i].key, (struct str){ 0 }, value, fields[i].unit,
                             line_place(reading, &line, value));
                seen[i] = true;
            }
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        if (fields[i].required && !seen[i])
            reading_missing(reading, fields[i].path);
    return true;
}

const struct adapter adapter_os_release = {
    .name = "os-release",
    .title = "Operating system and its version",
    .tool = "/etc/os-release",
    .spec = "os-release(5)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
