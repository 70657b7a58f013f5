/* verify_report.c - the verification report: a page for whoever has to show later that a dossier
 * was verified, by what, against which anchors, and what was found. */
#include "verify_report.h"
#include "base/markup.h"

#include <assert.h>
#include <glib.h>

static const struct verify_question_row questions[] = {
    [QUESTION_WHOLE] = { "integrity", "files unchanged since they were signed" },
    [QUESTION_TRUSTED] = { "trust", "signed by whom you trust" },
    [QUESTION_MET] = { "policy", "signed by all who must" },
    [QUESTION_REBUILT] = { "rebuild", "derived again from the evidence, same bytes" },
};
static_assert(ARRAY_COUNT(questions) == QUESTION_COUNT, "a row for each question");

/* Which question a check answers; what is not here is about integrity. */
static const struct {
    const char *begin; /* of the check's id */
    enum verify_question question;
} kinds[] = {
    { "certificate", QUESTION_TRUSTED },
    { "policy", QUESTION_MET },
    { "proof-", QUESTION_TRUSTED },
    { "rebuild", QUESTION_REBUILT },
    { "signature-timestamp", QUESTION_TRUSTED },
    { "timestamp", QUESTION_TRUSTED },
    { "trust", QUESTION_TRUSTED },
    { "unsigned-member", QUESTION_WHOLE }, /* before the shorter beginning */
    { "unsigned", QUESTION_TRUSTED },
};

static enum verify_question question_of(const struct check *check)
{
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++) {
        if (str_starts(str_from(check->id), str_from(kinds[i].begin))) {
            return kinds[i].question;
        }
    }
    return QUESTION_WHOLE;
}

const struct verify_question_row *verify_question_row(enum verify_question question)
{
    assert(question < QUESTION_COUNT);
    return &questions[question];
}

bool verify_question_state(const struct checks *checks, enum verify_question question,
                           enum check_state *out)
{
    bool asked = false;
    *out = CHECK_HOLDS;
    for (size_t i = 0; i < checks->count; i++) {
        enum check_state state = checks->item[i].state;
        if (question_of(&checks->item[i]) != question) {
            continue;
        }
        asked = true;
        if (state == CHECK_FAILS || (state == CHECK_UNDECIDED && *out != CHECK_FAILS)) {
            *out = state;
        }
    }
    return asked;
}

const char *check_word(enum check_state state)
{
    switch (state) {
    case CHECK_HOLDS:
        return "holds";
    case CHECK_FAILS:
        return "FAILS";
    case CHECK_UNDECIDED:
        return "undecided";
    case CHECK_NOTE:
        return "note";
    }
    return "";
}

const char *overall_word(enum check_state state)
{
    return state == CHECK_FAILS       ? "TOTAL-FAILED"
           : state == CHECK_UNDECIDED ? "INDETERMINATE"
                                      : "TOTAL-PASSED";
}

struct str verify_time(struct arena *home, int64_t seconds)
{
    GDateTime *time = g_date_time_new_from_unix_utc(seconds);
    char *text = time ? g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ") : NULL;
    struct str out = text ? str_keep(home, str_from(text))
                          : str_format(home, "%lld s since 1970", (long long)seconds);
    g_free(text);
    if (time) {
        g_date_time_unref(time);
    }
    return out;
}

/* ---- the page ---- */

static const char style[] =
    "body{font:11pt/1.45 sans-serif;max-width:48em;margin:2em auto;padding:0 1em;color:#111}"
    "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #999;padding:.3em "
    ".5em;"
    "text-align:left;vertical-align:top}code{overflow-wrap:anywhere}.FAILS{font-weight:bold}"
    "@media print{body{margin:0;max-width:none}}";

static void put_element(struct markup *markup, const char *element, struct str text)
{
    markup_open(markup, element);
    markup_text(markup, text);
    markup_close(markup);
}

static void put_row(struct markup *markup, const char *title, struct str value, bool code)
{
    markup_open(markup, "tr");
    markup_open(markup, "th");
    markup_attribute(markup, "scope", STR("row"));
    markup_text(markup, str_from(title));
    markup_close(markup);
    markup_open(markup, "td");
    put_element(markup, code ? "code" : "span", value);
    markup_close(markup);
    markup_close(markup);
}

static void put_heading(struct markup *markup, const char *const *cell, size_t count)
{
    markup_open(markup, "thead");
    markup_open(markup, "tr");
    for (size_t i = 0; i < count; i++) {
        markup_open(markup, "th");
        markup_attribute(markup, "scope", STR("col"));
        markup_text(markup, str_from(cell[i]));
        markup_close(markup);
    }
    markup_close(markup);
    markup_close(markup);
}

static struct str given(struct arena *home, struct str bytes)
{
    return bytes.len > 0
               ? str_format(home, "SHA-256 %.*s", STR_ARG(digest_hex(home, digest_of(bytes))))
               : STR("none given");
}

static void put_subject(struct arena *home, struct markup *markup, const struct verified *verified)
{
    put_element(markup, "h2", STR("What was verified, and against what"));
    markup_open(markup, "table");
    markup_open(markup, "tbody");
    put_row(markup, "File", verified->name, false);
    put_row(markup, "SHA-256 of the file", digest_hex(home, digest_of(verified->file)), true);
    if (verified->checks->count > 1) { /* the container could be read */
        put_row(markup, "Content id", digest_hex(home, verified->checks->content), true);
        put_row(markup, "Evidence id", digest_hex(home, verified->checks->evidence), true);
    }
    put_row(markup, "Trust anchors", given(home, verified->trust), true);
    put_row(markup, "Policy", given(home, verified->policy), true);
    put_row(markup, "Time of verification", verify_time(home, verified->at), false);
    put_row(markup, "Verified by", STR("dossier " DOSSIER_VERSION), false);
    markup_close(markup);
    markup_close(markup);
}

static void put_questions(struct markup *markup, const struct checks *checks)
{
    markup_open(markup, "table");
    markup_open(markup, "tbody");
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        enum check_state state;
        bool asked = verify_question_state(checks, (enum verify_question)i, &state);
        put_row(markup, questions[i].title, str_from(asked ? check_word(state) : "not asked"),
                false);
    }
    markup_close(markup);
    markup_close(markup);
}

static void put_checks(struct markup *markup, const struct checks *checks)
{
    static const char *const heads[] = { "Check", "Outcome", "What was seen" };
    put_element(markup, "h2", STR("Each check"));
    markup_open(markup, "table");
    put_heading(markup, heads, ARRAY_COUNT(heads));
    markup_open(markup, "tbody");
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->item[i];
        markup_open(markup, "tr");
        markup_open(markup, "td");
        markup_text(markup, str_from(check->title));
        markup_open(markup, "br");
        markup_close(markup);
        put_element(markup, "code", str_from(check->id));
        markup_close(markup);
        markup_open(markup, "td");
        markup_attribute(markup, "class", str_from(check_word(check->state)));
        markup_text(markup, str_from(check_word(check->state)));
        if (check->indication[0] != 0) {
            markup_open(markup, "br");
            markup_close(markup);
            put_element(markup, "code", str_from(check->indication));
        }
        markup_close(markup);
        put_element(markup, "td", check->detail);
        markup_close(markup);
    }
    markup_close(markup);
    markup_close(markup);
}

static void put_signers(struct markup *markup, const struct checks *checks)
{
    struct str rest = checks->signers;
    struct str line;
    put_element(markup, "h2", STR("Signers, as their certificates name them"));
    if (rest.len == 0) {
        put_element(markup, "p", STR("Nobody has signed, or the file could not be read."));
        return;
    }
    markup_open(markup, "ul");
    while (str_cut(&rest, '\n', &line)) {
        if (line.len > 0) {
            put_element(markup, "li", line);
        }
    }
    markup_close(markup);
}

struct str verify_report(struct arena *home, const struct verified *verified)
{
    struct buf out = buf_new(home, (size_t)64 << 20);
    struct markup markup;
    buf_put(&out, STR("<!DOCTYPE html>\n"));
    markup_begin(&markup, &out, true);
    markup_open(&markup, "html");
    markup_attribute(&markup, "lang", STR("en"));
    markup_open(&markup, "head");
    markup_open(&markup, "meta");
    markup_attribute(&markup, "charset", STR("utf-8"));
    markup_close(&markup);
    markup_open(&markup, "meta");
    markup_attribute(&markup, "http-equiv", STR("Content-Security-Policy"));
    markup_attribute(&markup, "content", STR("default-src 'none'; style-src 'unsafe-inline'"));
    markup_close(&markup);
    put_element(&markup, "title",
                str_format(home, "Verification of %.*s", STR_ARG(verified->name)));
    markup_open(&markup, "style");
    markup_raw(&markup, str_from(style));
    markup_close(&markup);
    markup_close(&markup);
    markup_open(&markup, "body");
    put_element(&markup, "h1",
                str_format(home, "%s: %.*s", overall_word(verified->checks->overall),
                           STR_ARG(verified->name)));
    put_questions(&markup, verified->checks);
    put_subject(home, &markup, verified);
    put_signers(&markup, verified->checks);
    put_checks(&markup, verified->checks);
    put_element(&markup, "h2", STR("What this page is worth"));
    put_element(&markup, "p",
                STR("It says what one program found at one time and is itself not signed. The same "
                    "file, anchors and time give the same page. The documentation of dossier tells "
                    "how to verify with unzip, openssl and sha256sum alone; take the root "
                    "certificate from the signer's organisation, not from the file."));
    markup_close(&markup);
    markup_close(&markup);
    buf_put_char(&out, '\n');
    return buf_str(&out);
}
