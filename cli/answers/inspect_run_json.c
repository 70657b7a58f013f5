/* inspect_run_json.c - a run.json to fill in: the keys that a comparison needs, that no file of the
 * bundle holds and that no command would capture.
 *
 * Each value says what is wanted. It begins with "FIXME:", which the reader takes for no value, so
 * that a forgotten one is "not disclosed" and not a fact. */
#include "captures.h"
#include "inspect_put.h"

static void disclosed_find(const struct inspection *in, bool *disclosed)
{
    for (size_t i = 0; i < in->count; i++) {
        for (size_t k = 0; k < facts_count(in->file[i].facts); k++) {
            const struct fact *fact = facts_at(in->file[i].facts, k);
            disclosed[fact->key] = disclosed[fact->key] || !fact->placeholder;
        }
    }
}

/* "model" and "revision" of model.revision. */
static struct str name_parts(enum key key, struct str *member)
{
    struct str section;
    *member = str_from(vocabulary_row(key)->name);
    (void)str_cut(member, '.', &section);
    return section;
}

/* What a person said, else what is wanted. */
static struct str wanted_text(struct arena *home, const struct str *said, enum key key)
{
    if (said != NULL && said[key].len > 0)
        return said[key];
    const struct vocabulary_row *row = vocabulary_row(key);
    const char *look = capture_look(key), *example = capture_example(key),
               *unit = unit_row(row->unit)->title;
    struct buf text = buf_new(home, 4096);
    buf_putf(&text, "FIXME: %s", row->title);
    if (row->unit != UNIT_NONE && row->unit != UNIT_COUNT)
        buf_putf(&text, ", in %s", unit);
    if (example != NULL)
        buf_putf(&text, "; such as: %s", example);
    if (look != NULL)
        buf_putf(&text, " (see %s)", look);
    return buf_str(&text);
}

static void put_section(struct arena *home, struct json_out *json, const bool *wanted,
                        const struct str *said, enum key first)
{
    struct str member, section = name_parts(first, &member);
    json_open(json, section, '{');
    for (int key = (int)first; key < KEY_COUNT; key++) {
        if (wanted[key] && str_eq(name_parts((enum key)key, &member), section))
            json_text(json, member, wanted_text(home, said, (enum key)key));
    }
    json_close(json);
}

/* A section stands where its first key does. */
static bool said_before(const bool *wanted, enum key key)
{
    struct str member, section = name_parts(key, &member);
    for (int before = 0; before < (int)key; before++) {
        if (wanted[before] && str_eq(name_parts((enum key)before, &member), section))
            return true;
    }
    return false;
}

void inspection_wanted(const struct inspection *in, bool *wanted)
{
    bool disclosed[KEY_COUNT] = { false };
    disclosed_find(in, disclosed);
    capture_unasked(in->out->home, in->rules, in->file, in->count, disclosed);
    for (int key = 0; key < KEY_COUNT; key++) {
        wanted[key] = capture_missing((enum key)key, disclosed, in->file, in->count) &&
                      capture_is_declared((enum key)key, in->file, in->count);
    }
}

void run_json_put(struct arena *home, const bool *wanted, const struct str *said,
                  struct json_out *json)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("format"), STR("dossier-run/1"));
    for (int key = 0; key < KEY_COUNT; key++) {
        if (wanted[key] && !said_before(wanted, (enum key)key))
            put_section(home, json, wanted, said, (enum key)key);
    }
    json_close(json);
}

void inspection_put_run_json(const struct inspection *in, struct json_out *json)
{
    bool wanted[KEY_COUNT];
    inspection_wanted(in, wanted);
    run_json_put(in->out->home, wanted, NULL, json);
}

/* ---- beside what a person wrote ----------------------------------------------------------------
 */

/* The '}' of the object that begins at `at`. */
static size_t object_end(struct str text, size_t at)
{
    size_t depth = 0;
    bool quoted = false;
    for (; at < text.len; at++) {
        char c = text.at[at];
        if (quoted) {
            at += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return at;
        }
    }
    return text.len;
}

static void put_member(struct buf *out, struct arena *home, const struct str *said,
                       struct str member, enum key key)
{
    struct buf text = buf_new(home, 4096);
    json_put_string(&text, wanted_text(home, said, key));
    buf_putf(out, "\"%.*s\": %.*s", STR_ARG(member), STR_ARG(buf_str(&text)));
}

/* Members of a section that are wanted and not there, each behind a comma where `first` is false.
 */
static size_t put_members(struct buf *out, struct arena *home, const struct json_item *held,
                          const bool *wanted, const struct str *said, struct str section,
                          bool first)
{
    size_t added = 0;
    for (int key = 0; key < KEY_COUNT; key++) {
        struct str member, own = name_parts((enum key)key, &member);
        if (!wanted[key] || !str_eq(own, section) ||
            (held != NULL && json_member(held, member) != NULL))
            continue;
        buf_put(out, first && added == 0 ? STR("\n    ") : STR(",\n    "));
        put_member(out, home, said, member, (enum key)key);
        added++;
    }
    return added;
}

/* What stands before `end`, without the blanks that end it. */
static size_t behind_last(struct str text, size_t end)
{
    while (end > 0 && (text.at[end - 1] == ' ' || text.at[end - 1] == '\n' ||
                       text.at[end - 1] == '\r' || text.at[end - 1] == '\t'))
        end--;
    return end;
}

/* Sections of which nothing is there. */
static size_t put_sections(struct buf *out, struct arena *home, const struct json_item *root,
                           const bool *wanted, const struct str *said)
{
    size_t added = 0;
    for (int key = 0; key < KEY_COUNT; key++) {
        struct str member, section = name_parts((enum key)key, &member);
        if (!wanted[key] || said_before(wanted, (enum key)key) ||
            json_member(root, section) != NULL)
            continue;
        buf_putf(out, "%s\n  \"%.*s\": {", json_count(root) > 0 || added > 0 ? "," : "",
                 STR_ARG(section));
        added += put_members(out, home, NULL, wanted, said, section, true);
        buf_put(out, STR("\n  }"));
    }
    return added;
}

/* What the member "facts" says by dotted name is asked no more. */
static void facts_leave(const struct json_item *root, const bool *asked, bool *wanted)
{
    const struct json_item *facts = json_member(root, STR("facts"));
    bool held = facts != NULL && json_type(facts) == JSON_OBJECT;
    for (int key = 0; key < KEY_COUNT; key++)
        wanted[key] =
            asked[key] &&
            !(held && json_member(facts, str_from(vocabulary_row((enum key)key)->name)) != NULL);
}

/* Marks that wait in a section, in whose place a person has now said something. */
static size_t marks_replace(struct buf *out, const struct json *json, const struct json_item *held,
                            struct str text, const struct str *said, size_t from)
{
    for (const struct json_item *item = json_next(held, NULL); item; item = json_next(held, item)) {
        enum key key;
        struct str name =
            str_format(out->home, "%.*s.%.*s", STR_ARG(json_name(held)), STR_ARG(json_name(item)));
        if (json_type(item) != JSON_STRING || !str_starts(json_string(item), STR("FIXME:")) ||
            !vocabulary_find(name, &key) || said[key].len == 0)
            continue;
        size_t at = (size_t)json_place(json, item).offset;
        buf_put(out, str_sub(text, from, at));
        json_put_string(out, said[key]);
        from = at + json_literal(json, item).len;
    }
    return from;
}

size_t run_json_merge(struct arena *home, struct str file, struct str text, const bool *asked,
                      const struct str *said, struct buf *out, struct diags *diags)
{
    struct json *json = NULL;
    size_t from = 0, added = 0;
    bool wanted[KEY_COUNT];
    if (!json_read(home, file, text, &limits_default, &json, diags) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return SIZE_MAX;
    const struct json_item *root = json_root(json);
    facts_leave(root, asked, wanted);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        if (json_type(item) != JSON_OBJECT)
            continue;
        from = said != NULL ? marks_replace(out, json, item, text, said, from) : from;
        size_t end = object_end(text, (size_t)json_place(json, item).offset);
        size_t to = behind_last(text, end);
        struct buf more = buf_new(home, (size_t)1 << 16);
        size_t count =
            put_members(&more, home, item, wanted, said, json_name(item), json_count(item) == 0);
        if (count == 0)
            continue;
        buf_put(out, str_sub(text, from, to));
        buf_put(out, buf_str(&more));
        buf_put(out, STR("\n  "));
        from = end;
        added += count;
    }
    struct buf more = buf_new(home, (size_t)1 << 16);
    size_t end = object_end(text, (size_t)json_place(json, root).offset);
    added += put_sections(&more, home, root, wanted, said);
    buf_put(out, str_sub(text, from, more.len > 0 ? behind_last(text, end) : end));
    buf_put(out, buf_str(&more));
    if (more.len > 0)
        buf_put_char(out, '\n');
    buf_put(out, str_sub(text, end, text.len));
    return added;
}
