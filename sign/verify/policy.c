/* policy.c - reading dossier-policy/1. Format: docs/archive.md. */
#include "policy.h"

#include "base/json.h"

enum { REQUIREMENTS_MOST = 64, PERSONS_MOST = 64 };

struct reading {
    struct arena *home;
    const struct json *json;
    struct diags *diags;
    bool good;
};

static void bad(struct reading *reading, const struct json_item *item, struct str expected)
{
    struct str said = visible(reading->home, json_scalar(reading->json, item));
    if (json_name(item).len > 0)
        said = visible(reading->home, json_name(item));
    diag_add(reading->diags, DIAG_POLICY_BAD, json_place(reading->json, item), expected, "%.*s",
             STR_ARG(said));
    reading->good = false;
}

/* A SHA-256 as 64 hex digits, or as `openssl x509 -fingerprint` prints it. */
static bool fingerprint(struct arena *home, struct str text, struct digest *out)
{
    struct buf plain = buf_new(home, 128);
    for (size_t i = 0; i < text.len && plain.len < 100; i++) {
        char c = text.at[i];
        if (c >= 'A' && c <= 'F')
            buf_put_char(&plain, "abcdef"[c - 'A']);
        else if (c != ':')
            buf_put_char(&plain, c);
    }
    return digest_from_hex(buf_str(&plain), out);
}

static void read_digest(struct reading *reading, const struct json_item *item, bool *set,
                        struct digest *out)
{
    *set = true;
    if (!fingerprint(reading->home, json_string(item), out))
        bad(reading, item, STR("SHA-256 of a certificate, 64 hex digits"));
}

static void read_member(struct reading *reading, const struct json_item *item,
                        struct requirement *out)
{
    struct str name = json_name(item);
    int64_t count = 0;
    if (str_eq(name, STR("role"))) {
        out->role = str_keep(reading->home, json_string(item));
        if (out->role.len == 0)
            bad(reading, item, STR("the role in a sign-off, as text"));
    } else if (str_eq(name, STR("count"))) {
        if (json_type(item) != JSON_NUMBER || !json_int(reading->json, item, &count) || count < 1 ||
            count > PERSONS_MOST)
            bad(reading, item, STR("1 to 64"));
        out->count = (uint32_t)count;
    } else if (str_eq(name, STR("ca_sha256"))) {
        read_digest(reading, item, &out->by_ca, &out->ca);
    } else if (str_eq(name, STR("certificate_sha256"))) {
        read_digest(reading, item, &out->by_person, &out->person);
    } else if (str_eq(name, STR("decision"))) {
        out->by_decision = true;
        if (!decision_find(json_string(item), &out->decision))
            bad(reading, item, STR("made, approved, rejected, noted or withheld"));
    } else {
        bad(reading, item, STR("role, count, ca_sha256, certificate_sha256 or decision"));
    }
}

static void read_signers(struct reading *reading, const struct json_item *list,
                         struct signer_policy *out)
{
    size_t count = json_type(list) == JSON_ARRAY ? json_count(list) : 0;
    if (count == 0 || count > REQUIREMENTS_MOST) {
        bad(reading, list, STR("an array of 1 to 64 requirements"));
        return;
    }
    struct requirement *item = ARENA_MANY(reading->home, count, struct requirement);
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        struct requirement *requirement = &item[out->count++];
        requirement->count = 1;
        for (const struct json_item *member = json_next(one, NULL); member;
             member = json_next(one, member))
            read_member(reading, member, requirement);
        if (json_type(one) != JSON_OBJECT || requirement->role.len == 0)
            bad(reading, one, STR("an object with a role"));
    }
    out->item = item;
}

static void read_flag(struct reading *reading, const struct json_item *item, bool *out)
{
    if (json_type(item) != JSON_TRUE && json_type(item) != JSON_FALSE)
        bad(reading, item, STR("true or false"));
    *out = json_type(item) == JSON_TRUE;
}

bool signer_policy_read(struct arena *home, struct str text, struct signer_policy *out,
                        struct diags *diags)
{
    struct json *json = NULL;
    *out = (struct signer_policy){ .distinct = true, .sequential = true };
    if (!json_read(home, STR("policy"), text, &limits_default, &json, diags))
        return false;
    struct reading reading = { .home = home, .json = json, .diags = diags, .good = true };
    const struct json_item *root = json_root(json);
    const struct json_item *format = json_member(root, STR("format"));
    if (!format || !str_eq(json_string(format), STR("dossier-policy/1")) ||
        !json_member(root, STR("signers"))) {
        bad(&reading, root, STR("\"format\": \"dossier-policy/1\" and \"signers\""));
        return false;
    }
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        struct str name = json_name(item);
        if (str_eq(name, STR("signers")))
            read_signers(&reading, item, out);
        else if (str_eq(name, STR("distinct")))
            read_flag(&reading, item, &out->distinct);
        else if (str_eq(name, STR("sequential")))
            read_flag(&reading, item, &out->sequential);
        else if (str_eq(name, STR("timestamp")))
            read_flag(&reading, item, &out->timestamp);
        else if (!str_eq(name, STR("format")))
            bad(&reading, item, STR("format, signers, distinct, sequential or timestamp"));
    }
    return reading.good;
}
