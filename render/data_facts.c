/* data_facts.c - one fact in data.json, with its source or its derivation. */
#include "data.h"

#include "model/values.h"

static void place_json(struct json_out *json, const char *name, struct place place)
{
    json_open(json, str_from(name), '{');
    json_text(json, STR("file"), place.file);
    json_integer(json, STR("offset"), (int64_t)place.offset);
    if (place.line > 0)
        json_integer(json, STR("line"), place.line);
    if (place.column > 0)
        json_integer(json, STR("column"), place.column);
    if (place.path.len > 0)
        json_text(json, STR("path"), place.path);
    json_close(json);
}

static void source_json(struct arena *home, struct json_out *json, const char *name,
                        const struct source *source)
{
    if (!source->evidence)
        return;
    json_open(json, str_from(name), '{');
    json_text(json, STR("evidence"), source->evidence->packed);
    json_text(json, STR("sha256"), digest_hex(home, source->evidence->digest));
    place_json(json, "from", source->from);
    if (source->to.path.len > 0 || source->to.line > 0)
        place_json(json, "to", source->to);
    json_close(json);
}

static void derivation_json(struct arena *home, struct json_out *json,
                            const struct derivation *derivation)
{
    json_open(json, STR("derivation"), '{');
    json_text(json, STR("name"), str_from(derivation->name));
    json_text(json, STR("formula"), str_from(derivation->formula));
    json_open(json, STR("inputs"), '[');
    for (size_t i = 0; i < derivation->count; i++)
        data_fact(json, "", derivation->input[i]);
    json_close(json);
    if (derivation->series)
        source_json(home, json, "series", &derivation->series->source);
    if (derivation->licence) {
        json_open(json, STR("licence"), '[');
        json_text(json, STR(""), derivation->licence->a->id);
        if (!comparison_single(derivation->licence))
            json_text(json, STR(""), derivation->licence->b->id);
        json_close(json);
    }
    json_close(json);
}

void data_fact_row(struct arena *home, struct json_out *json, const struct fact *fact)
{
    json_open(json, STR(""), '{');
    json_integer(json, STR("number"), fact->number);
    json_text(json, STR("key"), str_from(vocabulary_row(fact->key)->name));
    json_text(json, STR("instance"), fact->instance);
    json_text(json, STR("title"), str_from(vocabulary_row(fact->key)->title));
    json_text(json, STR("kind"), str_from(fact_kind_name(fact->kind)));
    if (fact->run)
        json_text(json, STR("run"), fact->run->id);
    else if (fact->machine)
        json_text(json, STR("machine"), fact->machine->id);
    else if (fact->system)
        json_text(json, STR("system"), fact->system->id);
    json_value_put(json, fact);
    json_text(json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
    if (fact->placeholder)
        json_bool(json, STR("disclosed"), false);
    source_json(home, json, "source", &fact->source);
    if (fact->derivation)
        derivation_json(home, json, fact->derivation);
    json_close(json);
}

void data_fact(struct json_out *json, const char *name, const struct fact *fact)
{
    if (fact && fact->number > 0)
        json_integer(json, str_from(name), fact->number);
    else if (fact)
        json_null(json, str_from(name));
}
