/* recognise.c - which adapter reads a file.
 *
 * Adapters bid on the first 64 KiB. Where none of them does, the file may still be of a format:
 * - a JSON value may hold long arrays in front of the members that tell what it is: the bids are
 *   asked again about its outline, in which what lies deep is cut short;
 * - a log may begin with what another program wrote: words that stand in no other file
 *   (adapter->mark) are looked for in all of it;
 * - a tool's backend, or its shell, may have written lines before the JSON or the table. Which of
 *   the two streams came first tells nothing of the result. Of documents and programs, which quote
 *   results, nothing is taken this way. */
#include "file_read.h"
#include "sniff.h"

enum { HEAD = 1 << 16, DEEP = 1024, TEXT_SHOWN = 256, LEAD_LINES = 256, LEAD_TRIES = 8 };

const struct adapter *best_bid(const struct sniff *sniff, const struct adapter *(*at)(size_t index),
                               const struct adapter *rivals[2])
{
    const struct adapter *best = NULL, *rival = NULL, *adapter;
    int highest = 0;
    for (size_t i = 0; (adapter = at(i)); i++) {
        int bid = adapter->bid(sniff);
        if (bid > highest) {
            highest = bid;
            best = adapter;
            rival = NULL;
        } else if (bid == highest && bid > 0) {
            rival = adapter;
        }
    }
    rivals[0] = best;
    rivals[1] = rival;
    return rival ? NULL : best;
}

/* ---- the outline of a JSON value ---- */

struct outline {
    struct str text;
    struct buf *out;
    size_t at, depth, wanted;
    size_t deep; /* bytes kept of the value at the wanted depth that is being walked */
};

static void outline_put(struct outline *outline, char c)
{
    if (outline->depth <= outline->wanted || outline->deep < DEEP) {
        outline->deep += outline->depth > outline->wanted ? 1 : 0;
        buf_put_char(outline->out, c);
    }
}

/* A string whole in the text; in the outline its first bytes, without a half escape. */
static void outline_string(struct outline *outline)
{
    struct str text = outline->text;
    bool deep = outline->depth > outline->wanted;
    if (deep && outline->deep + 2 + TEXT_SHOWN > DEEP)
        outline->deep = DEEP;
    size_t shown = 0;
    bool cut = false;
    outline_put(outline, '"');
    for (outline->at++; outline->at < text.len && text.at[outline->at] != '"'; outline->at++) {
        cut =
            cut || shown >= TEXT_SHOWN || (text.at[outline->at] == '\\' && shown + 2 > TEXT_SHOWN);
        bool escape = text.at[outline->at] == '\\' && outline->at + 1 < text.len;
        for (size_t i = 0; i < (escape ? 2U : 1U); i++, shown++)
            if (!cut)
                outline_put(outline, text.at[outline->at + i]);
        outline->at += escape ? 1 : 0;
    }
    outline_put(outline, '"');
    outline->at++;
}

/* The value that begins the text, in at most HEAD bytes: the members of its object, or of its first
 * one, and what is in them cut short. Two brackets deep is what bids ask about. */
static struct str outline_of(struct arena *home, struct str text)
{
    struct buf buf = buf_new(home, HEAD - 1);
    struct outline outline = { .text = text, .out = &buf };
    struct sniff sniff = { .head = text };
    outline.wanted = sniff_is_array(&sniff) ? 2 : 1;
    while (outline.at < text.len && !buf.full) {
        char c = text.at[outline.at];
        if (c == '"') {
            outline_string(&outline);
            continue;
        }
        if (c == '}' || c == ']') {
            outline.deep = outline.depth == outline.wanted + 1 ? 0 : outline.deep;
            outline.depth -= outline.depth > 0 ? 1 : 0;
        }
        outline_put(&outline, c);
        if (c == '{' || c == '[')
            outline.depth++;
        outline.at++;
        if ((c == '}' || c == ']') && outline.depth < outline.wanted)
            break;
    }
    return buf_str(&buf);
}

/* ---- what stands in front ---- */

/* Files that people write to be read, or that make results: what they quote is no result. */
static bool is_document(const struct sniff *sniff)
{
    static const struct str ends[] = {
        STR_INIT(".adoc"), STR_INIT(".c"),     STR_INIT(".cc"),   STR_INIT(".cpp"),
        STR_INIT(".diff"), STR_INIT(".go"),    STR_INIT(".h"),    STR_INIT(".htm"),
        STR_INIT(".html"), STR_INIT(".ipynb"), STR_INIT(".java"), STR_INIT(".js"),
        STR_INIT(".md"),   STR_INIT(".patch"), STR_INIT(".py"),   STR_INIT(".rs"),
        STR_INIT(".rst"),  STR_INIT(".sh"),    STR_INIT(".tex"),  STR_INIT(".ts"),
        STR_INIT(".yaml"), STR_INIT(".yml"),
    };
    struct str base = sniff_base(sniff);
    for (size_t i = 0; i < ARRAY_COUNT(ends); i++)
        if (str_ends(base, ends[i]))
            return true;
    return false;
}

static bool opens_table(struct str line)
{
    size_t commas = 0;
    for (size_t i = 0; i < line.len && commas < 2; i++)
        commas += line.at[i] == ',' ? 1 : 0;
    return commas == 2;
}

/* The format of what begins at `at`, a line; NULL: none that may begin there. */
static const struct adapter *behind_lead(struct reading *reading,
                                         const struct adapter *(*adapters)(size_t index), size_t at,
                                         bool json)
{
    const struct adapter *rivals[2];
    struct str rest = str_sub(reading->bytes, at, reading->bytes.len);
    struct sniff sniff = { .name = reading->evidence->name,
                           .head = json ? outline_of(reading->scratch, rest)
                                        : str_sub(rest, 0, HEAD / 16) };
    const struct adapter *adapter = best_bid(&sniff, adapters, rivals);
    if (!adapter || adapter->bid(&sniff) < BID_SIGNATURE || !(json || adapter->table))
        return NULL;
    reading->begin = at;
    return adapter;
}

static const struct adapter *past_lead(struct reading *reading,
                                       const struct adapter *(*at)(size_t index))
{
    struct lines lines;
    struct line line;
    size_t tries = 0;
    lines_begin(&lines, str_sub(reading->bytes, 0, HEAD));
    while (tries < LEAD_TRIES && lines_next(&lines, &line) && line.number <= LEAD_LINES) {
        size_t from = (size_t)line.offset;
        bool json = json_opens(str_sub(reading->bytes, from, reading->bytes.len));
        if (line.before || !(json || opens_table(line.text)))
            continue;
        tries++;
        const struct adapter *adapter = behind_lead(reading, at, from, json);
        if (adapter)
            return adapter;
    }
    return NULL;
}

/* ---- what stands behind the head ---- */

static const struct adapter *by_mark(struct reading *reading,
                                     const struct adapter *(*at)(size_t index))
{
    const struct adapter *adapter;
    const struct adapter *rivals[2];
    for (size_t i = 0; (adapter = at(i)); i++) {
        struct str mark = str_from(adapter->mark ? adapter->mark : "");
        size_t found = mark.len ? str_find(reading->bytes, mark) : SIZE_MAX;
        file_passed(reading->bytes);
        if (found == SIZE_MAX)
            continue;
        while (found > 0 && reading->bytes.at[found - 1] != '\n')
            found--;
        struct sniff sniff = { .name = reading->evidence->name,
                               .head = str_sub(reading->bytes, found, found + HEAD) };
        return best_bid(&sniff, at, rivals);
    }
    return NULL;
}

/* ---- the same of a file that is decoded meanwhile ---- */

enum { MARKS_MOST = 32 };
struct marked { /* an adapter whose words stand in the file */
    const struct adapter *adapter;
    size_t searched; /* from here on; SIZE_MAX: found */
    size_t from;     /* the line of it */
};
struct marks {
    struct reading *reading;
    struct feed *feed;
    const struct adapter *(*at)(size_t index);
    struct marked item[MARKS_MOST];
    size_t count;
    size_t first,
        wanted;      /* the first that was found, and bytes until which its line is looked at */
    struct str head; /* what stands there */
};

/* Searches what came for each of them that could be asked before the one that was found. False: the
 * line of one begins too far before it. */
static bool marks_search(struct marks *marks, struct str have, size_t passed)
{
    for (size_t i = 0; i < marks->count && i < marks->first; i++) {
        struct marked *item = &marks->item[i];
        struct str mark = str_from(item->adapter->mark);
        size_t found = str_find(str_sub(have, item->searched, have.len), mark);
        if (found == SIZE_MAX) {
            item->searched = have.len > mark.len && have.len - mark.len > item->searched
                                 ? have.len - mark.len
                                 : item->searched;
            continue;
        }
        found += item->searched;
        while (found > passed && have.at[found - 1] != '\n')
            found--;
        if (found == passed && passed > 0)
            return false;
        marks->first = i;
        item->from = found;
        marks->wanted = found + HEAD;
        marks->head = (struct str){ 0 };
    }
    return true;
}

static bool marks_list(struct marks *marks)
{
    const struct adapter *adapter;
    for (size_t i = 0; (adapter = marks->at(i)); i++) {
        if (adapter->mark && marks->count == MARKS_MOST)
            return false;
        if (adapter->mark)
            marks->item[marks->count++] = (struct marked){ .adapter = adapter };
    }
    marks->first = marks->count;
    return true;
}

/* by_mark, where bytes come and go. False: only the whole file tells. */
static bool by_mark_fed(struct marks *marks, const struct adapter **out)
{
    static const size_t kept = 32 << 10; /* bytes behind the cursor that are surely there */
    const struct adapter *rivals[2];
    struct str have = feed_seen(marks->feed);
    size_t passed = 0, before = SIZE_MAX;
    feed_all(marks->feed);
    while (have.len != before) {
        if (!marks_search(marks, have, passed))
            return false;
        bool found = marks->first < marks->count;
        if (found && !marks->head.at && have.len >= marks->wanted)
            marks->head = str_keep(marks->reading->scratch,
                                   str_sub(have, marks->item[marks->first].from, marks->wanted));
        size_t from = found && !marks->head.at ? marks->item[marks->first].from : have.len;
        if (from > passed + 2 * kept) {
            passed = from - kept;
            feed_passed(marks->feed, from);
        }
        before = have.len;
        have = feed_more(marks->feed, before);
    }
    struct sniff sniff = { .name = marks->reading->evidence->name, .head = marks->head };
    *out = NULL;
    if (marks->first < marks->count) {
        if (!marks->head.at)
            sniff.head = str_sub(have, marks->item[marks->first].from, marks->wanted);
        *out = best_bid(&sniff, marks->at, rivals);
    }
    return true;
}

const struct adapter *format_fed(struct reading *reading, struct feed *feed, struct str head,
                                 bool *gone)
{
    struct sniff sniff = { .name = reading->evidence->name, .head = str_sub(head, 0, HEAD) };
    const struct adapter *rivals[2], *adapter = best_bid(&sniff, adapter_at, rivals), *marked;
    bool json = sniff_is_object(&sniff) || sniff_is_array(&sniff);
    if (adapter ? !adapter->mark || !adapter->feeds : rivals[1] || json || is_document(&sniff))
        return adapter;
    if (head.len == HEAD)
        return NULL; /* whether there is more hangs on the next byte */
    struct marks *marks = ARENA_NEW(reading->scratch, struct marks);
    *marks = (struct marks){ .reading = reading, .feed = feed, .at = adapter_at };
    *gone = marks_list(marks);
    if (!*gone || !by_mark_fed(marks, &marked))
        return NULL;
    return marked ? marked : adapter;
}

/* A result that is refused for its name alone is told so. */
static void note_log(struct reading *reading, const struct sniff *sniff,
                     const struct adapter *(*at)(size_t index))
{
    const struct adapter *rivals[2];
    struct sniff other = { .name = STR("result"), .head = sniff->head };
    reading->looks = best_bid(&other, at, rivals);
}

const struct adapter *format_among(struct reading *reading,
                                   const struct adapter *(*at)(size_t index))
{
    struct sniff sniff = { .name = reading->evidence->name,
                           .head = str_sub(reading->bytes, 0, HEAD) };
    const struct adapter *rivals[2];
    bool past_head = reading->bytes.len > HEAD;
    const struct adapter *adapter = best_bid(&sniff, at, rivals);
    if (adapter && adapter->mark && past_head) {
        /* The head may end in the middle of what tells two formats of one mark apart. */
        const struct adapter *marked = by_mark(reading, at);
        return marked ? marked : adapter;
    }
    if (adapter || rivals[1]) {
        if (rivals[1]) {
            diag_add(reading->diags, DIAG_FORMAT_TIE,
                     (struct place){ .file = reading->evidence->name }, STR(""), "%s and %s",
                     rivals[0]->name, rivals[1]->name);
        }
        return adapter;
    }
    if (past_head && (sniff_is_object(&sniff) || sniff_is_array(&sniff))) {
        sniff.head = outline_of(reading->scratch, reading->bytes);
        return best_bid(&sniff, at, rivals);
    }
    if (is_document(&sniff))
        return NULL;
    adapter = past_head ? by_mark(reading, at) : NULL;
    adapter = adapter ? adapter : past_lead(reading, at);
    if (!adapter && sniff_is_log(&sniff))
        note_log(reading, &sniff, at);
    return adapter;
}
