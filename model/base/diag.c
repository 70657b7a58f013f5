/* diag.c - diagnostics: collected in order, printed for people and for programs. */
#include "base/diag.h"
#include "base/json.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { DIAGS_KEPT = 1000, SAID_MOST = 1 << 14 };

static const struct diag_row rows[DIAG_COUNT] = {
#define DIAG(id, level, name, title, mend) [DIAG_##id] = { name, level, title, mend },
#include "base/diagnostics.def"
#undef DIAG
};

static const char *const level_names[] = {
    [LEVEL_NOTE] = "note",
    [LEVEL_WARNING] = "warning",
    [LEVEL_INPUT] = "input",
    [LEVEL_MACHINE] = "machine",
};

struct diags {
    struct arena *home;
    const struct diag *first;
    struct diag *last;
    size_t kept, count[LEVEL_MACHINE + 1];
};

const struct diag_row *diag_row(enum diag_id id)
{
    assert((unsigned)id < DIAG_COUNT);
    return &rows[id];
}

struct diags *diags_new(struct arena *home)
{
    struct diags *diags = ARENA_NEW(home, struct diags);
    diags->home = home;
    return diags;
}

/* Characters that no typeface has stand on many pages of two files, whole and cut: each text is
 * told once. */
static bool unseen_told(const struct diags *diags, const struct diag *diag)
{
    for (const struct diag *at = diag->id == DIAG_TEXT_UNSEEN ? diags->first : NULL; at;
         at = at->next)
        if (at->id == diag->id && str_find(at->said, diag->said) != SIZE_MAX)
            return true;
    return false;
}

static void diags_append(struct diags *diags, struct diag diag)
{
    if (unseen_told(diags, &diag))
        return;
    diags->count[diag_row(diag.id)->level]++;
    if (diags->kept == DIAGS_KEPT)
        return;
    struct diag *kept = ARENA_NEW(diags->home, struct diag);
    *kept = diag;
    kept->place.file = str_keep(diags->home, diag.place.file);
    kept->place.path = str_keep(diags->home, diag.place.path);
    kept->said = str_keep(diags->home, diag.said);
    kept->expected = str_keep(diags->home, diag.expected);
    kept->next = NULL;
    if (diags->last)
        diags->last->next = kept;
    else
        diags->first = kept;
    diags->last = kept;
    diags->kept++;
}

void diag_add(struct diags *diags, enum diag_id id, struct place place, struct str expected,
              const char *said, ...)
{
    char text[SAID_MOST];
    va_list arguments;
    va_start(arguments, said);
    int len = vsnprintf(text, sizeof text, said, arguments);
    va_end(arguments);
    assert(len >= 0);
    size_t kept = (size_t)len < sizeof text ? (size_t)len : sizeof text - 1;
    diags_append(
        diags,
        (struct diag){ .id = id, .place = place, .said = { text, kept }, .expected = expected });
}

void diags_join(struct diags *diags, const struct diags *from)
{
    size_t known[LEVEL_MACHINE + 1] = { 0 };
    for (const struct diag *diag = from->first; diag; diag = diag->next) {
        known[diag_row(diag->id)->level]++;
        diags_append(diags, *diag);
    }
    for (size_t level = 0; level < ARRAY_COUNT(known); level++)
        diags->count[level] += from->count[level] - known[level];
}

const struct diag *diags_first(const struct diags *diags)
{
    return diags->first;
}

size_t diags_count(const struct diags *diags, enum level at_least)
{
    size_t count = 0;
    for (size_t level = at_least; level <= LEVEL_MACHINE; level++)
        count += diags->count[level];
    return count;
}

int diags_exit(const struct diags *diags)
{
    if (diags->count[LEVEL_MACHINE])
        return 4;
    return diags->count[LEVEL_INPUT] ? 3 : 0;
}

void place_put(struct place place, struct buf *out)
{
    if (place.path.len)
        buf_put_visible(out, place.path);
    else if (place.line && place.column)
        buf_putf(out, "%u:%u", place.line, place.column);
    else if (place.line)
        buf_putf(out, "line %u", place.line);
    else
        buf_putf(out, "byte %llu", (unsigned long long)place.offset);
}

/* What to do: of most the row tells it; where each use has a way out of its own, it stands behind
 * the last "; " of what is expected. */
static struct str mend_of(const struct diag *diag, struct str *expected)
{
    const char *mend = diag_row(diag->id)->mend;
    *expected = diag->expected;
    if (mend[0] != 0)
        return str_from(mend);
    for (size_t at = expected->len; at-- > 1;)
        if (expected->at[at - 1] == ';' && expected->at[at] == ' ') {
            struct str own = str_sub(*expected, at + 1, expected->len);
            *expected = str_sub(*expected, 0, at - 1);
            return own;
        }
    return (struct str){ 0 };
}

static void diag_put_text(const struct diag *diag, struct buf *out)
{
    const struct diag_row *row = diag_row(diag->id);
    if (diag->place.file.len) {
        buf_put_visible(out, diag->place.file);
        buf_put_char(out, ':');
    }
    if (diag->place.line)
        buf_putf(out, "%u:", diag->place.line);
    if (diag->place.line && diag->place.column)
        buf_putf(out, "%u:", diag->place.column);
    buf_putf(out, "%s%s: %s", out->len && diag->place.file.len ? " " : "", level_names[row->level],
             row->title);
    if (diag->said.len) {
        buf_put(out, STR(": "));
        buf_put_visible(out, diag->said);
    }
    if (diag->place.path.len) {
        buf_put(out, STR(" at "));
        buf_put_visible(out, diag->place.path);
    }
    struct str expected, mend = mend_of(diag, &expected);
    if (expected.len) {
        buf_put(out, STR("; expected "));
        buf_put_visible(out, expected);
    }
    buf_put(out, mend.len > 0 ? STR("; ") : STR(""));
    buf_put_visible(out, mend);
    buf_put_char(out, '\n');
}

void diags_put_text(const struct diags *diags, struct buf *out)
{
    size_t all = diags_count(diags, LEVEL_NOTE);
    for (const struct diag *diag = diags->first; diag; diag = diag->next)
        diag_put_text(diag, out);
    if (all > diags->kept)
        buf_putf(out, "and %zu more\n", all - diags->kept);
}

void diags_put_json(const struct diags *diags, struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '[');
    for (const struct diag *diag = diags->first; diag; diag = diag->next) {
        const struct diag_row *row = diag_row(diag->id);
        json_open(&json, STR(""), '{');
        json_text(&json, STR("id"), str_from(row->id));
        json_text(&json, STR("level"), str_from(level_names[row->level]));
        json_text(&json, STR("title"), str_from(row->title));
        json_text(&json, STR("said"), diag->said);
        struct str expected, mend = mend_of(diag, &expected);
        json_text(&json, STR("expected"), expected);
        json_text(&json, STR("mend"), mend);
        json_text(&json, STR("file"), diag->place.file);
        json_integer(&json, STR("offset"), (int64_t)diag->place.offset);
        json_integer(&json, STR("line"), diag->place.line);
        json_integer(&json, STR("column"), diag->place.column);
        json_text(&json, STR("path"), diag->place.path);
        json_close(&json);
    }
    json_close(&json);
}
