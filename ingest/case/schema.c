/* schema.c - JSON Schema (draft 2020-12) of case.json and run.json, printed from the member tables.
 */
#include "members.h"

static void put_object(struct json_out *json, const struct members *members);

static void put_words(struct json_out *json, const char *(*word)(size_t index))
{
    const char *name;
    json_open(json, STR("enum"), '[');
    for (size_t i = 0; (name = word(i)); i++)
        json_text(json, STR(""), str_from(name));
    json_close(json);
}

static void put_text(struct json_out *json)
{
    json_text(json, STR("type"), STR("string"));
    json_text(json, STR("pattern"), STR("[^ \\t\\r\\n]"));
}

static void put_types(struct json_out *json, bool list)
{
    json_open(json, STR("type"), '[');
    json_text(json, STR(""), STR("string"));
    json_text(json, STR(""), STR("number"));
    json_text(json, STR(""), STR("boolean"));
    if (list)
        json_text(json, STR(""), STR("array"));
    json_close(json);
    if (list) {
        json_open(json, STR("items"), '{');
        put_types(json, false);
        json_close(json);
    }
}

static void put_quantity(struct json_out *json, enum unit unit)
{
    if (unit_row(unit)->base == UNIT_COUNT) {
        json_open(json, STR("type"), '[');
        json_text(json, STR(""), STR("number"));
        json_text(json, STR(""), STR("string"));
        json_close(json);
    } else {
        json_text(json, STR("type"), STR("string"));
    }
    json_text(json, STR("pattern"),
              STR("^[ ]*-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?[ ]*[^0-9 ]*[ ]*$"));
}

static void put_limit(struct json_out *json, enum unit unit)
{
    json_open(json, STR("anyOf"), '[');
    json_open(json, STR(""), '{');
    put_quantity(json, unit);
    json_close(json);
    json_open(json, STR(""), '{');
    json_text(json, STR("type"), STR("object"));
    json_open(json, STR("properties"), '{');
    json_open(json, STR("value"), '{');
    put_quantity(json, unit);
    json_close(json);
    json_open(json, STR("reason"), '{');
    put_text(json);
    json_close(json);
    json_close(json);
    json_open(json, STR("required"), '[');
    json_text(json, STR(""), STR("value"));
    json_text(json, STR(""), STR("reason"));
    json_close(json);
    json_bool(json, STR("additionalProperties"), false);
    json_close(json);
    json_close(json);
}

/* What a fact of the key may be. */
static void put_value(struct json_out *json, const struct member *member)
{
    if (member->fact == 0) {
        put_types(json, false);
        return;
    }
    const struct vocabulary_row *row = vocabulary_row((enum key)(member->fact - 1));
    switch (row->type) {
    case TYPE_COUNT:
    case TYPE_REAL:
    case TYPE_TIME:
        json_open(json, STR("type"), '[');
        json_text(json, STR(""), STR("number"));
        json_text(json, STR(""), STR("string"));
        json_close(json);
        break;
    case TYPE_TEXT:
    case TYPE_VERSION:
        put_types(json, false);
        break;
    case TYPE_LIST:
        put_types(json, true);
        break;
    }
    if (row->unit != UNIT_NONE && unit_row(row->unit)->symbol[0])
        json_text(json, STR("$comment"), str_from(unit_row(row->unit)->title));
}

/* Dotted names of all that may be declared: a value, or one an instance. */
static void put_facts(struct json_out *json)
{
    json_text(json, STR("type"), STR("object"));
    json_open(json, STR("properties"), '{');
    for (size_t i = 0; i < KEY_COUNT; i++) {
        struct member value = { .fact = FACT_OF(i) };
        if (!key_is_declarable((enum key)i))
            continue;
        json_open(json, str_from(vocabulary_row((enum key)i)->name), '{');
        json_text(json, STR("description"), str_from(vocabulary_row((enum key)i)->title));
        json_open(json, STR("anyOf"), '[');
        json_open(json, STR(""), '{');
        put_value(json, &value);
        json_close(json);
        json_open(json, STR(""), '{');
        json_text(json, STR("type"), STR("object"));
        json_open(json, STR("additionalProperties"), '{');
        put_value(json, &value);
        json_close(json);
        json_close(json);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    /* "stack.unit; stack.artefact": a part for each key, or an array of them */
    json_open(json, STR("patternProperties"), '{');
    json_open(json, STR("^[a-z][a-z0-9_.]*( *; *[a-z][a-z0-9_.]*)+$"), '{');
    json_text(json, STR("description"),
              STR("several keys in one sentence: a part for each, with ; between them, or an "
                  "array"));
    json_open(json, STR("type"), '[');
    json_text(json, STR(""), STR("string"));
    json_text(json, STR(""), STR("array"));
    json_close(json);
    json_close(json);
    json_close(json);
    json_bool(json, STR("additionalProperties"), false);
}

static void put_array(struct json_out *json, const struct member *member)
{
    json_text(json, STR("type"), STR("array"));
    if (member->least)
        json_integer(json, STR("minItems"), member->least);
    if (member->most)
        json_integer(json, STR("maxItems"), member->most);
    if (member->shape == SHAPE_WORDS)
        json_bool(json, STR("uniqueItems"), true);
    json_open(json, STR("items"), '{');
    if (member->shape == SHAPE_OBJECTS)
        put_object(json, member->members);
    else if (member->shape == SHAPE_WORDS)
        put_words(json, member->word);
    else
        put_text(json);
    json_close(json);
}

static void put_map(struct json_out *json, const struct member *member)
{
    json_text(json, STR("type"), STR("object"));
    if (member->word) {
        json_open(json, STR("propertyNames"), '{');
        put_words(json, member->word);
        json_close(json);
    }
    json_open(json, STR("additionalProperties"), '{');
    put_text(json);
    json_close(json);
}

static void put_shape(struct json_out *json, const struct member *member)
{
    switch (member->shape) {
    case SHAPE_TEXT:
        put_text(json);
        break;
    case SHAPE_ID:
        json_text(json, STR("type"), STR("string"));
        json_text(json, STR("pattern"), STR("^[A-Za-z][A-Za-z0-9_-]{0,63}$"));
        break;
    case SHAPE_DATE:
        json_text(json, STR("type"), STR("string"));
        json_text(json, STR("pattern"), STR("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"));
        break;
    case SHAPE_WORD:
        put_words(json, member->word);
        break;
    case SHAPE_BOOL:
        json_text(json, STR("type"), STR("boolean"));
        break;
    case SHAPE_QUANTITY:
        put_quantity(json, member->unit);
        break;
    case SHAPE_LIMIT:
        put_limit(json, member->unit);
        break;
    case SHAPE_VALUE:
        put_value(json, member);
        break;
    case SHAPE_FACTS:
        put_facts(json);
        break;
    case SHAPE_TEXTS:
    case SHAPE_WORDS:
    case SHAPE_OBJECTS:
        put_array(json, member);
        break;
    case SHAPE_OBJECT:
        put_object(json, member->members);
        break;
    case SHAPE_MAP:
        put_map(json, member);
        break;
    case SHAPE_COUNT:
        break;
    }
}

/* Strict readers of schemas want what is required named among the properties beside it. */
static void put_required(struct json_out *json, const char *name)
{
    json_open(json, STR("properties"), '{');
    json_open(json, str_from(name), '{');
    json_close(json);
    json_close(json);
    json_open(json, STR("required"), '[');
    json_text(json, STR(""), str_from(name));
    json_close(json);
}

/* Required where there are two systems or more, and not allowed where there is one. */
static void put_unless_single(struct json_out *json, const char *name)
{
    json_open(json, STR("if"), '{');
    json_open(json, STR("properties"), '{');
    json_open(json, STR("systems"), '{');
    json_text(json, STR("type"), STR("array"));
    json_integer(json, STR("maxItems"), 1);
    json_close(json);
    json_close(json);
    json_close(json);
    json_open(json, STR("then"), '{');
    json_open(json, STR("not"), '{');
    put_required(json, name);
    json_close(json);
    json_close(json);
    json_open(json, STR("else"), '{');
    put_required(json, name);
    json_close(json);
}

static void put_instead(struct json_out *json, const struct member *member)
{
    const char *const either[] = { member->name, member->instead };
    json_open(json, STR("anyOf"), '[');
    for (size_t i = 0; i < ARRAY_COUNT(either); i++) {
        json_open(json, STR(""), '{');
        put_required(json, either[i]);
        json_close(json);
    }
    json_close(json);
}

static void put_object(struct json_out *json, const struct members *members)
{
    bool any = false;
    json_text(json, STR("type"), STR("object"));
    json_open(json, STR("properties"), '{');
    for (size_t i = 0; i < members->count; i++) {
        const struct member *member = &members->item[i];
        json_open(json, str_from(member->name), '{');
        json_text(json, STR("description"), str_from(member->means));
        put_shape(json, member);
        json_close(json);
        any = any || member->required;
    }
    json_close(json);
    if (any) {
        json_open(json, STR("required"), '[');
        for (size_t i = 0; i < members->count; i++)
            if (members->item[i].required && !members->item[i].unless_single &&
                !members->item[i].instead)
                json_text(json, STR(""), str_from(members->item[i].name));
        json_close(json);
    }
    json_bool(json, STR("additionalProperties"), false);
    for (size_t i = 0; i < members->count; i++)
        if (members->item[i].unless_single)
            put_unless_single(json, members->item[i].name);
    for (size_t i = 0; i < members->count; i++)
        if (members->item[i].instead)
            put_instead(json, &members->item[i]);
}

bool ingest_schema(struct str name, struct buf *out)
{
    const struct members *members = NULL;
    if (str_eq(name, STR("case")))
        members = &case_members;
    else if (str_eq(name, STR("run")))
        members = run_members(out->home);
    else
        return false;
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("$schema"), STR("https://json-schema.org/draft/2020-12/schema"));
    json_text(&json, STR("title"),
              str_eq(name, STR("case")) ? STR("dossier-case/1") : STR("dossier-run/1"));
    json_text(&json, STR("description"), str_from(members->means));
    put_object(&json, members);
    json_close(&json);
    return true;
}
