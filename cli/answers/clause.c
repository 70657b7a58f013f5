/* clause.c - the part of an acceptance text that accept reads. */
#include "clause.h"
#include "base/json.h"
#include "output.h"

struct str requirement_text(struct arena *home, const struct json *json,
                            const struct json_item *one)
{
    struct buf text = buf_new(home, (size_t)1 << 20);
    struct json_out out;
    json_begin(&out, &text);
    json_open(&out, STR(""), '{');
    for (const struct json_item *part = json_next(one, NULL); part; part = json_next(one, part))
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
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        struct str binds = held_member(json, one, "system");
        if (binds.len > 0 && !str_eq(binds, system)) {
            (*others)++;
            continue;
        }
        count++;
        json_open(&out, STR(""), '{');
        for (const struct json_item *part = json_next(one, NULL); part; part = json_next(one, part))
            if (!str_eq(json_name(part), STR("system")))
                json_number(&out, json_name(part), json_literal(json, part));
        if (bound.len > 0)
            json_text(&out, STR("system"), bound);
        json_close(&out);
    }
    json_close(&out);
    return count > 0 ? buf_str(&text) : (struct str){ 0 };
}

void clause_put_limits(const struct json *json, struct buf *out)
{
    const struct json_item *list = json_find(json, STR("/requirements"));
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        struct str words = held_member(json, one, "text");
        struct str most = held_member(json, one, "at_most");
        struct str least = held_member(json, one, "at_least");
        struct buf line = buf_new(out->home, 1 << 16);
        buf_put_visible(&line, held_member(json, one, "clause"));
        buf_put(&line, STR(": "));
        buf_put_visible(&line, words);
        if (most.len + least.len > 0) {
            struct str percentile = held_member(json, one, "percentile");
            buf_putf(&line, "%s%.*s%s%.*s %s ", words.len > 0 ? " In figures: " : "",
                     STR_ARG(held_member(json, one, "metric")), percentile.len > 0 ? " p" : "",
                     STR_ARG(percentile), most.len > 0 ? "at most" : "at least");
            buf_put_visible(&line, most.len > 0 ? most : least);
        }
        output_wrap(out, buf_str(&line), 2, 0);
    }
}

/* Its words, one blank between them: a contract breaks lines where it likes. */
static struct str flat(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, text.len + 1);
    bool blank = false;
    for (size_t i = 0; i < text.len; i++) {
        char at = text.at[i];
        if (at == ' ' || at == '\n' || at == '\r' || at == '\t') {
            blank = out.len > 0;
            continue;
        }
        if (blank)
            buf_put_char(&out, ' ');
        blank = false;
        buf_put_char(&out, at);
    }
    return buf_str(&out);
}

static struct str between(struct arena *home, struct str text, const char *from, const char *to)
{
    struct str first = flat(home, str_from(from)), last = flat(home, str_from(to));
    size_t begin = str_find(text, first);
    struct str none = { 0 };
    struct str rest = begin == SIZE_MAX ? none : str_sub(text, begin + first.len, text.len);
    size_t end = str_find(rest, last);
    return end == SIZE_MAX ? none : str_trim(str_sub(rest, 0, end));
}

/* People read and sign the words, accept reads the part below them: both say one thing. */
static bool words_agree(struct request *request, struct place place, struct str words,
                        const struct json *json)
{
    enum { SHOWN = 60 };
    struct arena *home = request->home;
    struct buf limits = buf_new(home, (size_t)16 << 20);
    clause_put_limits(json, &limits);
    struct str said = flat(home, words), wanted = flat(home, buf_str(&limits));
    struct str about = str_format(home, "content id %.*s, system %.*s (",
                                  STR_ARG(held_member(json, json_root(json), "content_id")),
                                  STR_ARG(held_member(json, json_root(json), "system")));
    if (str_find(said, about) == SIZE_MAX) {
        diag_add(
            request->diags, DIAG_REFUSED, place,
            str_format(home, "%.*s...); take the text that was written for it", STR_ARG(about)),
            "its words are about another dossier or system");
        return false;
    }
    struct str limit = between(home, said, CLAUSE_LIMITS, CLAUSE_BEHIND);
    size_t same = 0;
    while (same < limit.len && same < wanted.len && limit.at[same] == wanted.at[same])
        same++;
    if (same == limit.len && same == wanted.len)
        return true;
    while (same > 0 && wanted.at[same - 1] != ' ')
        same--;
    diag_add(request->diags, DIAG_REFUSED, place,
             str_format(home,
                        "\"%.*s\", as the part that accept reads; let `dossier clause` write "
                        "both, and put what was agreed otherwise into the requirements of a case",
                        STR_ARG(str_sub(wanted, same, same + SHOWN))),
             "\"%.*s\" in \"" CLAUSE_LIMITS "\"", STR_ARG(str_sub(limit, same, same + SHOWN)));
    return false;
}

bool clause_read(struct request *request, const char *path, struct str content, struct json **out)
{
    struct str text;
    if (!file_read(request->home, path, &limits_default, &text, request->diags))
        return false;
    size_t from = str_find(text, STR(CLAUSE_BEGIN)), to = str_find(text, STR(CLAUSE_END));
    struct place place = { .file = str_from(path) };
    if (from == SIZE_MAX || to == SIZE_MAX || to < from) {
        diag_add(request->diags, DIAG_REFUSED, place,
                 STR("a text that dossier clause wrote; let it write one, and leave its last part "
                     "as it is"),
                 "no part that accept reads");
        return false;
    }
    struct str part = str_sub(text, from + STR(CLAUSE_BEGIN).len, to);
    if (str_find(str_sub(text, to + 1, text.len), STR(CLAUSE_BEGIN)) != SIZE_MAX) {
        diag_add(request->diags, DIAG_REFUSED, place,
                 STR("one clause a file; part them, and name one"), "it holds several");
        return false;
    }
    if (!json_read(request->home, str_from(path), str_trim(part), &limits_default, out,
                   request->diags))
        return false;
    const struct json_item *root = json_root(*out);
    if (!str_eq(held_member(*out, root, "format"), STR("dossier-clause/1"))) {
        diag_add(request->diags, DIAG_REFUSED, place,
                 STR("dossier-clause/1; let dossier clause of this program write it again"),
                 "another format");
        return false;
    }
    if (!str_eq(held_member(*out, root, "content_id"), content)) {
        diag_add(request->diags, DIAG_DOSSIER_OTHER, place,
                 str_format(request->home, "a clause about %.*s", STR_ARG(content)),
                 "it is about %.*s", STR_ARG(held_member(*out, root, "content_id")));
        return false;
    }
    return words_agree(request, place, str_sub(text, 0, from), *out);
}
