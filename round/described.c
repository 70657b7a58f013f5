/* described.c - flat JSON files of a submission: members with the lines on which they stand. */
#include "described.h"
#include "base/json.h"
#include "base/num.h"

static void twice_keep(struct arena *home, const struct diags *diags, struct described *out)
{
    for (const struct diag *diag = diags_first(diags); diag; diag = diag->next) {
        if (diag->id == DIAG_JSON_TWICE)
            out->pair[out->count++] =
                (struct pair){ .name = str_keep(home,
                                                str_sub(diag->place.path, 1, diag->place.path.len)),
                               .line = diag->place.line,
                               .twice = true };
    }
}

static void pairs_keep(struct arena *home, const struct json *json, const struct diags *diags,
                       struct described *out)
{
    const struct json_item *root = json_root(json);
    out->pair =
        ARENA_MANY(home, json_count(root) + diags_count(diags, LEVEL_NOTE) + 1, struct pair);
    twice_keep(home, diags, out);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        bool string = json_type(item) == JSON_STRING;
        struct str text = string ? json_string(item) : json_literal(json, item);
        out->pair[out->count++] = (struct pair){ .name = str_keep(home, json_name(item)),
                                                 .text = str_keep(home, text),
                                                 .line = json_place(json, item).line,
                                                 .string = string };
    }
}

void described_read(struct arena *home, struct arena *scratch, struct str bytes,
                    struct described *out)
{
    struct json *json;
    struct diags *diags = diags_new(scratch);
    static const struct str mark = STR_INIT("\xef\xbb\xbf");
    if (str_starts(bytes, mark))
        bytes = str_sub(bytes, mark.len, bytes.len);
    struct json_cursor cursor = { .allow = JSON_TWICE | JSON_STRAY | JSON_NONFINITE,
                                  .alone = true };
    if (json_read_next(scratch, STR("description"), bytes, &cursor, NULL, &json, diags) &&
        json_type(json_root(json)) == JSON_OBJECT) {
        out->read = true;
        pairs_keep(home, json, diags, out);
        return;
    }
    const struct diag *diag = diags_first(diags);
    out->broken_line = diag ? diag->place.line : 1;
    out->broken = diag
                      ? str_format(home, "%s: %.*s", diag_row(diag->id)->title, STR_ARG(diag->said))
                      : STR("no JSON object");
}

const struct pair *described_find(const struct described *from, const char *name)
{
    for (size_t i = 0; from && i < from->count; i++)
        if (str_eq(from->pair[i].name, str_from(name)))
            return &from->pair[i];
    return NULL;
}

struct str described_text(const struct described *from, const char *name)
{
    const struct pair *pair = described_find(from, name);
    return pair ? str_trim(pair->text) : (struct str){ 0 };
}

int64_t described_count(const struct described *from, const char *name)
{
    int64_t value;
    double real;
    struct str text = described_text(from, name);
    if (num_int(text, &value) && value >= 0)
        return value;
    if (num_real(text, &real) && real >= 0 && real < 1e9 && (double)(int64_t)real == real)
        return (int64_t)real;
    return -1;
}
