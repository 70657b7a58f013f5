/* question.c - a case asks; it must not answer in its question.
 *
 * Refused is a question that sets one system above another: "faster than", "outperforms", "is the
 * best", or a comparative or a choice beside the name of exactly one system. One that only names
 * systems is not. A system's id and label stand beside every number, whatever the verdict, so they
 * may rank nothing at all. */
#include "case_parts.h"

#include <glib.h>

/* Words in lower case, umlauts as "ae", "oe", "ue"; '*' at the end stands for any ending. */
static const char *const comparatives[] = {
    "better", "best", "cheaper", "cheapest", "faster", "fastest", "quicker", "quickest", "slower",
    "slowest", "worse", "worst", "greener", "superior", "inferior", "leading",
    /* German */
    "besser*", "beste", "besten", "bester", "bestes", "billiger*", "billigst*", "guenstiger*",
    "guenstigst*", "schneller*", "schnellst*", "langsamer*", "langsamst*", "schlechter*",
    "schlechtest*", "sparsamer*", "effizienter*", "leistungsfaehiger*", "wirtschaftlicher*",
    "teurer*", "ueberlegene*", "unterlegen*", "fuehrende*"
};
static const char *const verbs[] = { "outperform",   "outperforms", "beat",     "beats",
                                     "wins",         "superior",    "inferior", "uebertrifft",
                                     "uebertreffen", "gewinnt" };

/* Between two systems a choice is a question; of one it is an answer. */
static const char *const choices[] = { "choose",    "chooses", "prefer",  "prefers",
                                       "prove",     "proves",  "waehlen", "bevorzugen",
                                       "vorziehen", "beweist", "beweisen" };

/* "Schlägt B das System A?"; a vendor that "schlägt vor" beats nobody. */
static const char *const beating[] = { "schlaegt", "schlagen" };

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (unsigned char)c >= 0x80;
}

/* Takes the next word; false: none left. `before` is what stood in front of it. */
static bool word_take(struct str *rest, struct str *word)
{
    size_t from = 0;
    while (from < rest->len && !is_word_char(rest->at[from]))
        from++;
    size_t to = from;
    while (to < rest->len && is_word_char(rest->at[to]))
        to++;
    *word = str_sub(*rest, from, to);
    *rest = str_sub(*rest, to, rest->len);
    return word->len != 0;
}

static bool equal_lower(struct str word, const char *lower)
{
    struct str other = str_from(lower);
    bool open = str_ends(other, STR("*"));
    other.len -= open ? 1 : 0;
    return open ? str_starts(word, other) : str_eq(word, other);
}

static bool among(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (equal_lower(word, list[i]))
            return true;
    return false;
}

/* Whether `name` stands in the text as whole words. At the begin of the text "A" is an article, and
 * "I" a person. */
static bool text_names(struct str text, struct str name)
{
    size_t from = 0;
    while (name.len && from < text.len) {
        size_t at = str_find(str_sub(text, from, text.len), name);
        if (at == SIZE_MAX)
            return false;
        at += from;
        bool left = at == 0 || !is_word_char(text.at[at - 1]);
        bool right = at + name.len == text.len || !is_word_char(text.at[at + name.len]);
        bool word = str_eq(name, STR("A")) || str_eq(name, STR("I"));
        if (left && right && (at > 0 || !word))
            return true;
        from = at + 1;
    }
    return false;
}

/* Whether a clause is of nothing but that name: "40 % of B.", not "40 % of B's requests". */
static bool text_ends_with(struct str text, struct str name)
{
    struct str behind = str_sub(text, name.len, text.len);
    return name.len > 0 && str_starts(text, name) &&
           (behind.len == 0 || str_find(STR(".,;:!?)"), str_sub(behind, 0, 1)) != SIZE_MAX);
}

typedef bool name_test(struct str text, struct str name);

enum { UNMEASURED_MOST = 64 }; /* of a list, looked at for each sentence */

/* Names of what nobody measured: what a projection is for, an interface; of as many in a list as
 * there may be systems. */
static size_t unmeasured_named(const struct checking *checking, struct str text, name_test *stands)
{
    static const struct {
        const char *list, *name, *kind; /* kind NULL: every one that has the name */
    } rows[] = { { "expected", "projected_for", NULL }, { "options", "label", "api" } };
    struct arena *home = checking->reading->scratch;
    const struct json_item *root = json_root(checking->json);
    size_t count = 0, looked = 0;
    for (size_t i = 0; json_type(root) == JSON_OBJECT && i < ARRAY_COUNT(rows); i++) {
        const struct json_item *list = json_member(root, str_from(rows[i].list)), *one = NULL;
        for (looked = 0; list && json_type(list) == JSON_ARRAY && looked < UNMEASURED_MOST;
             looked++) {
            one = json_next(list, one);
            if (!one)
                break;
            bool object = json_type(one) == JSON_OBJECT;
            const struct json_item *name = object ? json_member(one, str_from(rows[i].name)) : NULL;
            const struct json_item *kind = object ? json_member(one, STR("kind")) : NULL;
            bool of_kind = !rows[i].kind || (kind && json_type(kind) == JSON_STRING &&
                                             str_eq(json_string(kind), str_from(rows[i].kind)));
            count += name && of_kind && json_type(name) == JSON_STRING &&
                     stands(text, text_seen(home, json_string(name)));
        }
    }
    return count;
}

/* How many systems the text names, and things that stand beside them; `text` as it is seen. */
static size_t systems_standing(const struct checking *checking, struct str text,
                               const struct case_file *case_file, name_test *stands)
{
    struct arena *home = checking->reading->scratch;
    struct arena_mark mark = arena_mark(home);
    size_t count = unmeasured_named(checking, text, stands);
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        count += stands(text, system->id) || stands(text, text_seen(home, system->label));
    }
    arena_rewind(home, mark);
    return count;
}

static size_t systems_named(const struct checking *checking, struct str text,
                            const struct case_file *case_file)
{
    return systems_standing(checking, text, case_file, text_names);
}

struct ranking {
    struct str by; /* last word that sets one thing above another; empty: none does */
    bool comparative, verb, choice, than;
    bool beats; /* where two are named */
};

/* Of a text in lower case. */
static struct ranking ranking_of(struct str text)
{
    struct ranking found = { 0 };
    struct str rest = text, word, before = { 0 };
    bool proposes = str_find(text, STR(" vor")) != SIZE_MAX;
    while (word_take(&rest, &word)) {
        bool more = equal_lower(before, "more") || equal_lower(before, "less") ||
                    equal_lower(before, "most");
        bool efficient =
            more && (equal_lower(word, "efficient") || equal_lower(word, "expensive") ||
                     equal_lower(word, "powerful") || equal_lower(word, "economical"));
        bool comparative = among(word, comparatives, ARRAY_COUNT(comparatives)) || efficient;
        bool verb = among(word, verbs, ARRAY_COUNT(verbs));
        bool choice = among(word, choices, ARRAY_COUNT(choices));
        bool beats = among(word, beating, ARRAY_COUNT(beating)) && !proposes;
        if (comparative || verb || choice || beats)
            found.by = word;
        found.beats = found.beats || beats;
        found.comparative = found.comparative || comparative;
        found.verb = found.verb || verb;
        found.choice = found.choice || choice;
        found.than = found.than ||
                     ((found.comparative || found.choice) &&
                      (equal_lower(word, "than") || equal_lower(word, "als"))) ||
                     (found.choice && equal_lower(word, "over"));
        before = word;
    }
    return found;
}

static bool names_winner(const struct checking *checking, struct str text,
                         const struct case_file *case_file, struct str *by)
{
    struct ranking ranking = ranking_of(text_lowered(checking->reading->scratch, text));
    size_t named = systems_named(checking, text, case_file);
    *by = ranking.by;
    return (ranking.than && named > 0) || (ranking.verb && named > 0) ||
           (ranking.beats && named > 1) || ((ranking.comparative || ranking.choice) && named == 1);
}

/* ---- figures that relate ---- */

static bool is_fold(struct str word)
{
    return str_ends(word, STR("-fold")) || str_ends(word, STR("-mal")) ||
           str_find(word, STR("-fach")) != SIZE_MAX;
}

/* "12 %", "12.5%", "1.9 times", "2x", "2-fold", "1,9-fache", or such a figure as a word. */
static bool has_figure(struct str text)
{
    static const char *const words[] = { "percent", "times",    "fold",      "twice",    "double",
                                         "doubles", "triple",   "twofold",   "tenfold",  "prozent",
                                         "mal",     "doppelt*", "dreifach*", "zehnfach*" };
    struct str rest = text, word;
    for (size_t i = 0; i < text.len; i++) {
        size_t at = i;
        while (at < text.len && text.at[at] >= '0' && text.at[at] <= '9')
            at++;
        struct str behind = str_trim(str_sub(text, at, at + 4 < text.len ? at + 4 : text.len));
        bool lone_x = (str_starts(behind, STR("x")) || str_starts(behind, STR("X"))) &&
                      (behind.len == 1 || !is_word_char(behind.at[1]));
        if (at > i && (str_starts(behind, STR("%")) || str_starts(behind, STR("\u00d7")) || lone_x))
            return true;
    }
    while (word_take(&rest, &word))
        if (among(word, words, ARRAY_COUNT(words)) || is_fold(word))
            return true;
    return false;
}

/* What relates behind a figure or before a degree alone: "über 3 %" is a number, "so" is a word of
 * every sentence. */
static bool has_phrase(struct str text)
{
    static const char *const phrases[] = { "% ueber ",     "% unter ",        "% vor ",
                                           "% hinter ",    "prozent ueber ",  "prozent unter ",
                                           "prozent vor ", "prozent hinter ", "mal so ",
                                           "doppelt so ",  "-fache ",         "-fachen ",
                                           "doppelte ",    "dreifache " };
    for (size_t i = 0; i < ARRAY_COUNT(phrases); i++)
        if (str_find(text, str_from(phrases[i])) != SIZE_MAX)
            return true;
    return false;
}

/* "B reaches 40 % of A." */
static bool is_share_of(const struct checking *checking, struct str seen, struct str text,
                        const struct case_file *case_file)
{
    enum { SHARES_MOST = 8 };
    static const char *const shares[] = { "% of ", "percent of ", "% von ", "prozent von " };
    for (size_t i = 0; case_file && i < ARRAY_COUNT(shares); i++) {
        struct str share = str_from(shares[i]);
        size_t looked = 0;
        for (size_t from = 0, at; from < text.len && looked < SHARES_MOST; looked++) {
            at = str_find(str_sub(text, from, text.len), share);
            if (at == SIZE_MAX)
                break;
            struct str of = str_sub(seen, from + at + share.len, seen.len);
            if (systems_standing(checking, of, case_file, text_ends_with) > 0)
                return true;
            from += at + share.len;
        }
    }
    return false;
}

/* Whether a sentence sets systems against each other by a figure, which is for a verdict to permit:
 * "55 % faster", "B needs 12 % less than A". That a clock was 3 % lower is none of it. */
static bool relates_by_figure(const struct checking *checking, struct str seen,
                              const struct case_file *case_file)
{
    static const char *const relations[] = {
        "more",    "less",    "higher",     "lower",     "fewer",     "greater",  "above", "below",
        "ahead",   "behind",  "as",         "gain",      "gains",     "saves",    "plus",  "mehr",
        "weniger", "hoeher*", "niedriger*", "groesser*", "geringer*", "kleiner*", "spart"
    };
    struct str text = text_lowered(checking->reading->scratch, seen);
    struct ranking ranking = ranking_of(text);
    struct str rest = text, word;
    bool relation = has_phrase(text) || ranking.beats, than = false;

    if (!has_figure(text))
        return false;
    size_t named = case_file ? systems_named(checking, seen, case_file) : 2;
    relation = relation || is_share_of(checking, seen, text, case_file);
    while (word_take(&rest, &word)) {
        bool counts = rest.len > 1 && rest.at[0] == ' ' && g_ascii_isdigit(rest.at[1]);
        relation = relation || among(word, relations, ARRAY_COUNT(relations));
        than = than || ((equal_lower(word, "than") || equal_lower(word, "als")) && !counts);
    }
    return ranking.comparative || ranking.verb || (relation && (named > 1 || (than && named > 0)));
}

bool name_check(const struct checking *checking, const struct json_item *name)
{
    struct arena *home = checking->reading->scratch;
    struct str text = json_string(name), seen = text_seen(home, text);
    struct ranking ranking = ranking_of(text_lowered(home, seen));
    if (!ranking.comparative && !ranking.verb && !relates_by_figure(checking, seen, NULL))
        return quotation_check(checking, name);
    ranking.by = ranking.by.len > 0 ? ranking.by : STR("a figure");
    return members_refuse(checking, checking->bad, name, STR("a name that ranks nothing"),
                          "\"%.*s\" in \"%.*s\"", STR_ARG(ranking.by),
                          STR_ARG(str_sub(text, 0, 200)));
}

bool sentence_check(const struct checking *checking, const struct json_item *sentence,
                    const struct case_file *case_file)
{
    struct arena *home = checking->reading->scratch;
    struct str text = json_string(sentence), seen = text_seen(home, text);
    bool reason =
        str_eq(json_name(sentence), STR("reason")); /* may tell of one system's own runs */
    if (!relates_by_figure(checking, seen, case_file) ||
        (reason && systems_named(checking, seen, case_file) < 2))
        return quotation_check(checking, sentence);
    return members_refuse(
        checking, checking->bad, sentence,
        STR("words that set no systems against each other by a figure, since that "
            "needs a verdict; what a party foresaw goes into \"expected\""),
        "\"%.*s\"", STR_ARG(str_sub(text, 0, 200)));
}

/* A title inside a sentence: "Prompt throughput" loses its capital, "TTFT" keeps it. */
static struct str title_inside(struct arena *home, const char *title)
{
    struct str text = str_from(title);
    if (text.len > 1 && g_ascii_isupper(text.at[0]) && !g_ascii_isupper(text.at[1])) {
        return str_format(home, "%c%.*s", g_ascii_tolower(text.at[0]),
                          STR_ARG(str_sub(text, 1, text.len)));
    }
    return text;
}

bool question_check(const struct checking *checking, const struct json_item *question,
                    const struct case_file *case_file)
{
    struct arena *home = checking->reading->scratch;
    struct str text = json_string(question), by = { 0 };
    if (!names_winner(checking, text_seen(home, text), case_file, &by))
        return true;
    struct buf neutral = buf_new(checking->reading->scratch, 4096);
    buf_put(&neutral, STR("\"How do "));
    for (size_t i = 0; i < case_file->system_count; i++) {
        const char *between = i == 0 ? "" : i + 1 == case_file->system_count ? " and " : ", ";
        buf_putf(&neutral, "%s%.*s", between, STR_ARG(case_file->system[i].label));
    }
    struct str title =
        title_inside(checking->reading->scratch, vocabulary_row(case_file->metric)->title);
    buf_putf(&neutral, " differ in %.*s?\"", STR_ARG(title));
    return members_refuse(checking, DIAG_CASE_QUESTION, question, buf_str(&neutral),
                          "\"%.*s\" in \"%.*s\"", STR_ARG(by), STR_ARG(str_sub(text, 0, 200)));
}
