/* inspect_run_json.c - a run.json to fill in: the keys that a comparison needs, that no file of the
 * bundle holds and that no command would capture.
 *
 * Each value says what is wanted. It begins with "FIXME:", which the reader takes for no value, so
 * that a forgotten one is "not disclosed" and not a fact. */
#include "captures.h"
#include "inspect_put.h"
#include <string.h>

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
    if (said && said[key].len > 0)
        return said[key];
    const struct vocabulary_row *row = vocabulary_row(key);
    const char *look = capture_look(key), *example = capture_example(key),
               *unit = unit_row(row->unit)->title;
    struct buf text = buf_new(home, 4096);
    buf_putf(&text, "FIXME: %s", row->title);
    if (row->unit != UNIT_NONE && row->unit != UNIT_COUNT)
        buf_putf(&text, ", in %s", unit);
    if (example)
        buf_putf(&text, "; such as: %s", example);
    if (look)
        buf_putf(&text, " (see %s)", look);
    return buf_str(&text);
}

/* ---- several facts in one sentence ---- */

struct sentence {
    enum key key[SENTENCE_MOST];
    size_t count;
};
static const struct sentence sentences_known[] = {
    /* on what terms a side was chosen and tuned */
    { { KEY_STACK_RELEASE_RULE, KEY_STACK_UNIT, KEY_METHOD_OPTIMISATION }, 3 },
    /* with what it was measured, from when until when */
    { { KEY_METHOD_TOOL, KEY_METHOD_TOOL_VERSION, KEY_ENGINE_VERSION, KEY_METHOD_WARMUP,
        KEY_METHOD_STOP_RULE },
      5 },
    /* what ran, on what */
    { { KEY_STACK_ARTEFACT, KEY_CONTAINER_DIGEST, KEY_COMPILE_MODE, KEY_ENGINE_FEATURES,
        KEY_DATASET_NAME, KEY_ACCELERATOR_COUNT },
      6 },
    /* what was asked of a model, which whoever started the client knows: for how long, too */
    { { KEY_WORKLOAD_KIND, KEY_MODEL_NAME, KEY_DATASET_NAME, KEY_INPUT_LENGTH, KEY_OUTPUT_LENGTH,
        KEY_LOAD_SCENARIO, KEY_DECODING_SAMPLING, KEY_WORKLOAD_SEED, KEY_METHOD_WARMUP,
        KEY_METHOD_STOP_RULE, KEY_TOKENIZER_NAME, KEY_LOAD_CONCURRENCY, KEY_LOAD_RATE,
        KEY_LOAD_BURSTINESS },
      14 },
    /* in what form the model ran, which whoever started the server knows */
    { { KEY_MODEL_REVISION, KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE, KEY_PRECISION_KV_CACHE,
        KEY_PRECISION_QUANTISATION, KEY_RUNTIME_ATTENTION },
      6 },
};
enum {
    TERMS,
    MEASURED,
    RAN,
    ASKED,
    SHORT_MOST = 3,
    SHORT_SERVED = 7,
    SHORT_ASKED = 2,
    SHORT_TERMS = 8
};

static void sentence_add(const struct sentence *from, const bool *wanted, struct sentence *to)
{
    for (size_t i = 0; i < from->count; i++)
        if (wanted[from->key[i]])
            to->key[to->count++] = from->key[i];
}

/* Takes out of a sentence what another one states. */
static void sentence_less(const struct sentence *other, struct sentence *from)
{
    size_t kept = 0;
    for (size_t i = 0; i < from->count; i++) {
        bool held = false;
        for (size_t k = 0; k < other->count; k++)
            held = held || other->key[k] == from->key[i];
        if (!held)
            from->key[kept++] = from->key[i];
    }
    from->count = kept;
}

static void sentence_join(struct sentence *from, struct sentence *to)
{
    for (size_t i = 0; i < from->count && to->count < SENTENCE_MOST; i++)
        to->key[to->count++] = from->key[i];
    from->count = 0;
}

/* Whether more than what a program is asked for, too, is open of what a model was asked. */
static bool asks_of_model(const bool *wanted)
{
    const struct sentence *of = &sentences_known[ASKED];
    bool any = false;
    for (size_t i = 0; i < of->count; i++)
        any = any || (wanted[of->key[i]] && of->key[i] != KEY_DATASET_NAME &&
                      of->key[i] != KEY_METHOD_WARMUP && of->key[i] != KEY_METHOD_STOP_RULE);
    return any;
}

size_t sentence_of(const bool *wanted, enum key key, enum key out[SENTENCE_MOST])
{
    struct sentence made[ARRAY_COUNT(sentences_known)] = { { .count = 0 } };
    size_t few;
    for (size_t i = 0; i < ARRAY_COUNT(made); i++)
        sentence_add(&sentences_known[i], wanted, &made[i]);
    if (asks_of_model(wanted)) {
        sentence_less(&made[ASKED], &made[MEASURED]);
        sentence_less(&made[ASKED], &made[RAN]);
    } else {
        made[ASKED].count = 0;
    }
    /* Where little is open of how it was measured and of what ran, one sentence says both. */
    few = made[MEASURED].count + made[RAN].count;
    bool served = wanted[KEY_ENGINE_VERSION] || wanted[KEY_CONTAINER_DIGEST] ||
                  wanted[KEY_METHOD_SERVER_COMMAND];
    size_t most = served ? SHORT_SERVED : SHORT_MOST;
    if (few <= most)
        sentence_join(&made[RAN], &made[MEASURED]);
    /* The same of the one or two things that are open of what was asked. */
    if (few > 0 && made[ASKED].count <= SHORT_ASKED && few + made[ASKED].count <= most + 1)
        sentence_join(&made[ASKED], &made[MEASURED]);
    /* Of what is served, on what terms it was set up goes with either, where that stays short. */
    for (size_t i = MEASURED; served && i <= ASKED; i += ASKED - MEASURED)
        if (made[i].count > 0 && made[i].count + made[TERMS].count <= SHORT_TERMS)
            sentence_join(&made[TERMS], &made[i]);
    out[0] = key;
    for (size_t i = 0; i < ARRAY_COUNT(made); i++) {
        enum key first = KEY_COUNT;
        bool mine = false;
        for (size_t k = 0; k < made[i].count; k++) {
            mine = mine || made[i].key[k] == key;
            first = made[i].key[k] < first ? made[i].key[k] : first;
        }
        if (!mine || made[i].count < 2)
            continue;
        memcpy(out, made[i].key, made[i].count * sizeof *out);
        return first == key ? made[i].count : 0;
    }
    return 1;
}

/* "stack.release_rule; stack.unit", the name of a member of "facts". */
static struct str sentence_name(struct arena *home, const enum key *key, size_t count)
{
    struct buf name = buf_new(home, 1 << 12);
    for (size_t i = 0; i < count; i++)
        buf_putf(&name, "%s%s", i > 0 ? "; " : "", vocabulary_row(key[i])->name);
    return buf_str(&name);
}

static struct str sentence_text(struct arena *home, const enum key *key, size_t count)
{
    struct buf text = buf_new(home, 1 << 14), such = buf_new(home, 1 << 12);
    buf_put(&text, STR("FIXME: "));
    for (size_t i = 0; i < count; i++) {
        const char *example = capture_example(key[i]);
        struct str first, rest = str_from(example ? example : "...");
        (void)str_cut(&rest, ';', &first);
        buf_putf(&text, "%s%s", i > 0 ? "; " : "", vocabulary_row(key[i])->title);
        buf_putf(&such, "%s%.*s", i > 0 ? "; " : "", STR_ARG(str_trim(first)));
    }
    buf_putf(&text, " - in this order, with ; between, an empty part left open; such as: %.*s",
             STR_ARG(buf_str(&such)));
    return buf_str(&text);
}

/* Takes what goes into sentences out of `wanted` and writes it; what a person has said goes by
 * itself. Answers how many sentences there are. */
static size_t sentences_take(struct arena *home, const struct str *said, bool *wanted,
                             struct buf *out, const char *between)
{
    bool open[KEY_COUNT];
    size_t added = 0;
    for (int key = 0; key < KEY_COUNT; key++)
        open[key] = wanted[key] && (!said || said[key].len == 0);
    for (int key = 0; key < KEY_COUNT; key++) {
        enum key of[SENTENCE_MOST];
        size_t count = open[key] ? sentence_of(open, (enum key)key, of) : 1;
        if (count < 2)
            continue;
        buf_put(out, added++ > 0 ? STR(",\n    ") : str_from(between));
        json_put_string(out, sentence_name(home, of, count));
        buf_put(out, STR(": "));
        json_put_string(out, sentence_text(home, of, count));
        for (size_t i = 0; i < count; i++)
            wanted[of[i]] = false;
    }
    return added;
}

static void put_section(struct arena *home, struct json_out *json, const bool *wanted,
                        const struct str *said, enum key first)
{
    struct str member, section = name_parts(first, &member);
    json_open(json, section, '{');
    for (int key = (int)first; key < KEY_COUNT; key++)
        if (wanted[key] && str_eq(name_parts((enum key)key, &member), section))
            json_text(json, member, wanted_text(home, said, (enum key)key));
    json_close(json);
}

/* A section stands where its first key does. */
static bool said_before(const bool *wanted, enum key key)
{
    struct str member, section = name_parts(key, &member);
    for (int before = 0; before < (int)key; before++)
        if (wanted[before] && str_eq(name_parts((enum key)before, &member), section))
            return true;
    return false;
}

/* The members of "facts" that ask by a sentence. */
static void put_sentences(struct arena *home, struct json_out *json, const struct str *said,
                          bool *wanted)
{
    bool open[KEY_COUNT], any = false;
    for (int key = 0; key < KEY_COUNT; key++)
        open[key] = wanted[key] && (!said || said[key].len == 0);
    for (int key = 0; key < KEY_COUNT; key++) {
        enum key of[SENTENCE_MOST];
        size_t count = open[key] ? sentence_of(open, (enum key)key, of) : 1;
        if (count < 2)
            continue;
        if (!any)
            json_open(json, STR("facts"), '{');
        any = true;
        json_text(json, sentence_name(home, of, count), sentence_text(home, of, count));
        for (size_t i = 0; i < count; i++)
            wanted[of[i]] = false;
    }
    if (any)
        json_close(json);
}

void run_json_put(struct arena *home, const bool *asked, const struct str *said, bool sentences,
                  struct json_out *json)
{
    bool wanted[KEY_COUNT];
    memcpy(wanted, asked, sizeof wanted);
    json_open(json, STR(""), '{');
    json_text(json, STR("format"), STR("dossier-run/1"));
    if (sentences)
        put_sentences(home, json, said, wanted);
    for (int key = 0; key < KEY_COUNT; key++)
        if (wanted[key] && !said_before(wanted, (enum key)key))
            put_section(home, json, wanted, said, (enum key)key);
    json_close(json);
}

size_t run_json_marks(struct str text)
{
    size_t count = 0, at;
    while ((at = str_find(text, STR("\"FIXME:"))) != SIZE_MAX) {
        count++;
        text = str_sub(text, at + 7, text.len);
    }
    return count;
}

void inspection_put_run_json(const struct inspection *in, struct json_out *json)
{
    bool wanted[KEY_COUNT];
    inspection_wanted(in, wanted);
    run_json_put(in->home, wanted, NULL, false, json);
}

/* ---- beside what a person wrote ---- */

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
        if (!wanted[key] || !str_eq(own, section) || (held && json_member(held, member)))
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
                           const bool *wanted, const struct str *said, bool begun)
{
    size_t added = 0;
    for (int key = 0; key < KEY_COUNT; key++) {
        struct str member, section = name_parts((enum key)key, &member);
        if (!wanted[key] || said_before(wanted, (enum key)key) || json_member(root, section))
            continue;
        buf_putf(out, "%s\n  \"%.*s\": {", json_count(root) > 0 || added > 0 || begun ? "," : "",
                 STR_ARG(section));
        added += put_members(out, home, NULL, wanted, said, section, true);
        buf_put(out, STR("\n  }"));
    }
    return added;
}

/* Whether a name of "facts" is of this key, by itself or among several. */
static bool name_holds(struct str name, enum key key)
{
    struct str one;
    while (str_cut(&name, ';', &one))
        if (str_eq(str_trim(one), str_from(vocabulary_row(key)->name)))
            return true;
    return false;
}

static bool has_mark(const struct json_item *item)
{
    return json_type(item) == JSON_STRING && str_starts(json_string(item), STR("FIXME:"));
}

/* The part of a sentence that is of this key; empty: nothing was said of it. */
static bool part_said(const struct json_item *item, enum key key)
{
    struct str name = json_name(item), one;
    size_t at = 0, count = 0;
    bool found = false;
    while (str_cut(&name, ';', &one)) {
        found = found || str_eq(str_trim(one), str_from(vocabulary_row(key)->name));
        at += !found;
    }
    if (json_type(item) == JSON_ARRAY) {
        const struct json_item *child = json_next(item, NULL);
        for (; child && count < at; count++)
            child = json_next(item, child);
        return child && !(json_type(child) == JSON_STRING && json_string(child).len == 0);
    }
    struct str rest = json_string(item);
    for (; str_cut(&rest, ';', &one); count++)
        if (count == at)
            return str_trim(one).len > 0;
    return false;
}

/* What the member "facts" says by dotted name is asked no more, nor what waits there in a sentence.
 */
static void facts_leave(const struct json_item *root, const bool *asked, bool *wanted)
{
    const struct json_item *facts = json_member(root, STR("facts"));
    bool held = facts && json_type(facts) == JSON_OBJECT;
    for (int key = 0; key < KEY_COUNT; key++) {
        wanted[key] = asked[key];
        const struct json_item *item = held ? json_next(facts, NULL) : NULL;
        for (; item; item = json_next(facts, item))
            wanted[key] = wanted[key] && !(name_holds(json_name(item), (enum key)key) &&
                                           (has_mark(item) || part_said(item, (enum key)key)));
    }
}

/* What was said of a part, else that it still waits. */
static void put_part(struct buf *out, const struct str *said, enum key key)
{
    struct str text = said[key].len > 0
                          ? said[key]
                          : str_format(out->home, "FIXME: %s", vocabulary_row(key)->title);
    json_put_string(out, text);
}

/* A sentence that waits, or parts of one, in whose place a person has now said something. */
static size_t sentence_replace(struct buf *out, const struct json *json,
                               const struct json_item *item, struct str text,
                               const struct str *said, size_t from)
{
    struct str name = json_name(item), one;
    const struct json_item *child = json_type(item) == JSON_ARRAY ? json_next(item, NULL) : NULL;
    enum key key[SENTENCE_MOST * 2];
    size_t count = 0;
    bool any = false;
    while (count < ARRAY_COUNT(key) && str_cut(&name, ';', &one)) {
        if (!vocabulary_find(str_trim(one), &key[count]))
            return from;
        any = any || said[key[count]].len > 0;
        count++;
    }
    for (size_t i = 0; i < count && child; i++, child = json_next(item, child)) {
        if (!has_mark(child) || said[key[i]].len == 0)
            continue;
        size_t at = (size_t)json_place(json, child).offset;
        buf_put(out, str_sub(text, from, at));
        put_part(out, said, key[i]);
        from = at + json_literal(json, child).len;
    }
    if (!has_mark(item) || !any)
        return from;
    size_t at = (size_t)json_place(json, item).offset;
    buf_put(out, str_sub(text, from, at));
    for (size_t i = 0; i < count; i++) {
        buf_put(out, i == 0 ? STR("[") : STR(", "));
        put_part(out, said, key[i]);
    }
    buf_put_char(out, ']');
    return at + json_literal(json, item).len;
}

/* Marks that wait in a section, in whose place a person has now said something. */
static size_t marks_replace(struct buf *out, const struct json *json, const struct json_item *held,
                            struct str text, const struct str *said, size_t from)
{
    bool facts = str_eq(json_name(held), STR("facts"));
    for (const struct json_item *item = json_next(held, NULL); item; item = json_next(held, item)) {
        enum key key;
        if (facts && str_find(json_name(item), STR(";")) != SIZE_MAX) {
            from = sentence_replace(out, json, item, text, said, from);
            continue;
        }
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
                      const struct str *said, bool sentences, struct buf *out, struct diags *diags)
{
    struct json *json = NULL;
    size_t from = 0, added = 0;
    bool wanted[KEY_COUNT];
    if (!json_read(home, file, text, &limits_default, &json, diags) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return SIZE_MAX;
    const struct json_item *root = json_root(json);
    facts_leave(root, asked, wanted);
    struct buf asking = buf_new(home, (size_t)1 << 16);
    const struct json_item *facts = json_member(root, STR("facts"));
    bool inside = facts && json_type(facts) == JSON_OBJECT;
    if (sentences)
        added = sentences_take(home, said, wanted, &asking,
                               inside && json_count(facts) > 0 ? ",\n    " : "\n    ");
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        if (json_type(item) != JSON_OBJECT)
            continue;
        from = said ? marks_replace(out, json, item, text, said, from) : from;
        size_t end = object_end(text, (size_t)json_place(json, item).offset);
        size_t to = behind_last(text, end);
        struct buf more = buf_new(home, (size_t)1 << 16);
        size_t count =
            put_members(&more, home, item, wanted, said, json_name(item), json_count(item) == 0);
        if (item == facts)
            buf_put(&more, buf_str(&asking));
        if (more.len == 0)
            continue;
        buf_put(out, str_sub(text, from, to));
        buf_put(out, buf_str(&more));
        buf_put(out, STR("\n  "));
        from = end;
        added += count;
    }
    struct buf more = buf_new(home, (size_t)1 << 16);
    size_t end = object_end(text, (size_t)json_place(json, root).offset);
    if (!inside && asking.len > 0)
        buf_putf(&more, "%s\n  \"facts\": {%.*s\n  }", json_count(root) > 0 ? "," : "",
                 STR_ARG(buf_str(&asking)));
    added += put_sections(&more, home, root, wanted, said, more.len > 0);
    buf_put(out, str_sub(text, from, more.len > 0 ? behind_last(text, end) : end));
    buf_put(out, buf_str(&more));
    if (more.len > 0)
        buf_put_char(out, '\n');
    buf_put(out, str_sub(text, end, text.len));
    return added;
}
