/* inspect_json_contradictions.c - member "contradictions" of the format "dossier-inspect/1". */
#include "inspect_put.h"
#include "verdict_text.h"

#include "model/values.h"

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

void inspection_put_contradictions(const struct inspection *in, struct json_out *json)
{
    json_open(json, STR("contradictions"), '[');
    for (size_t i = 0; i < in->part_count; i++)
        for (size_t k = 0; k < in->part[i].clash_count; k++)
            put_clash(json, &in->part[i].clash[k]);
    for (size_t i = 0; i < in->figure_count; i++)
        put_contradiction(json, &in->figure[i]);
    json_close(json);
}
