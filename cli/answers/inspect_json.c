/* inspect_json.c - what a bundle holds, for programs: the format "dossier-inspect/1". */
#include "inspect_put.h"
#include "verdict_text.h"

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

/* ---- member "contradictions" ---- */

static const char *clash_id(enum clash_kind kind)
{
    switch (kind) {
    case CLASH_SELF:
        return "file-against-itself";
    case CLASH_TWICE:
        return "identity-twice";
    case CLASH_FALLS:
        return "counter-falls";
    case CLASH_COUNT:
        return "accelerators-counted";
    case CLASH_MACHINES:
        return "machines-mixed";
    }
    return "";
}

static void put_figure(struct json_out *json, const struct fact *fact)
{
    struct buf place = buf_new(json->out->home, 65536);
    place_put(fact->source.from, &place);
    bool against = fact->key == KEY_CONTRADICTION;
    json_open(json, STR(""), '{');
    json_text(json, STR("file"), fact->source.evidence->name);
    json_text(json, STR("key"), str_from(vocabulary_row(fact->key)->name));
    if (fact->instance.len > 0)
        json_text(json, against ? STR("against") : STR("instance"), fact->instance);
    json_value_put(json, fact);
    json_text(json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
    json_text(json, STR("place"), buf_str(&place));
    json_close(json);
}

static void put_clash(struct json_out *json, const struct clash *what)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("word"), STR("contradiction"));
    json_text(json, STR("id"), str_from(clash_id(what->kind)));
    json_text(json, STR("says"), str_from(clash_title(what->kind)));
    json_open(json, STR("figures"), '[');
    put_figure(json, what->a);
    if (what->b)
        put_figure(json, what->b);
    json_close(json);
    json_close(json);
}

static void put_contradiction(struct json_out *json, const struct contradiction *what)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("word"), str_from(contradiction_word(what->kind)));
    json_text(json, STR("id"), str_from(what->id));
    json_text(json, STR("says"), str_from(what->says));
    if (what->context.len > 0)
        json_text(json, STR("run"), what->context);
    if (what->number > 0)
        json_integer(json, STR("number"), (int64_t)what->number);
    json_open(json, STR("figures"), '[');
    for (size_t i = 0; i < what->count; i++)
        put_figure(json, what->fact[i]);
    json_close(json);
    json_close(json);
}

static void contradictions_put(const struct inspection *in, struct json_out *json)
{
    json_open(json, STR("contradictions"), '[');
    for (size_t i = 0; i < in->part_count; i++)
        for (size_t k = 0; k < in->part[i].clash_count; k++)
            put_clash(json, &in->part[i].clash[k]);
    for (size_t i = 0; i < in->figure_count; i++)
        put_contradiction(json, &in->figure[i]);
    json_close(json);
}

static void waiting_put(const struct inspection *in, struct json_out *json)
{
    json_open(json, STR("telemetry_not_placed"), '[');
    for (size_t i = 0; i < in->part_count; i++) {
        struct str waits = part_waits(in->home, &in->part[i]);
        if (waits.len == 0)
            continue;
        json_open(json, STR(""), '{');
        json_text(json, STR("folder"), in->part[i].folder);
        json_text(json, STR("says"), waits);
        json_close(json);
    }
    json_close(json);
}

/* ---- all of it ---- */

void inspection_put_json(const struct inspection *in, struct json_out *json)
{
    if (in->bundle.len > 0)
        json_text(json, STR("bundle"), in->bundle);
    json_open(json, STR("files"), '[');
    for (size_t i = 0; i < in->count; i++)
        put_file(in, json, &in->file[i]);
    json_close(json);
    contradictions_put(in, json);
    waiting_put(in, json);
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
