/* against_rules.c - the rules by which new runs are judged beside those of a dossier. */
#include "against.h"

#include "templates/templates.h"

/* Rules that ask what lies between the sides: their rows as they are, but for what they weigh. */
struct str against_rules(struct request *request)
{
    static const char *const loosened[] = { "D3", "D9" };
    struct arena *home = request->home;
    struct str built_in = template_find(home, STR("rules.json"))->bytes;
    struct buf text = buf_new(home, 1 << 20);
    struct json_out json;
    struct json *rules;
    if (!json_read(home, STR("rules.json"), built_in, &limits_default, &rules, request->diags))
        return (struct str){ 0 };
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-rules/1"));
    json_text(&json, STR("version"), STR("against a dossier"));
    json_text(&json, STR("extends"), STR("built-in"));
    json_open(&json, STR("rules"), '[');
    const struct json_item *list = json_find(rules, STR("/rules"));
    for (const struct json_item *row = json_next(list, NULL); row; row = json_next(list, row)) {
        struct str id = held_member(rules, row, "id");
        if (!str_eq(id, str_from(loosened[0])) && !str_eq(id, str_from(loosened[1])))
            continue;
        json_open(&json, STR(""), '{');
        for (const struct json_item *one = json_next(row, NULL); one; one = json_next(row, one))
            json_number(&json, json_name(one),
                        str_eq(json_name(one), STR("severity"))
                            ? STR("[{ \"always\": \"discloses\" }]")
                            : json_literal(rules, one));
        json_text(&json, STR("loosens"),
                  STR("what differs between then and now is what is asked, and told"));
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    return buf_str(&text);
}
