/* clause.c - the part of an acceptance text that accept reads. */
#include "clause.h"
#include "base/json.h"

struct str requirement_text(struct arena *home, const struct json *json,
                            const struct json_item *one)
{
    struct buf text = buf_new(home, (size_t)1 << 20);
    struct json_out out;
    json_begin(&out, &text);
    json_open(&out, STR(""), '{');
    for (const struct json_item *part = json_next(one, NULL); part != NULL;
         part = json_next(one, part))
        if (!str_eq(json_name(part), STR("system")) && json_type(part) == JSON_STRING)
            json_text(&out, json_name(part), json_string(part));
        else if (!str_eq(json_name(part), STR("system")))
            json_number(&out, json_name(part), json_literal(json, part));
    json_close(&out);
    return buf_str(&text);
}

struct str requirements_of(struct arena *home, const struct json *json,
                           const struct json_item *list, struct str system, struct str bound,
                           struct str more, size_t *others)
{
    struct buf text = buf_new(home, (size_t)16 << 20);
    struct json_out out;
    size_t count = more.len > 0 ? 1 : 0;
    *others = 0;
    json_begin(&out, &text);
    json_open(&out, STR(""), '[');
    if (more.len > 0)
        json_number(&out, STR(""), more);
    for (const struct json_item *one = list != NULL ? json_next(list, NULL) : NULL; one != NULL;
         one = json_next(list, one)) {
        struct str binds = held_member(json, one, "system");
        if (binds.len > 0 && !str_eq(binds, system)) {
            (*others)++;
            continue;
        }
        count++;
        json_open(&out, STR(""), '{');
        for (const struct json_item *part = json_next(one, NULL); part != NULL;
             part = json_next(one, part))
            if (!str_eq(json_name(part), STR("system")))
                json_number(&out, json_name(part), json_literal(json, part));
        if (bound.len > 0)
            json_text(&out, STR("system"), bound);
        json_close(&out);
    }
    json_close(&out);
    return count > 0 ? buf_str(&text) : (struct str){ 0 };
}

bool clause_read(struct request *request, const char *path, struct str content, struct json **out)
{
    struct str text;
    if (!file_read(request->home, path, &limits_default, &text, request->diags))
        return false;
    size_t from = str_find(text, STR(CLAUSE_BEGIN)), to = str_find(text, STR(CLAUSE_END));
    struct place place = { .file = str_from(path) };
    if (from == SIZE_MAX || to == SIZE_MAX || to < from) {
        diag_add(request->diags, DIAG_USAGE, place, STR("a text that dossier clause wrote"),
                 "no part that accept reads");
        return false;
    }
    struct str part = str_sub(text, from + STR(CLAUSE_BEGIN).len, to);
    if (str_find(str_sub(text, to + 1, text.len), STR(CLAUSE_BEGIN)) != SIZE_MAX) {
        diag_add(request->diags, DIAG_USAGE, place, STR("one clause a file"), "it holds several");
        return false;
    }
    if (!json_read(request->home, str_from(path), str_trim(part), &limits_default, out,
                   request->diags))
        return false;
    const struct json_item *root = json_root(*out);
    if (!str_eq(held_member(*out, root, "format"), STR("dossier-clause/1"))) {
        diag_add(request->diags, DIAG_USAGE, place, STR("dossier-clause/1"), "another format");
        return false;
    }
    if (!str_eq(held_member(*out, root, "content_id"), content)) {
        diag_add(request->diags, DIAG_DOSSIER_OTHER, place,
                 str_format(request->home, "a clause about %.*s", STR_ARG(content)),
                 "it is about %.*s", STR_ARG(held_member(*out, root, "content_id")));
        return false;
    }
    return true;
}
