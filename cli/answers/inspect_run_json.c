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

static struct str wanted_text(struct arena *home, enum key key)
{
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

static void put_section(const struct inspection *in, struct json_out *json, const bool *wanted,
                        enum key first)
{
    struct str member, section = name_parts(first, &member);
    json_open(json, section, '{');
    for (int key = (int)first; key < KEY_COUNT; key++) {
        if (wanted[key] && str_eq(name_parts((enum key)key, &member), section))
            json_text(json, member, wanted_text(in->out->home, (enum key)key));
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

void inspection_put_run_json(const struct inspection *in, struct json_out *json)
{
    bool disclosed[KEY_COUNT] = { false }, wanted[KEY_COUNT] = { false };
    disclosed_find(in, disclosed);
    capture_unasked(in->out->home, in->rules, in->file, in->count, disclosed);
    for (int key = 0; key < KEY_COUNT; key++) {
        wanted[key] = capture_missing((enum key)key, disclosed, in->file, in->count) &&
                      capture_is_declared((enum key)key, in->file, in->count);
    }
    json_open(json, STR(""), '{');
    json_text(json, STR("format"), STR("dossier-run/1"));
    for (int key = 0; key < KEY_COUNT; key++) {
        if (wanted[key] && !said_before(wanted, (enum key)key))
            put_section(in, json, wanted, (enum key)key);
    }
    json_close(json);
}
