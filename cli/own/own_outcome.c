/* own_outcome.c - columns that tell whether the request of a row failed. */
#include "own_outcome.h"
#include "base/num.h"
#include <glib.h>
#include <string.h>

enum { NAME_MOST = 24, CELL_MOST = 12 };

static const struct {
    const char *good, *bad;
} outcomes[OWN_OUTCOMES] = {
    [OWN_SUCCEEDED] = { "true|1|yes|ok|pass|passed|success", "is not true" },
    [OWN_FAILED] = { "false|0|no|none|null|nil|-", "names a failure" },
    [OWN_STATUS] = { "[23][0-9][0-9]", "is not of the 200s or 300s" },
    [OWN_EXIT] = { "0", "is not 0" },
};

/* Names in small letters, without what stands between words. */
static const struct {
    const char *name;
    enum own_outcome outcome;
} names[] = {
    { "success", OWN_SUCCEEDED },   { "successful", OWN_SUCCEEDED },
    { "succeeded", OWN_SUCCEEDED }, { "issuccess", OWN_SUCCEEDED },
    { "ok", OWN_SUCCEEDED },        { "passed", OWN_SUCCEEDED },
    { "failed", OWN_FAILED },       { "failure", OWN_FAILED },
    { "isfailed", OWN_FAILED },     { "error", OWN_FAILED },
    { "iserror", OWN_FAILED },      { "haserror", OWN_FAILED },
    { "errormessage", OWN_FAILED }, { "exception", OWN_FAILED },
    { "timedout", OWN_FAILED },     { "timeout", OWN_FAILED },
    { "status", OWN_STATUS },       { "statuscode", OWN_STATUS },
    { "httpstatus", OWN_STATUS },   { "httpcode", OWN_STATUS },
    { "responsecode", OWN_STATUS }, { "httpstatuscode", OWN_STATUS },
    { "code", OWN_STATUS },         { "exitcode", OWN_EXIT },
    { "exitstatus", OWN_EXIT },     { "returncode", OWN_EXIT },
};

static struct str small(struct str text, bool letters, char *out, size_t most)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (letters && !g_ascii_isalpha(text.at[i]))
            continue;
        if (len == most)
            return (struct str){ 0 };
        out[len++] = g_ascii_tolower(text.at[i]);
    }
    return (struct str){ out, len };
}

enum own_outcome own_outcome_named(struct str name)
{
    char low[NAME_MOST];
    struct str plain = small(name, true, low, sizeof low);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (str_eq(plain, str_from(names[i].name)))
            return names[i].outcome;
    return OWN_NO_OUTCOME;
}

static bool is_among(struct str words, struct str word)
{
    struct str one;
    while (str_cut(&words, '|', &one))
        if (str_eq(one, word))
            return true;
    return false;
}

/* A request that got no answer has no status, or 0. */
static bool is_status(struct str text)
{
    double code = 0;
    return text.len == 0 || (num_real(text, &code) && (code == 0 || (code >= 100 && code < 600)));
}

/* "0.03", "0.411 us": an error that was measured, as of a loss or of a mean, names no failure; "503
 * Service Unavailable" does. */
static bool is_measured(struct str text)
{
    enum { UNIT_MOST = 5 };
    size_t to = 0;
    while (to < text.len && (g_ascii_isdigit(text.at[to]) || strchr(".,-+", text.at[to])))
        to++;
    return to > 0 && str_trim(str_sub(text, to, text.len)).len <= UNIT_MOST &&
           g_ascii_isdigit(text.at[to - 1]);
}

/* NOLINTNEXTLINE(misc-no-recursion): of a status in words, once */
enum own_outcome own_outcome_seen(enum own_outcome outcome, struct str cell)
{
    static const char no[] = "false|0|no|fail|failed|error|", whole[] = "0|1";
    char low[CELL_MOST];
    double value;
    struct str text = small(str_trim(cell), false, low, sizeof low);
    bool fits = true;
    if (outcome == OWN_SUCCEEDED)
        fits = text.at &&
               (is_among(str_from(outcomes[outcome].good), text) || is_among(str_from(no), text));
    else if (outcome == OWN_FAILED)
        fits = !is_measured(str_trim(cell)) || is_among(str_from(whole), text);
    else if (outcome == OWN_STATUS && text.at && text.len > 0 && g_ascii_isalpha(text.at[0]))
        return own_outcome_seen(OWN_SUCCEEDED, cell); /* "status": "ok" */
    else if (outcome == OWN_STATUS)
        fits = text.at && is_status(text);
    else if (outcome == OWN_EXIT)
        fits = num_real(str_trim(cell), &value);
    return fits ? outcome : OWN_NO_OUTCOME;
}

bool own_outcome_failed(enum own_outcome outcome, struct str cell)
{
    char low[CELL_MOST];
    struct str text = small(str_trim(cell), false, low, sizeof low);
    if (outcome == OWN_STATUS)
        return text.len != 3 || (text.at[0] != '2' && text.at[0] != '3');
    if (outcome == OWN_FAILED && text.at && text.len == 0)
        return false;
    return outcome != OWN_NO_OUTCOME &&
           (!text.at || !is_among(str_from(outcomes[outcome].good), text));
}

const char *own_outcome_good(enum own_outcome outcome)
{
    return outcomes[outcome].good;
}

const char *own_outcome_bad(enum own_outcome outcome)
{
    return outcomes[outcome].bad;
}
