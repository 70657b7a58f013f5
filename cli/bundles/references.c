/* references.c - dossiers that a dossier names: each is verified, and what its checks gave is kept
 * as a record among the evidence. The dossier named stays where it is. */
#include "references.h"
#include "base/json.h"
#include "holding.h"
#include "portfolio/summary.h"

enum { REFERENCES_MOST = 64, SIGNERS_MOST = 999 };
#define FORMAT "dossier-references/1"

static const char *const names[] = { "as", "case", "content_id", "evidence_id", "sha256" };
static const char *const signer_names[] = { "subject", "certificate_sha256",
                                            "role",    "decision",
                                            "claimed", "stamped" };

static bool held_before(const struct opened *opened, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(opened[i].held.content, opened[count].held.content))
            return true;
    return false;
}

static void put_one(struct arena *home, struct json_out *json, const char *as,
                    const struct opened *opened)
{
    const struct held *held = &opened->held;
    const struct str value[] = { str_from(as), held_text(held, STR("/case/id")), held->content,
                                 held->evidence_id, digest_hex(home, opened->bytes) };
    json_open(json, STR(""), '{');
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        json_text(json, str_from(names[i]), value[i]);
    json_open(json, STR("signers"), '[');
    for (size_t i = 0; i < held->signer_count; i++) {
        const struct held_signer *signer = &held->signer[i];
        const struct str part[] = { signer->subject,  signer->certificate, signer->role,
                                    signer->decision, signer->claimed,     signer->stamped };
        json_open(json, STR(""), '{');
        for (size_t k = 0; k < ARRAY_COUNT(signer_names); k++)
            if (part[k].len > 0)
                json_text(json, str_from(signer_names[k]), part[k]);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

bool references_take(struct request *request, const char *as, const struct option_list *path,
                     struct str *out)
{
    struct arena *home = request->home;
    struct buf text = buf_new(home, (size_t)4 << 20);
    struct json_out json;
    struct opened *opened = ARENA_MANY(home, (size_t)path->count + 1, struct opened);
    if (path->count == 0)
        return true;
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR(FORMAT));
    json_open(&json, STR("references"), '[');
    for (size_t i = 0; i < (size_t)path->count; i++) {
        if (!holding_named(request, path->item[i], &opened[i]))
            return false;
        if (held_before(opened, i)) {
            diag_add(request->diags, DIAG_USAGE, (struct place){ .file = str_from(path->item[i]) },
                     STR("each dossier once"), "it is named before, by this file or a copy");
            return false;
        }
        put_one(home, &json, as, &opened[i]);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(&text, '\n');
    *out = buf_str(&text);
    return !text.full;
}

/* ---- reading ---- */

static bool text_read(const struct json_item *object, const char *name, struct str *out)
{
    const struct json_item *item = json_member(object, str_from(name));
    *out = item != NULL && json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
    return item == NULL || json_type(item) == JSON_STRING;
}

static bool signer_read(const struct json_item *item, struct reference_signer *out)
{
    struct str *const part[] = { &out->subject,  &out->certificate, &out->role,
                                 &out->decision, &out->claimed,     &out->stamped };
    size_t found = 0;
    for (size_t i = 0; i < ARRAY_COUNT(part); i++) {
        if (!text_read(item, signer_names[i], part[i]))
            return false;
        found += part[i]->len > 0;
    }
    return json_type(item) == JSON_OBJECT && json_count(item) == found;
}

static bool one_read(struct arena *home, const struct json_item *item, struct reference *out)
{
    struct str *const part[] = { &out->as, &out->case_id, &out->content, &out->evidence_id,
                                 &out->sha256 };
    struct digest digest;
    const struct json_item *list = json_member(item, STR("signers"));
    for (size_t i = 0; i < ARRAY_COUNT(part); i++)
        if (!text_read(item, names[i], part[i]) || part[i]->len == 0)
            return false;
    if (json_count(item) != ARRAY_COUNT(part) + 1 || list == NULL ||
        json_type(list) != JSON_ARRAY || json_count(list) > SIGNERS_MOST ||
        !str_eq(out->as, STR("supersedes")) || !digest_from_hex(out->content, &digest) ||
        !digest_from_hex(out->evidence_id, &digest) || !digest_from_hex(out->sha256, &digest))
        return false;
    struct reference_signer *signer =
        ARENA_MANY(home, json_count(list) + 1, struct reference_signer);
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one))
        if (!signer_read(one, &signer[out->signer_count++]))
            return false;
    out->signer = signer;
    return true;
}

bool references_read(struct arena *home, struct str bytes, const struct reference **out,
                     size_t *count, struct diags *diags)
{
    struct json *json;
    struct str format;
    if (!json_read(home, STR("references.json"), bytes, &limits_default, &json, diags))
        return false;
    const struct json_item *root = json_root(json), *list = json_member(root, STR("references"));
    bool good = list != NULL && json_type(list) == JSON_ARRAY && json_count(list) > 0 &&
                json_count(list) <= REFERENCES_MOST && json_count(root) == 2 &&
                text_read(root, "format", &format) && str_eq(format, STR(FORMAT));
    struct reference *made = ARENA_MANY(home, good ? json_count(list) + 1 : 1, struct reference);
    *count = 0;
    for (const struct json_item *one = good ? json_next(list, NULL) : NULL; one != NULL && good;
         one = json_next(list, one))
        good = one_read(home, one, &made[(*count)++]);
    *out = made;
    if (!good)
        diag_add(diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = STR(REFERENCES) },
                 STR("a record of " FORMAT ", as build writes it"), "something else");
    return good;
}
