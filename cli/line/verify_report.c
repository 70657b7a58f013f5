/* verify_report.c - the verification report, for whoever has to show later that a dossier was
 * verified, by what, against which anchors, and what was found. */
#include "verify_report.h"
#include "base/markup.h"

#include <assert.h>
#include <glib.h>

static const struct verify_question_row questions[] = {
    [QUESTION_WHOLE] = { "integrity", "files unchanged since they were signed" },
    [QUESTION_TRUSTED] = { "trust", "signed by whom you trust" },
    [QUESTION_MET] = { "policy", "signed by all who must" },
    [QUESTION_REBUILT] = { "rebuild", "derived again from the evidence, same bytes" },
    [QUESTION_LATER] = { "later", "not taken back, as far as the files given show" },
};
static_assert(ARRAY_COUNT(questions) == QUESTION_COUNT, "a row for each question");

/* Which question a check answers; what is not here is about integrity. */
static const struct {
    const char *begin; /* of the check's id */
    enum verify_question question;
} kinds[] = {
    { "audited", QUESTION_LATER },
    { "certificate", QUESTION_TRUSTED },
    { "later", QUESTION_LATER },
    { "policy", QUESTION_MET },
    { "proof-", QUESTION_TRUSTED },
    { "rebuild", QUESTION_REBUILT },
    { "rejected", QUESTION_TRUSTED },
    { "retracted", QUESTION_LATER },
    { "signature-timestamp", QUESTION_TRUSTED },
    { "superseded", QUESTION_LATER },
    { "timestamp", QUESTION_TRUSTED },
    { "trust", QUESTION_TRUSTED },
    { "unsigned-member", QUESTION_WHOLE }, /* before the shorter beginning */
    { "unsigned", QUESTION_TRUSTED },
    { "waived", QUESTION_LATER },
};

static enum verify_question question_of(const struct check *check)
{
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++)
        if (str_starts(str_from(check->id), str_from(kinds[i].begin)))
            return kinds[i].question;
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
        if (question_of(&checks->item[i]) != question)
            continue;
        asked = true;
        if (state == CHECK_FAILS || (state == CHECK_UNDECIDED && *out != CHECK_FAILS))
            *out = state;
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
    if (time)
        g_date_time_unref(time);
    return out;
}

/* ---- what is to be kept ---- */

enum { CHECK_COLUMNS = 5, SUBJECT_ROWS_MOST = 8, PARTS = 5 };

struct rows {
    struct str *cell;
    size_t count; /* cells */
};

static void put2(struct rows *rows, const char *title, struct str value)
{
    rows->cell[rows->count++] = str_from(title);
    rows->cell[rows->count++] = value;
}

static struct str given(struct arena *home, struct str bytes)
{
    return bytes.len > 0
               ? str_format(home, "SHA-256 %.*s", STR_ARG(digest_hex(home, digest_of(bytes))))
               : STR("none given");
}

static const struct statement_column pairs[] = { { NULL, 3, false }, { NULL, 7, false } };
static const struct statement_column check_columns[CHECK_COLUMNS] = {
    { "Check", 6, false },          { "Id", 5, true },
    { "Outcome", 3, false },        { "Reason code", 6, true },
    { "What was seen", 14, false },
};

static struct statement_part questions_part(struct arena *home, const struct checks *checks)
{
    struct rows rows = { ARENA_MANY(home, (size_t)2 * QUESTION_COUNT, struct str), 0 };
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        enum check_state state;
        bool asked = verify_question_state(checks, (enum verify_question)i, &state);
        put2(&rows, questions[i].title, str_from(asked ? check_word(state) : "not asked"));
    }
    return (struct statement_part){ .heading = "What holds",
                                    .column = pairs,
                                    .column_count = 2,
                                    .cell = rows.cell,
                                    .row_count = rows.count / 2 };
}

static struct statement_part subject_part(struct arena *home, const struct verified *verified)
{
    struct rows rows = { ARENA_MANY(home, (size_t)2 * SUBJECT_ROWS_MOST, struct str), 0 };
    static const struct digest none;
    put2(&rows, "File", verified->name);
    put2(&rows, "SHA-256 of the file", digest_hex(home, verified->file));
    if (!digest_eq(verified->checks->content, none)) { /* the container could be read */
        put2(&rows, "Content id", digest_hex(home, verified->checks->content));
        put2(&rows, "Evidence id", digest_hex(home, verified->checks->evidence));
    }
    put2(&rows, "Trust anchors", given(home, verified->trust));
    put2(&rows, "Policy", given(home, verified->policy));
    put2(&rows, "Time of verification", verify_time(home, verified->at));
    put2(&rows, "Verified by", STR("dossier " DOSSIER_VERSION));
    return (struct statement_part){ .heading = "What was verified, and against what",
                                    .column = pairs,
                                    .column_count = 2,
                                    .cell = rows.cell,
                                    .row_count = rows.count / 2 };
}

static struct statement_part signers_part(struct arena *home, const struct checks *checks)
{
    static const struct statement_column column[] = { { "Signer", 1, false } };
    struct statement_part part = { .heading = "Signers, as their certificates name them" };
    struct str line;
    size_t most = 0;
    for (struct str rest = checks->signers; str_cut(&rest, '\n', &line);)
        most++;
    struct str *cell = ARENA_MANY(home, most + 1, struct str);
    for (struct str rest = checks->signers; str_cut(&rest, '\n', &line);)
        if (line.len > 0)
            cell[part.row_count++] = line;
    if (part.row_count == 0) {
        part.text = STR("Nobody has signed, or the file could not be read.");
        return part;
    }
    part.column = column;
    part.column_count = 1;
    part.cell = cell;
    return part;
}

static struct statement_part checks_part(struct arena *home, const struct checks *checks)
{
    struct str *cell = ARENA_MANY(home, CHECK_COLUMNS * (checks->count + 1), struct str);
    size_t at = 0;
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->item[i];
        cell[at++] = str_from(check->title);
        cell[at++] = str_from(check->id);
        cell[at++] = str_from(check_word(check->state));
        cell[at++] = str_from(check->indication);
        cell[at++] = check->detail;
    }
    return (struct statement_part){ .heading = "Each check",
                                    .column = check_columns,
                                    .column_count = CHECK_COLUMNS,
                                    .cell = cell,
                                    .row_count = checks->count };
}

struct statement *verify_statement(struct arena *home, const struct verified *verified)
{
    struct statement *out = ARENA_NEW(home, struct statement);
    struct statement_part *part = ARENA_MANY(home, PARTS, struct statement_part);
    part[0] = questions_part(home, verified->checks);
    part[1] = subject_part(home, verified);
    part[2] = signers_part(home, verified->checks);
    part[3] = checks_part(home, verified->checks);
    part[4] = (struct statement_part){
        .heading = "What this is worth",
        .text = STR("It says what one program found at one time and is itself not signed. The same "
                    "file, anchors and time give the same text. The documentation of dossier tells "
                    "how to verify with unzip, openssl and sha256sum alone; take the root "
                    "certificate from the signer's organisation, not from the file.")
    };
    *out = (struct statement){
        .title = str_format(home, "%s: %.*s", overall_word(verified->checks->overall),
                            STR_ARG(verified->name)),
        .kind = STR("Verification report"),
        .program = STR("dossier " DOSSIER_VERSION),
        .day = str_sub(verify_time(home, verified->at), 0, 10),
        .subject_word = "SHA-256 of the file",
        .subject = verified->file,
        .part = part,
        .part_count = PARTS,
    };
    return out;
}

/* ---- as a page of HTML ---- */

static const char style[] =
    "body{font:11pt/1.45 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#111}"
    "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #999;padding:.3em "
    ".5em;"
    "text-align:left;vertical-align:top;font-weight:normal}thead th{font-weight:bold}"
    "code{overflow-wrap:anywhere}"
    "@media print{body{margin:0;max-width:none}}";

static void put_element(struct markup *markup, const char *element, struct str text)
{
    markup_open(markup, element);
    markup_text(markup, text);
    markup_close(markup);
}

static void put_cell(struct markup *markup, const char *element, const char *scope, struct str text,
                     bool mono)
{
    markup_open(markup, element);
    if (scope)
        markup_attribute(markup, "scope", str_from(scope));
    if (mono && text.len > 0)
        put_element(markup, "code", text);
    else
        markup_text(markup, text);
    markup_close(markup);
}

static void put_table(struct markup *markup, const struct statement_part *part)
{
    markup_open(markup, "table");
    if (part->column[0].title) {
        markup_open(markup, "thead");
        markup_open(markup, "tr");
        for (size_t i = 0; i < part->column_count; i++)
            put_cell(markup, "th", "col", str_from(part->column[i].title), false);
        markup_close(markup);
        markup_close(markup);
    }
    markup_open(markup, "tbody");
    for (size_t r = 0; r < part->row_count; r++) {
        markup_open(markup, "tr");
        for (size_t i = 0; i < part->column_count; i++) {
            put_cell(markup, i == 0 ? "th" : "td", i == 0 ? "row" : NULL,
                     part->cell[r * part->column_count + i], part->column[i].mono);
        }
        markup_close(markup);
    }
    markup_close(markup);
    markup_close(markup);
}

static void put_head(struct arena *home, struct markup *markup, const struct verified *verified)
{
    markup_open(markup, "head");
    markup_open(markup, "meta");
    markup_attribute(markup, "charset", STR("utf-8"));
    markup_close(markup);
    markup_open(markup, "meta");
    markup_attribute(markup, "http-equiv", STR("Content-Security-Policy"));
    markup_attribute(markup, "content", STR("default-src 'none'; style-src 'unsafe-inline'"));
    markup_close(markup);
    put_element(markup, "title", str_format(home, "Verification of %.*s", STR_ARG(verified->name)));
    markup_open(markup, "style");
    markup_raw(markup, str_from(style));
    markup_close(markup);
    markup_close(markup);
}

struct str verify_report(struct arena *home, const struct verified *verified)
{
    const struct statement *statement = verify_statement(home, verified);
    struct buf out = buf_new(home, (size_t)64 << 20);
    struct markup markup;
    buf_put(&out, STR("<!DOCTYPE html>\n"));
    markup_begin(&markup, &out, true);
    markup_open(&markup, "html");
    markup_attribute(&markup, "lang", STR("en"));
    put_head(home, &markup, verified);
    markup_open(&markup, "body");
    put_element(&markup, "h1", statement->title);
    for (size_t i = 0; i < statement->part_count; i++) {
        const struct statement_part *part = &statement->part[i];
        put_element(&markup, "h2", str_from(part->heading));
        if (part->text.len > 0)
            put_element(&markup, "p", part->text);
        if (part->column_count > 0)
            put_table(&markup, part);
    }
    markup_close(&markup);
    markup_close(&markup);
    buf_put_char(&out, '\n');
    return buf_str(&out);
}
