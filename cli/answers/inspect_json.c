/* inspect_json.c - what a bundle holds, for programs: the format "dossier-inspect/1". */
#include "inspect_put.h"

#include "model/values.h"

static void put_kinds(struct json_out *json, unsigned kinds)
{
    if (kinds == 0)
        return;
    json_open(json, STR("personal"), '[');
    for (size_t kind = 0; kind < PERSONAL_COUNT; kind++)
        if ((kinds >> kind & 1U) != 0)
            json_text(json, STR(""), str_from(personal_title((enum personal_kind)kind)));
    json_close(json);
}

/* Members "definition" and "means" of a fact whose definition is registered. */
static void put_definition(struct json_out *json, const struct fact *fact)
{
    if (!fact->defined)
        return;
    struct buf says = buf_new(json->out->home, 65536);
    defined_put(fact->defined, fact->instance, &says);
    json_text(json, STR("definition"), buf_str(&says));
    json_text(json, STR("means"), str_from(definition_row(fact->defined->definition)->says));
}

static void put_fact(const struct inspection *in, struct json_out *json, const struct fact *fact)
{
    const struct vocabulary_row *row = vocabulary_row(fact->key);
    struct buf place = buf_new(in->home, 65536);
    place_put(fact->source.from, &place);
    json_open(json, STR(""), '{');
    json_text(json, STR("key"), str_from(row->name));
    json_text(json, STR("layer"), str_from(layer_row(row->layer)->name));
    if (fact->instance.len > 0)
        json_text(json, STR("instance"), fact->instance);
    json_text(json, STR("kind"), str_from(fact_kind_name(fact->kind)));
    json_value_put(json, fact);
    json_text(json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
    if (fact->placeholder)
        json_bool(json, STR("placeholder"), true);
    else
        put_kinds(json, personal_of_key(fact->key) | personal_in(fact->value.text));
    json_text(json, STR("place"), buf_str(&place));
    put_definition(json, fact);
    json_close(json);
}

static void put_file(const struct inspection *in, struct json_out *json,
                     const struct inspected *file)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("name"), file->evidence->name);
    json_text(json, STR("sha256"), digest_hex(in->home, file->evidence->digest));
    json_text(json, STR("read_as"), str_from(file->adapter ? file->adapter->name : ""));
    if (file->broken)
        json_bool(json, STR("broken"), true);
    if (file->twin)
        json_text(json, STR("same_content_as"), file->twin->name);
    json_open(json, STR("facts"), '[');
    for (size_t k = 0; k < facts_count(file->facts); k++)
        put_fact(in, json, facts_at(file->facts, k));
    json_close(json);
    json_open(json, STR("series"), '[');
    for (size_t k = 0; k < file->series_count; k++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("key"), str_from(vocabulary_row(file->series[k].key)->name));
        json_text(json, STR("instance"), file->series[k].instance);
        json_integer(json, STR("count"), (int64_t)file->series[k].count);
        json_close(json);
    }
    json_close(json);
    json_open(json, STR("personal"), '[');
    for (size_t kind = 0; kind < PERSONAL_COUNT; kind++) {
        if (file->personal[kind].count == 0)
            continue;
        json_open(json, STR(""), '{');
        json_text(json, STR("what"), str_from(personal_title((enum personal_kind)kind)));
        json_integer(json, STR("count"), (int64_t)file->personal[kind].count);
        json_integer(json, STR("line"), (int64_t)file->personal[kind].line);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

void inspection_put_json(const struct inspection *in, struct json_out *json)
{
    if (in->bundle.len > 0)
        json_text(json, STR("bundle"), in->bundle);
    json_open(json, STR("files"), '[');
    for (size_t i = 0; i < in->count; i++)
        put_file(in, json, &in->file[i]);
    json_close(json);
    inspection_put_contradictions(in, json);
    json_open(json, STR("not_disclosed"), '[');
    for (size_t i = 0; i < in->missing_count; i++) {
        const struct vocabulary_row *row = vocabulary_row(in->missing[i].key);
        json_open(json, STR(""), '{');
        json_text(json, STR("key"), str_from(row->name));
        json_text(json, STR("title"), str_from(row->title));
        json_text(json, STR("layer"), str_from(layer_row(row->layer)->name));
        json_text(json, STR("disclose_by"), in->missing[i].hint);
        json_close(json);
    }
    json_close(json);
}
