/* adapter_pip_freeze.c - `pip freeze`: name==version, "name @ url", "-e url", comments.
 *
 * A package from a URL has no version in this file: its URL is kept as the version's text, since
 * two different URLs are two different packages. Defined by pip's requirements file format. */
#include "captured.h"
#include "sniff.h"

static bool is_option(struct str text)
{
    return text.at[0] == '#' || text.at[0] == '-';
}

/* "name @ url": both parts. */
static bool direct_parts(struct str text, struct str *name, struct str *url)
{
    size_t at = str_find(text, STR(" @ "));
    if (at == SIZE_MAX)
        return false;
    *name = str_trim(str_sub(text, 0, at));
    *url = str_trim(str_sub(text, at + 3, text.len));
    return package_name_is(*name) && url->len > 0;
}

static bool is_pinned(struct str text)
{
    size_t equals = str_find(text, STR("=="));
    return equals != SIZE_MAX && package_name_is(str_trim(str_sub(text, 0, equals)));
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head;
    struct str line;
    size_t pinned = 0;
    if (sniff_is_log(sniff))
        return BID_NONE;
    while (str_cut(&rest, '\n', &line)) {
        struct str text = str_trim(line);
        struct str name;
        struct str url;
        bool cut = !rest.at && !sniff_whole(sniff); /* the head ends inside this line */
        if (text.len == 0 || is_option(text) || cut || direct_parts(text, &name, &url))
            continue;
        if (!is_pinned(text))
            return BID_NONE;
        pinned++;
    }
    return pinned > 0 ? BID_SHAPE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        struct str name;
        struct str url;
        if (text.len == 0 || is_option(text))
            continue;
        if (direct_parts(text, &name, &url)) {
            reading_fact(reading, KEY_PACKAGE_VERSION, name, url, UNIT_NONE,
                         line_place(reading, &line, url));
        } else if (!package_fact(reading, &line, text)) {
            reading_error(reading, DIAG_LINE_BAD, line_place(reading, &line, text),
                          STR("name==version"), text);
        }
    }
    return true;
}

const struct adapter adapter_pip_freeze = {
    .name = "pip-freeze",
    .title = "Versions of installed Python packages",
    .tool = "pip freeze",
    .spec = "pip documentation, requirements file format",
    .kind = FACT_CAPTURED,
    .traits = TRAIT_LISTS_WHOLE,
    .bid = bid,
    .read = read,
};
