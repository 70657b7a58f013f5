/* inspect_schema.c - JSON Schema (draft 2020-12) of what `dossier inspect --json` prints.
 *
 * Keys, layers, units, kinds, formats and words come from the tables that the output is printed
 * from. Which members an object has stands here once more; tests/e2e/inspect_schema.sh holds the
 * output of real files against it, and each member here against some output. */
#include "inspect_put.h"

enum part_shape {
    PART_TEXT,  /* a string; `word` or `pattern` says which */
    PART_COUNT, /* an integer from 0 on */
    PART_FLAG,  /* true; left out where it is not so */
    PART_WORDS, /* an array of words */
    PART_OBJECTS
};
struct parts;
struct part {
    const char *name, *means;
    enum part_shape shape;
    bool always; /* the object has it each time */
    const char *(*word)(size_t index);
    const char *pattern;
    const struct parts *parts;
};
struct parts {
    const struct part *item;
    size_t count;
};

/* ---- words ---- */

static const char *key_word(size_t index)
{
    return index < KEY_COUNT ? vocabulary_row((enum key)index)->name : NULL;
}

static const char *layer_word(size_t index)
{
    return index < LAYER_COUNT ? layer_row((enum layer)index)->name : NULL;
}

static const char *unit_word(size_t index)
{
    return index < UNIT_COUNT_OF_UNITS ? unit_row((enum unit)index)->symbol : NULL;
}

static const char *fact_kind_word(size_t index)
{
    return index <= FACT_DERIVED ? fact_kind_name((enum fact_kind)index) : NULL;
}

/* "" of a file that no format reads comes first. */
static const char *format_word(size_t index)
{
    if (index == 0)
        return "";
    const struct adapter *adapter = adapter_at(index - 1);
    return adapter ? adapter->name : NULL;
}

static const char *personal_word(size_t index)
{
    return index < PERSONAL_COUNT ? personal_title((enum personal_kind)index) : NULL;
}

static const char *contradicts_word(size_t index)
{
    static const enum contradiction_kind kinds[] = { CONTRADICTION_BROKEN, CONTRADICTION_THIN };
    return index < ARRAY_COUNT(kinds) ? contradiction_word(kinds[index]) : NULL;
}

/* ---- members ---- */

#define ID_PATTERN "^[a-z0-9]+(-[a-z0-9]+)*$"

static const struct part fact_part[] = {
    { "key", "what it is, of `dossier vocabulary`", PART_TEXT, true, key_word, NULL, NULL },
    { "layer", "of the executor; empty: none", PART_TEXT, true, layer_word, NULL, NULL },
    { "instance", "which of several: an accelerator's index, a package's name, a run", PART_TEXT,
      false, NULL, ".", NULL },
    { "kind", "where it comes from", PART_TEXT, true, fact_kind_word, NULL, NULL },
    { "value", "in the unit that follows", PART_TEXT, true, NULL, NULL, NULL },
    { "text", "as the file writes it, where that is not the value", PART_TEXT, false, NULL, NULL,
      NULL },
    { "unit", "of the value; empty: none", PART_TEXT, true, unit_word, NULL, NULL },
    { "placeholder", "the file holds the name without a value (\"unknown\", \"N/A\")", PART_FLAG,
      false, NULL, NULL, NULL },
    { "personal", "personal data in it, by its key or its shape", PART_WORDS, false, personal_word,
      NULL, NULL },
    { "place", "where it stands in the file", PART_TEXT, true, NULL, NULL, NULL },
    { "definition", "id of what its tool means by it", PART_TEXT, false, NULL, ".", NULL },
    { "means", "that definition in words", PART_TEXT, false, NULL, ".", NULL },
};
static const struct parts fact_parts = { fact_part, ARRAY_COUNT(fact_part) };

static const struct part series_part[] = {
    { "key", "what is measured", PART_TEXT, true, key_word, NULL, NULL },
    { "instance", "which of several; empty: there is one", PART_TEXT, true, NULL, NULL, NULL },
    { "count", "samples", PART_COUNT, true, NULL, NULL, NULL },
};
static const struct parts series_parts = { series_part, ARRAY_COUNT(series_part) };

static const struct part personal_part[] = {
    { "what", "the kind of data", PART_TEXT, true, personal_word, NULL, NULL },
    { "count", "how often it was found", PART_COUNT, true, NULL, NULL, NULL },
    { "line", "where first; 0: in a fact, or in a file without lines", PART_COUNT, true, NULL, NULL,
      NULL },
};
static const struct parts personal_parts = { personal_part, ARRAY_COUNT(personal_part) };

static const struct part file_part[] = {
    { "name", "path in the bundle", PART_TEXT, true, NULL, ".", NULL },
    { "sha256", "of its bytes as stored", PART_TEXT, true, NULL, "^[0-9a-f]{64}$", NULL },
    { "read_as", "the format, of `dossier formats`; empty: none reads it", PART_TEXT, true,
      format_word, NULL, NULL },
    { "broken", "the format claims it but could not read all of it", PART_FLAG, false, NULL, NULL,
      NULL },
    { "same_content_as", "a file with the same content, which holds the facts", PART_TEXT, false,
      NULL, ".", NULL },
    { "facts", "what was read from it", PART_OBJECTS, true, NULL, NULL, &fact_parts },
    { "series", "measurements over time in it", PART_OBJECTS, true, NULL, NULL, &series_parts },
    { "personal", "personal data found in it", PART_OBJECTS, true, NULL, NULL, &personal_parts },
};
static const struct parts file_parts = { file_part, ARRAY_COUNT(file_part) };

static const struct part figure_part[] = {
    { "file", "path in the bundle", PART_TEXT, true, NULL, ".", NULL },
    { "key", "what it is", PART_TEXT, true, key_word, NULL, NULL },
    { "instance", "which of several", PART_TEXT, false, NULL, ".", NULL },
    { "against", "what the same file says against the statement", PART_TEXT, false, NULL, ".",
      NULL },
    { "value", "in the unit that follows", PART_TEXT, true, NULL, NULL, NULL },
    { "text", "as the file writes it, where that is not the value", PART_TEXT, false, NULL, NULL,
      NULL },
    { "unit", "of the value; empty: none", PART_TEXT, true, unit_word, NULL, NULL },
    { "place", "where it stands in the file", PART_TEXT, true, NULL, NULL, NULL },
};
static const struct parts figure_parts = { figure_part, ARRAY_COUNT(figure_part) };

static const struct part contradiction_part[] = {
    { "word", "whether it is wrong, or true but misleading", PART_TEXT, true, contradicts_word,
      NULL, NULL },
    { "id", "which check found it", PART_TEXT, true, NULL, ID_PATTERN, NULL },
    { "says", "what is the matter, in words", PART_TEXT, true, NULL, ".", NULL },
    { "run", "the run's index in its file", PART_TEXT, false, NULL, ".", NULL },
    { "number", "how many answers it concerns", PART_COUNT, false, NULL, NULL, NULL },
    { "figures", "the facts that it rests on", PART_OBJECTS, true, NULL, NULL, &figure_parts },
};
static const struct parts contradiction_parts = { contradiction_part,
                                                  ARRAY_COUNT(contradiction_part) };

static const struct part silence_part[] = {
    { "key", "what is missing", PART_TEXT, true, key_word, NULL, NULL },
    { "title", "the key in words", PART_TEXT, true, NULL, ".", NULL },
    { "layer", "of the executor; empty: none", PART_TEXT, true, layer_word, NULL, NULL },
    { "disclose_by", "a command that captures it, or where to declare it", PART_TEXT, true, NULL,
      ".", NULL },
};
static const struct parts silence_parts = { silence_part, ARRAY_COUNT(silence_part) };

static const struct part waiting_part[] = {
    { "folder", "of the bundle, whose files are taken for one run's", PART_TEXT, true, NULL, NULL,
      NULL },
    { "says", "which file counts for nothing, and what makes it count", PART_TEXT, true, NULL, ".",
      NULL },
};
static const struct parts waiting_parts = { waiting_part, ARRAY_COUNT(waiting_part) };

static const struct part bundle_part[] = {
    { "format", "this form and its version", PART_TEXT, true, NULL, "^dossier-inspect/1$", NULL },
    { "bundle", "its path as given, where several were", PART_TEXT, false, NULL, ".", NULL },
    { "files", "every file, in the order of their names", PART_OBJECTS, true, NULL, NULL,
      &file_parts },
    { "contradictions", "what cannot all be true, or misleads", PART_OBJECTS, true, NULL, NULL,
      &contradiction_parts },
    { "telemetry_not_placed", "folders whose telemetry no clock ties to the run", PART_OBJECTS,
      true, NULL, NULL, &waiting_parts },
    { "not_disclosed", "keys that a credible comparison needs and no file holds", PART_OBJECTS,
      true, NULL, NULL, &silence_parts },
};
static const struct parts bundle_parts = { bundle_part, ARRAY_COUNT(bundle_part) };

/* ---- printing ---- */

static void put_parts(struct json_out *json, const struct parts *parts);

/* An enum lists each word once: units of several dimensions share the empty symbol. */
static void put_words(struct json_out *json, const char *(*word)(size_t index))
{
    const char *name;
    json_open(json, STR("enum"), '[');
    for (size_t i = 0; (name = word(i)); i++) {
        bool again = false;
        for (size_t k = 0; k < i && !again; k++)
            again = str_eq(str_from(word(k)), str_from(name));
        if (!again)
            json_text(json, STR(""), str_from(name));
    }
    json_close(json);
}

static void put_array(struct json_out *json, const struct part *part)
{
    json_text(json, STR("type"), STR("array"));
    json_open(json, STR("items"), '{');
    if (part->shape == PART_WORDS) {
        json_text(json, STR("type"), STR("string"));
        put_words(json, part->word);
    } else {
        put_parts(json, part->parts);
    }
    json_close(json);
}

static void put_part(struct json_out *json, const struct part *part)
{
    json_open(json, str_from(part->name), '{');
    json_text(json, STR("description"), str_from(part->means));
    switch (part->shape) {
    case PART_TEXT:
        json_text(json, STR("type"), STR("string"));
        if (part->word)
            put_words(json, part->word);
        if (part->pattern)
            json_text(json, STR("pattern"), str_from(part->pattern));
        break;
    case PART_COUNT:
        json_text(json, STR("type"), STR("integer"));
        json_integer(json, STR("minimum"), 0);
        break;
    case PART_FLAG:
        json_bool(json, STR("const"), true);
        break;
    case PART_WORDS:
    case PART_OBJECTS:
        put_array(json, part);
        break;
    }
    json_close(json);
}

static void put_parts(struct json_out *json, const struct parts *parts)
{
    json_text(json, STR("type"), STR("object"));
    json_open(json, STR("properties"), '{');
    for (size_t i = 0; i < parts->count; i++)
        put_part(json, &parts->item[i]);
    json_close(json);
    json_open(json, STR("required"), '[');
    for (size_t i = 0; i < parts->count; i++)
        if (parts->item[i].always)
            json_text(json, STR(""), str_from(parts->item[i].name));
    json_close(json);
    json_bool(json, STR("additionalProperties"), false);
}

static void put_reference(struct json_out *json)
{
    json_text(json, STR("$ref"), STR("#/$defs/bundle"));
}

void inspection_put_schema(struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("$schema"), STR("https://json-schema.org/draft/2020-12/schema"));
    json_text(&json, STR("title"), STR("dossier-inspect/1"));
    json_text(&json, STR("description"),
              STR("what `dossier inspect --json` prints: of one bundle an object, of several an "
                  "array of them"));
    json_open(&json, STR("anyOf"), '[');
    json_open(&json, STR(""), '{');
    put_reference(&json);
    json_close(&json);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("type"), STR("array"));
    json_open(&json, STR("items"), '{');
    put_reference(&json);
    json_close(&json);
    json_close(&json);
    json_close(&json);
    json_open(&json, STR("$defs"), '{');
    json_open(&json, STR("bundle"), '{');
    put_parts(&json, &bundle_parts);
    json_close(&json);
    json_close(&json);
    json_close(&json);
}
