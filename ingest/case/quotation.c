/* quotation.c - results of suites with terms of use, in sentences that people write.
 *
 * MLCommons' MLPerf Results Messaging Guidelines (github.com/mlcommons/policies) want results of
 * MLPerf set beside results of MLPerf alone, and "unverified" beside each figure that has no result
 * id; SPEC's fair use rules (www.spec.org/fairuse.html) want estimates marked as such, and base set
 * beside base, rate beside rate alone. A sentence that breaks one of these is refused where it
 * stands, as one that anticipates a verdict is. What denies, asks or names a suite for another
 * reason (its model, its data, its load) breaks none.
 *
 * Phrases are looked for as whole words in lower case; '*' at the end of one stands for any rest of
 * the word. */
#include "case_parts.h"

#include <glib.h>

enum { RESULT_NEAR = 64 }; /* bytes between a suite's name and what says that a result is meant */

static const char *const mlperf[] = { "mlperf*", "ml-perf*", "ml perf*" };
static const char *const spec[] = { "specrate*", "specspeed*", "spec cpu*", "cpu2017" };
static const char *const results[] = { "result*",    "score*",    "performance",
                                       "throughput", "ergebnis*", "punktzahl*",
                                       "leistung",   "durchsatz", "benchmark-ergebnis*" };
static const char *const outside[] = {
    /* English */
    "our own", "our measurement*", "our run*", "our test*", "our benchmark*", "our result*",
    "own measurement*", "own run*", "own benchmark*", "own test*", "in-house", "measured here",
    "this report*", "these runs", "we measured", "our pilot", "proof of concept",
    /* German */
    "unsere messung*", "unseren messung*", "unserer messung*", "unsere ergebnis*",
    "unseren ergebnis*", "eigene messung*", "eigenen messung*", "eigener messung*", "eigene läufe",
    "eigenen läufen", "unsere läufe", "unseren läufen", "hier gemessen*", "dieser bericht*",
    "diesem bericht", "diese läufe", "diesen läufen", "wir gemessen",
    /* other tools */
    "vllm bench*", "llama-bench", "trtexec", "genai-perf", "aiperf", "guidellm", "inferencemax",
    "hpl", "specrate*", "specspeed*", "spec cpu*"
};
static const char *const relations[] = {
    "outperform*", "beat", "beats", "beaten", "exceed", "exceeds", "exceeded", "surpass*",
    "compared with", "compared to", "in comparison with", "in comparison to", "relative to",
    "versus", "vs", "set against", "held against", "measured against",
    /* German */
    "übertrifft", "übertreffen", "übertraf*", "übertroffen", "schlägt", "schlagen", "übersteigt",
    "übersteigen", "verglichen mit", "im vergleich zu", "im vergleich zum", "im vergleich zur",
    "im vergleich mit", "gegenüber"
};
static const char *const degrees[] = { "faster",     "slower", "quicker",   "better",    "worse",
                                       "higher",     "lower",  "more",      "less",      "greater",
                                       "above",      "below",  "schneller", "langsamer", "besser",
                                       "schlechter", "höher",  "niedriger", "mehr",      "weniger",
                                       "größer",     "kleiner" };
static const char *const than[] = { "than", "als" };
static const char *const denials[] = { "not",    "no",      "never",  "nor",  "neither", "cannot",
                                       "none",   "without", "nicht",  "kein", "keine",   "keinen",
                                       "keiner", "keinem",  "keines", "nie",  "niemals", "ohne",
                                       "weder",  "*n't",    "*n’t" };
static const char *const asks[] = { "whether", "if", "ob", "how", "wie" };
/* Of the suite what is no result. */
static const char *const things[] = { "mlperf loadgen",
                                      "mlperf inference loadgen",
                                      "mlperf rules",
                                      "mlperf harness",
                                      "mlperf-style",
                                      "mlperf-regel*",
                                      "mlperf-implementierung*",
                                      "mlperf implementation*",
                                      "mlperf-last" };
/* What denies nothing, though a word of it does. */
static const char *const doubtless[] = { "no doubt", "without doubt", "without a doubt",
                                         "not only", "ohne zweifel",  "kein zweifel",
                                         "nicht nur" };
static const char *const claimed[] = { "verified",   "official",    "officially",  "certified",
                                       "geprüftes",  "geprüfte",    "geprüften",   "offizielles",
                                       "offizielle", "offiziellen", "verifiziert*" };
static const char *const unverified[] = { "unverified", "not verified", "ungeprüft*",
                                          "nicht geprüft*", "nicht verifiziert*" };
static const char *const rates[] = { "tokens/s",
                                     "token/s",
                                     "tok/s",
                                     "tok/sec",
                                     "token/sec",
                                     "tokens/sec",
                                     "token/sekunde",
                                     "tokens/sekunde",
                                     "anfragen/s",
                                     "samples/s",
                                     "queries/s",
                                     "requests/s",
                                     "images/s",
                                     "inferences/s",
                                     "qps",
                                     "tokens per second",
                                     "samples per second",
                                     "queries per second",
                                     "tokens pro sekunde",
                                     "token pro sekunde",
                                     "anfragen pro sekunde",
                                     "samples/second",
                                     "tokens/second",
                                     "queries/second" };
static const char *const foreseen[] = {
    "projected",      "projection*",   "we project",   "anticipated",      "expected",
    "expect",         "expects",       "extrapolated", "predicted",        "simulated",
    "preliminary",    "will reach",    "would reach",  "should reach",     "pre-silicon",
    "hochgerechnet*", "erwartet*",     "erwarten",     "voraussichtlich*", "simuliert*",
    "vorläufig*",     "wird erreichen"
};
static const char *const estimates[] = { "est", "estimate*", "geschätzt*", "schätzung*",
                                         "schätzwert*" };
static const char *const base[] = { "base", "*_base" }, *const peak[] = { "peak", "*_peak" };
static const char *const rate[] = { "specrate*" }, *const speed[] = { "specspeed*" };

#define SAYS(text, list) (phrase_at((text), (list), ARRAY_COUNT(list)) != SIZE_MAX)

static bool is_word(unsigned char c)
{
    return g_ascii_isalnum((gchar)c) || c == '_' || c >= 0x80;
}

/* Where the phrase stands as whole words, and its end; SIZE_MAX: nowhere. */
static size_t one_at(struct str text, const char *phrase, size_t *end)
{
    struct str word = str_from(phrase);
    bool open = str_ends(word, STR("*")), head = str_starts(word, STR("*"));
    word = str_sub(word, head ? 1 : 0, word.len - (open ? 1 : 0));
    for (size_t from = 0; from < text.len;) {
        size_t at = str_find(str_sub(text, from, text.len), word);
        if (at == SIZE_MAX)
            return SIZE_MAX;
        at += from;
        *end = at + word.len;
        bool left = head || at == 0 || !is_word((unsigned char)text.at[at - 1]);
        bool right = open || *end == text.len || !is_word((unsigned char)text.at[*end]);
        if (left && right)
            return at;
        from = at + 1;
    }
    return SIZE_MAX;
}

static size_t phrase_at(struct str text, const char *const *list, size_t count)
{
    size_t first = SIZE_MAX, end;
    for (size_t i = 0; i < count; i++) {
        size_t at = one_at(text, list[i], &end);
        first = at < first ? at : first;
    }
    return first;
}

static bool denies(struct str text)
{
    for (size_t i = 0; i < ARRAY_COUNT(denials); i++) {
        size_t end = 0;
        for (struct str rest = text; rest.len > 0; rest = str_sub(rest, end, rest.len)) {
            size_t at = one_at(rest, denials[i], &end);
            if (at == SIZE_MAX)
                break;
            if (phrase_at(str_sub(rest, at, rest.len), doubtless, ARRAY_COUNT(doubtless)) != 0)
                return true;
        }
    }
    return false;
}

/* Where the suite is named for itself: not for its "loadgen" or its rules. SIZE_MAX: nowhere. */
static size_t suite_at(struct str text)
{
    for (size_t from = 0; from < text.len;) {
        struct str rest = str_sub(text, from, text.len);
        size_t at = phrase_at(rest, mlperf, ARRAY_COUNT(mlperf)), end = 0;
        if (at == SIZE_MAX)
            return SIZE_MAX;
        struct str behind = str_sub(rest, at, rest.len);
        size_t thing = phrase_at(behind, things, ARRAY_COUNT(things));
        for (size_t i = 0; thing == 0 && i < ARRAY_COUNT(things); i++)
            if (one_at(behind, things[i], &end) == 0)
                break;
        size_t said =
            thing == 0 ? phrase_at(str_sub(behind, end, behind.len), results, ARRAY_COUNT(results))
                       : 1;
        if (thing != 0 || said <= 1) /* "the mlperf loadgen result" */
            return from + at;
        from += at + end;
    }
    return SIZE_MAX;
}

/* Whether the suite is named beside what says that a result of it is meant. */
static bool names_result(struct str text)
{
    size_t suite = suite_at(text), end;
    for (size_t i = 0; suite != SIZE_MAX && i < ARRAY_COUNT(results); i++) {
        size_t at = one_at(text, results[i], &end);
        if (at != SIZE_MAX && (at > suite ? at - suite : suite - at) <= RESULT_NEAR)
            return true;
    }
    return false;
}

/* Behind the first word that relates two things; empty: none does. "more" relates only by "than".
 */
static struct str related(struct str text)
{
    size_t end = 0, first = SIZE_MAX, behind = 0;
    for (size_t i = 0; i < ARRAY_COUNT(relations); i++) {
        size_t at = one_at(text, relations[i], &end);
        behind = at < first ? end : behind;
        first = at < first ? at : first;
    }
    size_t degree = phrase_at(text, degrees, ARRAY_COUNT(degrees));
    for (size_t i = 0; degree != SIZE_MAX && i < ARRAY_COUNT(than); i++) {
        size_t at = one_at(str_sub(text, degree, text.len), than[i], &end);
        if (at == SIZE_MAX || degree + at >= first)
            continue;
        first = degree + at;
        behind = degree + end;
    }
    return first == SIZE_MAX ? STR("") : str_sub(text, behind, text.len);
}

/* What a relation sets the rest against: up to the end of its clause. */
static struct str object_of(struct str behind)
{
    size_t comma = str_find(behind, STR(","));
    return comma == SIZE_MAX ? behind : str_sub(behind, 0, comma);
}

/* "Whether our own runs are faster ... is open": in the clause that asks. */
static bool asks_whether(struct str before)
{
    static const char *const whether[] = { "whether", "ob" };
    size_t at = phrase_at(before, whether, ARRAY_COUNT(whether));
    return at != SIZE_MAX && str_find(str_sub(before, at, before.len), STR(",")) == SIZE_MAX;
}

static bool has_word(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_word((unsigned char)text.at[i]))
            return true;
    return false;
}

/* The relation has a result of MLPerf at one end, and what is none at the other; or it ends the
 * sentence, and both stand before it, as in German. */
static bool sets_outside(struct str text)
{
    struct str behind = related(text), object = object_of(behind);
    struct str before = str_sub(text, 0, text.len - behind.len);
    if (!behind.at || !names_result(text) || denies(text) || !SAYS(text, outside) ||
        asks_whether(before))
        return false;
    if (!has_word(behind))
        return SAYS(before, mlperf);
    bool suite = SAYS(object, mlperf), other = SAYS(object, outside);
    return (suite && (other || SAYS(before, outside))) || (other && SAYS(before, mlperf));
}

/* "5.1-0042" */
static bool has_result_id(struct str text)
{
    for (size_t i = 0; i + 8 <= text.len; i++) {
        const char *at = text.at + i;
        bool four = true;
        for (size_t k = 4; k < 8; k++)
            four = four && g_ascii_isdigit(at[k]);
        if (four && g_ascii_isdigit(at[0]) && at[1] == '.' && g_ascii_isdigit(at[2]) &&
            at[3] == '-')
            return true;
    }
    return false;
}

/* A unit of a rate behind a number: "12,000 tokens/s", "12k tokens/s". */
static bool has_rate(struct str text)
{
    for (size_t i = 0; i < ARRAY_COUNT(rates); i++) {
        size_t end = 0;
        for (struct str rest = text; rest.len > 0; rest = str_sub(rest, end, rest.len)) {
            size_t at = one_at(rest, rates[i], &end);
            if (at == SIZE_MAX)
                break;
            while (at > 0 && rest.at[at - 1] == ' ')
                at--;
            at -= at > 1 && rest.at[at - 1] == 'k' ? 1 : 0;
            if (at > 0 && g_ascii_isdigit(rest.at[at - 1]))
                return true;
        }
    }
    return false;
}

/* A rate as MLPerf states results, told as one; `whole`: the text the sentence stands in, where the
 * mark may stand. */
static bool quotes_unmarked(struct str text, struct str whole)
{
    return names_result(text) && has_rate(text) && !denies(text) && !SAYS(whole, unverified) &&
           !has_result_id(whole);
}

static bool claims_verified(struct str text, struct str whole)
{
    return names_result(text) && SAYS(text, claimed) && !denies(text) && !SAYS(text, asks) &&
           !has_result_id(whole);
}

/* A number by itself behind a word that gives it as a value: "of 512"; no year, date, name or count
 * of something: "at 64 copies". */
static bool has_score(struct str text)
{
    static const char *const giving[] = { "of",   "is",   "be",  "at",    "reach",    "reaches",
                                          "=",    "von",  "bei", "auf",   "erreicht", "about",
                                          "rund", "etwa", "ist", "around" };
    static const char *const counted[] = { "copies",  "copy",    "threads", "cores",
                                           "sockets", "hours",   "minutes", "days",
                                           "weeks",   "kopien",  "kerne*",  "sockel*",
                                           "stunden", "minuten", "tage*",   "wochen" };
    struct str word, before = { 0 };
    while (str_cut(&text, ' ', &word)) {
        size_t digits = 0, other = 0;
        while (word.len > 0 && !g_ascii_isalnum(word.at[word.len - 1]))
            word.len--;
        for (size_t i = 0; i < word.len; i++) {
            digits += g_ascii_isdigit(word.at[i]) ? 1 : 0;
            other += g_ascii_isdigit(word.at[i]) || word.at[i] == '.' || word.at[i] == ',' ? 0 : 1;
        }
        bool year = word.len == 4 && (str_starts(word, STR("19")) || str_starts(word, STR("20")));
        bool counts = phrase_at(text, counted, ARRAY_COUNT(counted)) == 0;
        for (size_t i = 0; digits > 0 && other == 0 && !year && !counts && i < ARRAY_COUNT(giving);
             i++)
            if (str_eq(before, str_from(giving[i])))
                return true;
        before = word.len > 0 ? word : STR("=");
    }
    return false;
}

static bool estimate_unmarked(struct str text, struct str whole)
{
    return SAYS(text, spec) && SAYS(text, foreseen) && has_score(text) && !SAYS(whole, estimates) &&
           !denies(text);
}

/* Whether the one stands at one end of the relation, and at the other what it may not be set
 * beside: "base results are set against base, peak against peak" mixes none. */
static bool ends_mixed(struct str subject, struct str object, const char *const *one,
                       const char *const *other, size_t count)
{
    bool has_one = phrase_at(object, one, count) != SIZE_MAX;
    return has_one && phrase_at(object, other, count) == SIZE_MAX &&
           phrase_at(subject, other, count) != SIZE_MAX;
}

static bool metrics_mixed(struct str text)
{
    struct str behind = related(text), object = object_of(behind);
    struct str before = str_sub(text, 0, text.len - behind.len);
    if (!SAYS(text, spec) || behind.len == 0 || denies(text))
        return false;
    bool named =
        SAYS(before, base) || SAYS(before, peak) || SAYS(before, rate) || SAYS(before, speed);
    struct str subject = named ? before : str_sub(behind, object.len, behind.len);
    return ends_mixed(subject, object, base, peak, ARRAY_COUNT(base)) ||
           ends_mixed(subject, object, peak, base, ARRAY_COUNT(base)) ||
           ends_mixed(subject, object, rate, speed, ARRAY_COUNT(rate)) ||
           ends_mixed(subject, object, speed, rate, ARRAY_COUNT(rate));
}

/* ---- the whole ---- */

static bool outside_breaks(struct str text, struct str whole)
{
    (void)whole;
    return sets_outside(text);
}

static bool mixed_breaks(struct str text, struct str whole)
{
    (void)whole;
    return metrics_mixed(text);
}

static const struct {
    bool (*breaks)(struct str sentence, struct str whole);
    const char *wants;
} rules[] = {
    { outside_breaks, "results of MLPerf set beside results of MLPerf alone, as its guidelines for "
                      "messages want (MLCommons)" },
    { quotes_unmarked, "\"unverified\", or the result id (\"5.1-0042\"), beside a figure of "
                       "MLPerf, as its guidelines for messages want (MLCommons)" },
    { claims_verified, "the result id (\"5.1-0042\") of a result of MLPerf that is called verified "
                       "or official" },
    { estimate_unmarked, "\"estimate\" beside a figure of SPEC that nobody measured, as its rules "
                         "of fair use want" },
    { mixed_breaks, "base set beside base and rate beside rate alone, as SPEC's rules of fair use "
                    "want" },
};

/* In lower case; of the German umlauts the second byte. */
static char letter_lowered(char before, char letter)
{
    if (before == '\xC3' && letter == '\x84')
        return '\xA4';
    if (before == '\xC3' && letter == '\x96')
        return '\xB6';
    if (before == '\xC3' && letter == '\x9C')
        return '\xBC';
    return g_ascii_tolower(letter);
}

/* Blanks in the place of quotes, dashes and blanks of other scripts, byte by byte: they part words.
 * The apostrophe of "aren’t" stays. */
static void blank_signs(char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        gunichar letter = g_utf8_get_char_validated(text + i, (gssize)(len - i));
        bool valid = letter < 0x110000;
        size_t bytes = valid ? (size_t)g_unichar_to_utf8(letter, NULL) : 1;
        bool part = letter == 0x2019 || g_unichar_isalnum(letter) || g_unichar_ismark(letter);
        for (size_t k = 0; valid && bytes > 1 && !part && k < bytes; k++)
            text[i + k] = ' ';
        i += bytes;
    }
}

static struct str lowered(struct arena *home, struct str text)
{
    char *out = ARENA_MANY(home, text.len + 1, char);
    char before = ' ';
    for (size_t i = 0; i < text.len; i++) {
        out[i] = letter_lowered(before, text.at[i]);
        before = text.at[i];
    }
    blank_signs(out, text.len);
    return (struct str){ out, text.len };
}

/* A sentence ends at ';', '!', '?' or a line, and at '.' behind a word of four letters or more and
 * before a blank: "Est. 250" and "vs. ours" go on. */
static bool ends_at(struct str text, size_t at)
{
    if (text.at[at] != '.')
        return text.at[at] == ';' || text.at[at] == '!' || text.at[at] == '?' ||
               text.at[at] == '\n';
    size_t letters = 0;
    while (letters < at && is_word((unsigned char)text.at[at - letters - 1]))
        letters++;
    return letters >= 4 && (at + 1 == text.len || text.at[at + 1] == ' ');
}

bool quotation_check(const struct checking *checking, const struct json_item *item)
{
    if (!item || json_type(item) != JSON_STRING)
        return true;
    struct arena *home = checking->reading->scratch;
    struct str whole = lowered(home, text_seen(home, json_string(item)));
    for (size_t from = 0, at = 0; at < whole.len; at++) {
        if (at + 1 < whole.len && !ends_at(whole, at))
            continue;
        struct str sentence = str_sub(whole, from, at + 1);
        from = at + 1;
        for (size_t i = 0; i < ARRAY_COUNT(rules); i++)
            if (rules[i].breaks(sentence, whole))
                return members_refuse(checking, checking->bad, item, str_from(rules[i].wants),
                                      "\"%.*s\"", STR_ARG(str_sub(json_string(item), 0, 200)));
    }
    return true;
}
