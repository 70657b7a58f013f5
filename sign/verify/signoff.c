/* signoff.c - records of sign-off, written and read. Format dossier-signoff/1: docs/archive.md. */
#include "signoff.h"

#include "base/json.h"
#include "layout.h"

#include <assert.h>

enum { ROLE_MOST = 64, COMMENT_MOST = 4000 };

static const struct {
    const char *word;
    enum commitment commitment;
} rows[] = {
    [DECISION_MADE] = { "made", COMMIT_CREATION },
    [DECISION_APPROVED] = { "approved", COMMIT_APPROVAL },
    [DECISION_REJECTED] = { "rejected", COMMIT_RECEIPT },
    [DECISION_NOTED] = { "noted", COMMIT_RECEIPT },
    [DECISION_WITHHELD] = { "withheld", COMMIT_SENDER },
};
static_assert(ARRAY_COUNT(rows) == DECISION_COUNT, "a row for each decision");

const char *decision_word(enum decision decision)
{
    return rows[decision].word;
}

enum commitment decision_commitment(enum decision decision)
{
    return rows[decision].commitment;
}

bool decision_find(struct str word, enum decision *out)
{
    for (size_t i = 0; i < DECISION_COUNT; i++) {
        if (str_eq(word, str_from(rows[i].word))) {
            *out = (enum decision)i;
            return true;
        }
    }
    return false;
}

/* Invisible marks (direction, joiners, byte order) could make one role look like another. */
static bool shows(struct str text)
{
    struct arena *scratch = arena_new((size_t)1 << 20);
    struct buf seen = buf_new(scratch, (size_t)1 << 19);
    struct str rest = text;
    struct str line;
    while (str_cut(&rest, '\n', &line)) {
        buf_put_visible(&seen, line);
        if (rest.at)
            buf_put_char(&seen, '\n');
    }
    bool same = str_eq(buf_str(&seen), text);
    arena_free(scratch);
    return same;
}

static bool plain(struct str text, bool lines)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if ((c < ' ' && !(lines && c == '\n')) || c == 0x7f)
            return false;
    }
    return str_is_utf8(text) && (text.len == 0 || shows(text));
}

static const char *signoff_fault(const struct signoff *signoff)
{
    if (signoff->role.len == 0 || signoff->role.len > ROLE_MOST || !plain(signoff->role, false))
        return "the role is not 1 to 64 bytes of text on one line";
    if (signoff->comment.len > COMMENT_MOST || !plain(signoff->comment, true))
        return "the comment is not text of at most 4000 bytes";
    return NULL;
}

bool signoff_allowed(const struct signoff *signoff, struct diags *diags)
{
    const char *fault = signoff_fault(signoff);
    if (fault) {
        diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--role ROLE, --comment TEXT in UTF-8"), "%s", fault);
    }
    return !fault;
}

struct str signoff_text(struct arena *home, const struct signoff *signoff, unsigned covers)
{
    struct buf out = buf_new(home, 1 << 17);
    struct json_out json;
    json_begin(&json, &out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-signoff/1"));
    json_text(&json, STR("role"), signoff->role);
    json_text(&json, STR("decision"), str_from(rows[signoff->decision].word));
    json_text(&json, STR("comment"), signoff->comment);
    json_text(&json, STR("content_id"), digest_hex(home, signoff->content));
    json_open(&json, STR("covers"), '[');
    for (unsigned i = 1; i <= covers; i++)
        json_text(&json, STR(""), numbered_name(home, "META-INF/ASiCManifest", i, ".xml"));
    json_close(&json);
    json_close(&json);
    buf_put_char(&out, '\n');
    assert(!out.full);
    return buf_str(&out);
}

static bool text_of(struct arena *home, const struct json_item *object, struct str name,
                    struct str *out)
{
    const struct json_item *item = json_member(object, name);
    *out = item ? str_keep(home, json_string(item)) : (struct str){ 0 };
    return item && json_type(item) == JSON_STRING;
}

bool signoff_read(struct arena *home, struct str bytes, struct signoff *out, const char **why)
{
    struct json *json = NULL;
    struct str format;
    struct str decision;
    struct str content;
    *out = (struct signoff){ 0 };
    *why = "it is not the JSON of a sign-off";
    if (bytes.len > 1 << 17 ||
        !json_read(home, STR("signoff"), bytes, &limits_default, &json, diags_new(home)))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *covers = json_member(root, STR("covers"));
    if (json_type(root) != JSON_OBJECT || json_count(root) != 6 ||
        !text_of(home, root, STR("format"), &format) ||
        !text_of(home, root, STR("role"), &out->role) ||
        !text_of(home, root, STR("decision"), &decision) ||
        !text_of(home, root, STR("comment"), &out->comment) ||
        !text_of(home, root, STR("content_id"), &content) || !covers ||
        json_type(covers) != JSON_ARRAY)
        return false;
    if (!str_eq(format, STR("dossier-signoff/1"))) {
        *why = "it is of a format that this version does not know";
        return false;
    }
    if (!decision_find(decision, &out->decision) || !digest_from_hex(content, &out->content)) {
        *why = "its decision or content id is none";
        return false;
    }
    *why = signoff_fault(out);
    return !*why;
}
