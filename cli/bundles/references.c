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

struct taking {
    struct arena *home;
    struct diags *diags;
    struct opened *opened;
    struct str *as;
    size_t count;
    struct json_out json;
};

static bool held_before(const struct taking *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (str_eq(t->opened[i].held.content, t->opened[t->count].held.content) &&
            str_eq(t->as[i], t->as[t->count]))
            return true;
    return false;
}

static void put_one(struct arena *home, struct json_out *json, struct str as,
                    const struct opened *opened)
{
    const struct held *held = &opened->held;
    const struct str value[] = { as, held_text(held, STR("/case/id")), held->content,
                                 held->evidence_id, digest_hex(home, digest_of(opened->whole)) };
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

/* Verifies one and puts its record; `place`: where it is named. */
static bool one_take(struct taking *t, const char *path, struct str as, struct place place)
{
    struct opened *opened = &t->opened[t->count];
    t->as[t->count] = as;
    if (!holding_open(t->home, str_from(path), opened)) {
        diag_add(t->diags, DIAG_MACHINE_FAILED, place, STR("memory to verify it"),
                 "%s could not be judged", path);
        return false;
    }
    if (opened->why.len > 0) {
        enum diag_id unread = place.path.len > 0 ? DIAG_CASE_GLOB : DIAG_FILE_READ;
        diag_add(t->diags, opened->read ? DIAG_DOSSIER_BROKEN : unread, place,
                 STR("a dossier whose lists and signatures hold; ask dossier verify"), "%s: %.*s",
                 path, STR_ARG(opened->why));
        return false;
    }
    if (held_before(t)) {
        diag_add(t->diags, DIAG_REFUSED, place,
                 STR("each dossier once; take one of the two out of \"references\""),
                 "it is named before, by this file or a copy");
        return false;
    }
    put_one(t->home, &t->json, as, opened);
    t->count++;
    return true;
}

bool references_take(struct arena *home, const char *case_path, const struct terms *terms,
                     const struct option_list *supersedes, struct str *out, struct diags *diags)
{
    struct buf text = buf_new(home, (size_t)4 << 20);
    size_t named = terms ? terms->reference_count : 0;
    size_t all = named + (supersedes ? (size_t)supersedes->count : 0);
    struct taking t = { .home = home,
                        .diags = diags,
                        .opened = ARENA_MANY(home, all + 1, struct opened),
                        .as = ARENA_MANY(home, all + 1, struct str) };
    if (all == 0)
        return true;
    json_begin(&t.json, &text);
    json_open(&t.json, STR(""), '{');
    json_text(&t.json, STR("format"), STR(FORMAT));
    json_open(&t.json, STR("references"), '[');
    for (size_t i = 0; i < named; i++) {
        const struct named_dossier *one = &terms->reference[i];
        struct str folder = str_from(case_path);
        while (folder.len > 0 && folder.at[folder.len - 1] != '/')
            folder.len--;
        struct str path = str_format(home, "%.*s%.*s", STR_ARG(folder), STR_ARG(one->path));
        struct place place = one->place;
        place.file = str_from(case_path);
        if (!one_take(&t, str_c(home, path), one->as, place))
            return false;
    }
    for (size_t i = named; i < all; i++) {
        const char *path = supersedes->item[i - named];
        if (!one_take(&t, path, STR("supersedes"), (struct place){ .file = str_from(path) }))
            return false;
    }
    json_close(&t.json);
    json_close(&t.json);
    buf_put_char(&text, '\n');
    *out = buf_str(&text);
    return !text.full;
}

/* ---- reading ---- */

static bool is_packed(const struct reference *reference, const struct evidence *evidence,
                      size_t count)
{
    struct digest digest;
    if (!evidence)
        return true;
    for (size_t i = 0; i < count && digest_from_hex(reference->sha256, &digest); i++)
        if (digest_eq(evidence[i].digest, digest))
            return true;
    return false;
}

bool references_match(const struct terms *terms, const struct reference *reference, size_t count,
                      const struct evidence *evidence, size_t evidence_count, struct diags *diags)
{
    for (size_t i = 0; i < terms->reference_count; i++) {
        const struct named_dossier *one = &terms->reference[i];
        bool good = i < count && str_eq(reference[i].as, one->as) &&
                    (!one->embed || is_packed(&reference[i], evidence, evidence_count));
        if (!good) {
            diag_add(diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = STR(REFERENCES) },
                     STR("a record of each dossier that the case refers to"),
                     "none of %.*s as %.*s%s", STR_ARG(one->path), STR_ARG(one->as),
                     one->embed ? ", packed whole" : "");
            return false;
        }
    }
    return true;
}

static bool is_use(struct str as)
{
    static const struct str uses[] = { STR_INIT("baseline"), STR_INIT("contract"), STR_INIT("plan"),
                                       STR_INIT("supersedes") };
    for (size_t i = 0; i < ARRAY_COUNT(uses); i++)
        if (str_eq(as, uses[i]))
            return true;
    return false;
}

static bool text_read(const struct json_item *object, const char *name, struct str *out)
{
    const struct json_item *item = json_member(object, str_from(name));
    *out = item && json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
    return !item || json_type(item) == JSON_STRING;
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
    if (json_count(item) != ARRAY_COUNT(part) + 1 || !list || json_type(list) != JSON_ARRAY ||
        json_count(list) > SIGNERS_MOST || !is_use(out->as) ||
        !digest_from_hex(out->content, &digest) || !digest_from_hex(out->evidence_id, &digest) ||
        !digest_from_hex(out->sha256, &digest))
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
    bool good = list && json_type(list) == JSON_ARRAY && json_count(list) > 0 &&
                json_count(list) <= REFERENCES_MOST && json_count(root) == 2 &&
                text_read(root, "format", &format) && str_eq(format, STR(FORMAT));
    struct reference *made = ARENA_MANY(home, good ? json_count(list) + 1 : 1, struct reference);
    *count = 0;
    for (const struct json_item *one = good ? json_next(list, NULL) : NULL; one && good;
         one = json_next(list, one))
        good = one_read(home, one, &made[(*count)++]);
    *out = made;
    if (!good)
        diag_add(diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = STR(REFERENCES) },
                 STR("a record of " FORMAT ", as build writes it"), "something else");
    return good;
}
