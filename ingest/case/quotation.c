/* quotation.c - results of suites with terms of use, in sentences that people write.
 *
 * MLCommons' MLPerf Results Messaging Guidelines (github.com/mlcommons/policies) want results of
 * MLPerf set beside results of MLPerf alone, and "unverified" beside each figure that has no result
 * id; SPEC's fair use rules (www.spec.org/fairuse.html) want estimates marked as such, and base set
 * beside base, rate beside rate alone. A sentence that breaks one of these is refused where it
 * stands, as one that anticipates a verdict is. What denies, asks or names a suite for another
 * reason (its model, its data, its load) breaks none; a figure in a question wants its mark all the
 * same.
 *
 * Phrases are looked for as whole words in lower case, umlauts as "ae", "oe", "ue"; '*' at the end
 * of one stands for any rest of the word, at its head for any begin. */
#include "case_parts.h"

#include <glib.h>

enum { RESULT_NEAR = 64 }; /* bytes between a suite's name and what says that a result is meant */

static const char *const mlperf[] = { "mlperf*", "ml-perf*", "ml perf*" };
static const char *const spec[] = { "specrate*", "specspeed*", "spec cpu*", "cpu2017" };
static const char *const results[] = { "result*", "score*", "performance", "throughput",
                                       "ergebnis*", "punktzahl*", "leistung", "durchsatz",
                                       "benchmark-ergebnis*",
                                       /* words of other things, too, but beside the suite */
                                       "mlperf figure*", "mlperf number*", "mlperf value*",
                                       "mlperf submission*", "mlperf inference figure*",
                                       "figure of mlperf", "figures of mlperf", "mlperf-wert*",
                                       "mlperf-zahl*", "mlperf-einreichung*" };
/* Who speaks: where the other end of a relation alone names the suite, it is none of its results.
 */
static const char *const ours[] = { "our", "ours", "we", "unser*", "wir", "eigene*" };
static const char *const outside[] = {
    /* English */
    "our own", "our measurement*", "our run*", "our test*", "our benchmark*", "our result*",
    "own measurement*", "own run*", "own benchmark*", "own test*", "in-house", "measured here",
    "this report*", "these runs", "we measured", "our pilot", "proof of concept",
    /* German */
    "unsere messung*", "unseren messung*", "unserer messung*", "unsere ergebnis*",
    "unseren ergebnis*", "eigene messung*", "eigenen messung*", "eigener messung*", "eigene laeufe",
    "eigenen laeufen", "unsere laeufe", "unseren laeufen", "hier gemessen*", "dieser bericht*",
    "diesem bericht", "diese laeufe", "diesen laeufen", "wir gemessen",
    /* other tools */
    "vllm bench*", "llama-bench", "trtexec", "genai-perf", "aiperf", "guidellm", "inferencemax",
    "hpl", "specrate*", "specspeed*", "spec cpu*"
};
static const char *const relations[] = {
    "outperform*", "beat", "beats", "beaten", "exceed", "exceeds", "exceeded", "surpass*",
    "compared with", "compared to", "in comparison with", "in comparison to", "relative to",
    "versus", "vs", "set against", "held against", "measured against", "twice the", "twice as",
    "twice that", "double the", "half the", "half of", "times the", "times as", "times that",
    "as fast as", "lies above", "lie above", "is above", "are above", "lies below", "lie below",
    "is below", "are below", "*% above", "*% below", "*% over", "*% under",
    /* German */
    "uebertrifft", "uebertreffen", "uebertraf*", "uebertroffen", "schlaegt", "schlagen",
    "uebersteigt", "uebersteigen", "verglichen mit", "im vergleich zu", "im vergleich zum",
    "im vergleich zur", "im vergleich mit", "gegenueber", "doppelt so", "doppelte", "haelfte des",
    "halb so", "mal so", "so schnell wie", "liegen ueber", "liegt ueber", "liegen unter",
    "liegt unter", "*% ueber", "*% unter"
};
/* What relates as equal; of a system alone it may tell whose result it is: "B reached the result".
 */
static const char *const equals[] = { "reach",   "reaches",   "reached",  "match",     "matches",
                                      "matched", "erreichen", "erreicht", "erreichten" };
static const char *const degrees[] = { "faster",     "slower", "quicker",   "better",    "worse",
                                       "higher",     "lower",  "more",      "less",      "greater",
                                       "above",      "below",  "schneller", "langsamer", "besser",
                                       "schlechter", "hoeher", "niedriger", "mehr",      "weniger",
                                       "groesser",   "kleiner" };
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
                                       "geprueftes", "gepruefte",   "geprueften",  "offizielles",
                                       "offizielle", "offiziellen", "verifiziert*" };
static const char *const unverified[] = { "unverified", "not verified", "ungeprueft*",
                                          "nicht geprueft*", "nicht verifiziert*" };
/* Of rates: what is counted, and in which time. */
static const char *const counted_units[] = { "tokens",   "token",   "tok",      "t",
                                             "samples",  "sample",  "queries",  "query",
                                             "requests", "request", "anfragen", "anfrage",
                                             "images",   "image",   "bilder",   "inferences",
                                             "qps",      "tps" };
static const char *const each_second[] = {
    "/s", "/sec", "/second", "/sekunde", " per second", " a second", " pro sekunde", " je sekunde"
};
/* What a suite is named for where a rate beside it is none of its results. */
static const char *const other_reasons[] = {
    "model*",  "data",     "dataset*", "prompt*", "load",       "load generator", "loadgen",
    "offer*",  "send*",    "sent",     "code",    "implement*", "rule*",          "limit*",
    "demand*", "require*", "ask*",     "modell*", "datensatz*", "daten",          "last",
    "grenz*",  "regel*",   "verlang*", "forder*", "gesendet*",  "angebot*"
};
static const char *const foreseen[] = {
    "projected",      "projection*",   "we project",   "anticipated",      "expected",
    "expect",         "expects",       "extrapolated", "predicted",        "simulated",
    "preliminary",    "will reach",    "would reach",  "should reach",     "pre-silicon",
    "hochgerechnet*", "erwartet*",     "erwarten",     "voraussichtlich*", "simuliert*",
    "vorlaeufig*",    "wird erreichen"
};
static const char *const estimates[] = { "est", "estimate*", "geschaetzt*", "schaetzung*",
                                         "schaetzwert*" };
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

/* Whether a phrase of the list stands where `holds` says so; `at`, `end`: of the phrase. */
static bool any_holds(struct str text, const char *const *list, size_t count,
                      bool (*holds)(struct str text, size_t at, size_t end))
{
    for (size_t i = 0; i < count; i++) {
        size_t end = 0;
        for (size_t from = 0; from < text.len; from += end) {
            size_t at = one_at(str_sub(text, from, text.len), list[i], &end);
            if (at == SIZE_MAX)
                break;
            if (holds(text, from + at, from + end))
                return true;
        }
    }
    return false;
}

static bool is_denial(struct str text, size_t at, size_t end)
{
    (void)end;
    return phrase_at(str_sub(text, at, text.len), doubtless, ARRAY_COUNT(doubtless)) != 0;
}

static bool denies(struct str text)
{
    return any_holds(text, denials, ARRAY_COUNT(denials), is_denial);
}

/* Whether the text asks: not a claim with the mark of a question behind it ("Our runs beat it?").
 */
static bool is_asked(struct str text)
{
    static const char *const words[] = { "how", "what",  "which", "who",    "when",   "where",
                                         "why", "wie",   "was",   "welch*", "wer",    "wann",
                                         "wo",  "warum", "if",    "ob",     "whether" };
    static const char *const verbs[] = { "is", "are", "were", "do", "does", "did", "can", "could",
                                         "has", "have", "will", "would", "may", "should",
                                         /* German ones that begin a question */
                                         "*t", "*en", "kann", "war", "wird", "darf", "soll" };
    size_t begin = 0;
    while (begin < text.len && !is_word((unsigned char)text.at[begin]))
        begin++;
    size_t end = begin;
    while (end < text.len && is_word((unsigned char)text.at[end]))
        end++;
    struct str head = str_sub(text, begin, end);
    return str_ends(text, STR("?")) &&
           (SAYS(text, words) || (SAYS(head, verbs) && !SAYS(head, ours)));
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

/* Where phrases of the list stand first, and the end of the one; left where none stands earlier. */
static void first_of(struct str text, const char *const *list, size_t count, size_t *first,
                     size_t *behind)
{
    for (size_t i = 0, end = 0; i < count; i++) {
        size_t at = one_at(text, list[i], &end);
        *behind = at < *first ? end : *behind;
        *first = at < *first ? at : *first;
    }
}

/* What relates two things, and what it sets against each other: the object up to the end of its
 * clause, the subject before the relation or, where that begins the sentence, behind the object. */
struct relation {
    struct str subject, object;
    bool equal; /* "reaches", where nothing else relates */
    bool last;  /* it ends the sentence, as in German: both stand in the subject */
};

static bool has_word(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_word((unsigned char)text.at[i]))
            return true;
    return false;
}

/* Of the first that relates; false: nothing does. "more" relates only by "than". */
static bool related(struct str text, struct relation *out)
{
    size_t first = SIZE_MAX, behind = 0;
    first_of(text, relations, ARRAY_COUNT(relations), &first, &behind);
    size_t degree = phrase_at(text, degrees, ARRAY_COUNT(degrees));
    for (size_t i = 0, end = 0; degree != SIZE_MAX && i < ARRAY_COUNT(than); i++) {
        size_t at = one_at(str_sub(text, degree, text.len), than[i], &end);
        if (at == SIZE_MAX || degree + at >= first)
            continue;
        first = degree + at;
        behind = degree + end;
    }
    out->equal = first == SIZE_MAX;
    if (out->equal)
        first_of(text, equals, ARRAY_COUNT(equals), &first, &behind);
    if (first == SIZE_MAX)
        return false;
    struct str rest = str_sub(text, behind, text.len);
    size_t comma = str_find(rest, STR(","));
    out->object = comma == SIZE_MAX ? rest : str_sub(rest, 0, comma);
    out->subject = str_sub(text, 0, first);
    out->last = !has_word(rest);
    if (!has_word(out->subject))
        out->subject = str_sub(rest, out->object.len, rest.len);
    return true;
}

/* "Whether our own runs are faster ... is open": in the clause that asks. */
static bool asks_whether(struct str before)
{
    static const char *const whether[] = { "whether", "ob" };
    size_t at = phrase_at(before, whether, ARRAY_COUNT(whether));
    return at != SIZE_MAX && str_find(str_sub(before, at, before.len), STR(",")) == SIZE_MAX;
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

/* Whether the object of a relation is the suite's result itself: "the published MLPerf result", not
 * "B in the MLPerf result". */
static bool is_the_result(struct str object)
{
    static const char *const within[] = { "in", "im", "at", "on", "for", "bei", "auf", "fuer" };
    size_t at = phrase_at(object, mlperf, ARRAY_COUNT(mlperf)), words = 0;
    struct str before = str_sub(object, 0, at == SIZE_MAX ? 0 : at), word;
    if (at == SIZE_MAX || SAYS(before, within))
        return false;
    while (str_cut(&before, ' ', &word))
        words += word.len > 0 ? 1 : 0;
    return words <= 3;
}

/* The relation has a result of MLPerf at one end, and at the other what says that it is none; or,
 * where one end alone names the suite, us, or whatever is set against the result itself. */
static bool sets_outside(struct str text)
{
    struct relation found;
    if (!names_result(text) || denies(text) || is_asked(text) || !related(text, &found) ||
        asks_whether(found.subject))
        return false;
    bool in_subject = SAYS(found.subject, mlperf), in_object = SAYS(found.object, mlperf);
    bool subject_out = SAYS(found.subject, outside), object_out = SAYS(found.object, outside);
    if (found.last)
        return in_subject && subject_out;
    if ((in_object && (subject_out || object_out)) || (in_subject && object_out))
        return true;
    if (in_subject == in_object || has_result_id(found.subject))
        return false;
    return SAYS(in_object ? found.subject : found.object, ours) ||
           (in_object && !found.equal && is_the_result(found.object));
}

/* A unit between a number and its time: "12,000 tokens/s", "12k tokens per second", "310 qps". */
static bool is_rate(struct str text, size_t at, size_t end)
{
    struct str unit = str_sub(text, at, end), behind = str_sub(text, end, text.len);
    while (at > 0 && text.at[at - 1] == ' ')
        at--;
    at -= at > 1 && text.at[at - 1] == 'k' ? 1 : 0;
    if (at == 0 || !g_ascii_isdigit(text.at[at - 1]))
        return false;
    return str_ends(unit, STR("ps")) ||
           phrase_at(behind, each_second, ARRAY_COUNT(each_second)) == 0;
}

static bool has_rate(struct str text)
{
    return any_holds(text, counted_units, ARRAY_COUNT(counted_units), is_rate);
}

/* A rate as MLPerf states results, told as one; `whole`: the text the sentence stands in, where the
 * mark may stand. */
static bool quotes_unmarked(struct str text, struct str whole)
{
    bool meant = names_result(text) || (suite_at(text) != SIZE_MAX && !SAYS(text, other_reasons));
    return meant && has_rate(text) && !denies(text) && !SAYS(whole, unverified) &&
           !has_result_id(whole);
}

static bool claims_verified(struct str text, struct str whole)
{
    return names_result(text) && SAYS(text, claimed) && !denies(text) && !SAYS(text, asks) &&
           !is_asked(text) && !has_result_id(whole);
}

/* "1,800", "512"; no year. */
static bool is_score(struct str word)
{
    size_t digits = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (!g_ascii_isdigit(word.at[i]) && word.at[i] != '.' && word.at[i] != ',')
            return false;
        digits += g_ascii_isdigit(word.at[i]) ? 1 : 0;
    }
    bool year = word.len == 4 && (str_starts(word, STR("19")) || str_starts(word, STR("20")));
    return digits > 0 && !year;
}

/* A number by itself behind a word that gives it as a value, or before one that takes it: "of 512",
 * "soll 512 erreichen"; no year, date, name or count of something: "at 64 copies". */
static bool has_score(struct str text)
{
    static const char *const giving[] = { "of",   "is",   "be",  "at",    "reach",    "reaches",
                                          "=",    "von",  "bei", "auf",   "erreicht", "about",
                                          "rund", "etwa", "ist", "around" };
    static const char *const taken[] = { "erreichen", "betragen", "erzielen" };
    static const char *const counted[] = { "copies",  "copy",    "threads", "cores",
                                           "sockets", "hours",   "minutes", "days",
                                           "weeks",   "kopien",  "kerne*",  "sockel*",
                                           "stunden", "minuten", "tage*",   "wochen" };
    struct str word, before = STR("");
    while (str_cut(&text, ' ', &word)) {
        while (word.len > 0 && !g_ascii_isalnum(word.at[word.len - 1]))
            word.len--;
        bool given = phrase_at(text, taken, ARRAY_COUNT(taken)) == 0 ||
                     phrase_at(before, giving, ARRAY_COUNT(giving)) == 0;
        if (given && is_score(word) && phrase_at(text, counted, ARRAY_COUNT(counted)) != 0)
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
    struct relation found;
    if (!SAYS(text, spec) || denies(text) || is_asked(text) || !related(text, &found) ||
        found.equal || found.last)
        return false;
    return ends_mixed(found.subject, found.object, base, peak, ARRAY_COUNT(base)) ||
           ends_mixed(found.subject, found.object, peak, base, ARRAY_COUNT(base)) ||
           ends_mixed(found.subject, found.object, rate, speed, ARRAY_COUNT(rate)) ||
           ends_mixed(found.subject, found.object, speed, rate, ARRAY_COUNT(rate));
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

/* Of a letter in lower case, umlauts as they are written without: two bytes become two letters.
 * `before`, `after`: the bytes beside it. */
static char letter_lowered(char before, char letter, char after)
{
    static const struct {
        char upper, lower; /* second bytes behind C3 */
        char spelt[3];
    } umlauts[] = {
        { '\x84', '\xA4', "ae" },
        { '\x96', '\xB6', "oe" },
        { '\x9C', '\xBC', "ue" },
        { '\x9F', '\x9F', "ss" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(umlauts); i++) {
        if (letter == '\xC3' && (after == umlauts[i].upper || after == umlauts[i].lower))
            return umlauts[i].spelt[0];
        if (before == '\xC3' && (letter == umlauts[i].upper || letter == umlauts[i].lower))
            return umlauts[i].spelt[1];
    }
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

struct str text_lowered(struct arena *home, struct str text)
{
    char *out = ARENA_MANY(home, text.len + 1, char);
    char before = ' ';
    for (size_t i = 0; i < text.len; i++) {
        const char *after = i + 1 < text.len ? &text.at[i + 1] : "";
        out[i] = letter_lowered(before, text.at[i], *after);
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
    struct str whole = text_lowered(home, text_seen(home, json_string(item)));
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
