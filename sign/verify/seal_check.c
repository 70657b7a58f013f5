/* seal_check.c - a sealed bundle on its way in: what has changed since. */
#include "seal_list.h"
#include "stamp.h"

#include <glib.h>
#include <string.h>

struct reading_seal {
    struct arena *home;
    const struct seal_check *check;
    GHashTable *listed; /* names of files that the list names */
    bool good;
    struct diags *diags;
};

static struct place place_of(const struct reading_seal *r, struct str name, uint32_t line)
{
    return (struct place){ .file = str_format(r->home, "%.*s%.*s", STR_ARG(r->check->place),
                                              STR_ARG(name)),
                           .line = line };
}

static void judge_line(struct reading_seal *r, struct str line, uint32_t number)
{
    const struct seal_check *check = r->check;
    struct digest digest;
    struct str name;
    if (!seal_line(line, &digest, &name)) {
        diag_add(r->diags, DIAG_SEAL_BROKEN, place_of(r, STR(SEAL_LIST), number),
                 STR("a line as sha256sum writes it"), "%.*s", STR_ARG(str_sub(line, 0, 80)));
        r->good = false;
        return;
    }
    if (!str_starts(name, check->above))
        return;
    struct str file = str_format(r->home, "%.*s%.*s", STR_ARG(check->below),
                                 STR_ARG(str_sub(name, check->above.len, name.len)));
    const struct entry *entry = entries_find(check->files, file);
    g_hash_table_add(r->listed, g_strndup(file.at, file.len));
    if (entry && !digest_eq(entry->digest, digest)) {
        diag_add(r->diags, DIAG_SEAL_BROKEN, place_of(r, name, 0),
                 str_format(r->home, "SHA-256 %.*s, line %u of " SEAL_LIST,
                            STR_ARG(digest_hex(r->home, digest)), number),
                 "changed since it was sealed: SHA-256 %.*s",
                 STR_ARG(digest_hex(r->home, entry->digest)));
        r->good = false;
    } else if (!entry && check->whole) {
        diag_add(r->diags, DIAG_SEAL_BROKEN, place_of(r, STR(SEAL_LIST), number),
                 STR("every file that was sealed"), "not there any more: %.*s", STR_ARG(name));
        r->good = false;
    }
}

static void judge_added(const struct reading_seal *r)
{
    const struct seal_check *check = r->check;
    for (size_t i = 0; i < check->files->count; i++) {
        struct str name = check->files->item[i].name;
        struct str inner = str_sub(name, check->below.len, name.len);
        if (!str_starts(name, check->below) || (check->above.len == 0 && seal_is(inner)))
            continue;
        char *key = g_strndup(name.at, name.len);
        if (!g_hash_table_contains(r->listed, key)) {
            struct str sealed =
                str_format(r->home, "%.*s%.*s", STR_ARG(check->above), STR_ARG(inner));
            diag_add(r->diags, DIAG_SEAL_BESIDE, place_of(r, sealed, 0),
                     STR("only files that " SEAL_LIST " lists"), "not in the list");
        }
        g_free(key);
    }
}

bool sign_seal_check(struct arena *home, const struct seal_check *check, struct diags *diags)
{
    struct reading_seal r = {
        .home = home,
        .check = check,
        .listed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .good = true,
        .diags = diags,
    };
    const struct verify_request request = { 0 }; /* no anchor: whose seal it is, is not asked */
    struct sealed_by by = seal_judge(home, check->list, check->signature, &request);
    if (by.verdict.state != CHECK_HOLDS) {
        bool other = strcmp(by.verdict.indication, "HASH_FAILURE") == 0;
        diag_add(
            diags, DIAG_SEAL_BROKEN, place_of(&r, STR(SEAL_SIGNATURE), 0),
            STR("a signature over " SEAL_LIST " as it is"), "%s: %.*s", by.verdict.indication,
            STR_ARG(other ? STR("the list is not the one that was signed") : by.verdict.detail));
        r.good = false;
    }
    struct str rest = check->list;
    struct str line;
    for (uint32_t number = 1; str_cut(&rest, '\n', &line); number++)
        if (line.len > 0 || rest.at)
            judge_line(&r, line, number);
    judge_added(&r);
    g_hash_table_destroy(r.listed);
    return r.good;
}

/* Subject and certificate of a signer's line, without the time behind them. */
static struct str without_time(struct str signer)
{
    static const char time[] = ", signing time";
    size_t at = signer.len;
    while (at > 0 && !str_starts(str_sub(signer, at, signer.len), str_from(time)))
        at--;
    return at > 0 ? str_sub(signer, 0, at) : signer;
}

/* Why a seal does not count at a time: nothing shows that it is older than its signer's word. */
static struct str seal_then(struct arena *home, struct str list, struct str signature,
                            struct str trust, int64_t signing_time, int64_t at)
{
    const struct verify_request request = { .trust = trust, .at = at };
    if (at == 0)
        return (struct str){ 0 };
    if (signing_time > at)
        return STR("its signing time lies after that day");
    if (trust.len > 0 && !seal_judge(home, list, signature, &request).trusted) {
        return STR("its certificate is not good on that day, and no time stamp shows that it is "
                   "older");
    }
    return (struct str){ 0 };
}

struct sealed_file sign_seal_of(struct arena *home, struct str list, struct str signature,
                                struct str name, struct digest digest, struct str trust, int64_t at)
{
    struct verify_request request = { .trust = trust };
    struct sealed_file out = { .why = STR("the seal beside it does not list it as it is") };
    struct cms_parts parts;
    struct cms_fault fault = { 0 };
    if (!cms_read(signature, &parts, &fault)) {
        out.why = STR("the signature of the seal beside it does not hold");
        return out;
    }
    request.at = parts.has_signing_time ? parts.signing_time : 0; /* the signer's own word */
    struct sealed_by by = seal_judge(home, list, signature, &request);
    if (by.verdict.state != CHECK_HOLDS) {
        out.why = STR("the signature of the seal beside it does not hold");
        return out;
    }
    if (by.certificate.state == CHECK_FAILS) { /* a time before the key was certified, too */
        out.why = str_format(home, "the signature of the seal beside it: %.*s",
                             STR_ARG(by.certificate.detail));
        return out;
    }
    if (!parts.has_signing_time) {
        out.why = STR("the signature of the seal beside it says no time");
        return out;
    }
    struct str line, whole = list;
    while (str_cut(&list, '\n', &line)) {
        struct digest listed;
        struct str listed_name;
        if (seal_line(line, &listed, &listed_name) && str_eq(listed_name, name) &&
            digest_eq(listed, digest)) {
            struct str then = seal_then(home, whole, signature, trust, parts.signing_time, at);
            return (struct sealed_file){ .not_then = then,
                                         .when = stamp_time_text(home, parts.signing_time),
                                         .signer = without_time(by.signer),
                                         .subject = by.subject,
                                         .certificate = by.certificate_digest,
                                         .trusted = trust.len > 0 && by.trusted };
        }
    }
    return out;
}
