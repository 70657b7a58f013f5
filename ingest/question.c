/* question.c - a case asks; it must not answer in its question.
 *
 * Refused is a question that sets one system above another: "faster than", "outperforms", "is the
 * best", or a comparative beside the name of exactly one system. One that only names systems is
 * not. A system's id and label stand beside every number, whatever the verdict, so they may rank
 * nothing at all. */
#include "case_parts.h"

#include <glib.h>

static const char *const comparatives[] = {
    "better", "best",    "cheaper", "cheapest", "faster",  "fastest",  "quicker",  "quickest",
    "slower", "slowest", "worse",   "worst",    "greener", "superior", "inferior", "leading",
};
static const char *const verbs[] = {
    "outperform", "outperforms", "beat", "beats", "wins", "superior", "inferior",
};

static bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (unsigned char)c >= 0x80;
}

/* Takes the next word; false: none left. `before` is what stood in front of it. */
static bool word_take(struct str *rest, struct str *word)
{
    size_t from = 0;
    while (from < rest->len && !is_word_char(rest->at[from])) {
        from++;
    }
    size_t to = from;
    while (to < rest->len && is_word_char(rest->at[to])) {
        to++;
    }
    *word = str_sub(*rest, from, to);
    *rest = str_sub(*rest, to, rest->len);
    return word->len != 0;
}

static bool equal_lower(struct str word, const char *lower)
{
    struct str other = str_from(lower);
    return word.len == other.len && g_ascii_strncasecmp(word.at, other.at, word.len) == 0;
}

static bool among(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (equal_lower(word, list[i])) {
            return true;
        }
    }
    return false;
}

/* Whether `name` stands in the text as whole words. One letter alone is a name only in capitals and
 * not at the begin, where "A" is an article. */
static bool text_names(struct str text, struct str name)
{
    size_t from = 0;
    while (name.len && from < text.len) {
        size_t at = str_find(str_sub(text, from, text.len), name);
        if (at == SIZE_MAX) {
            return false;
        }
        at += from;
        bool left = at == 0 || !is_word_char(text.at[at - 1]);
        bool right = at + name.len == text.len || !is_word_char(text.at[at + name.len]);
        if (left && right && (name.len > 1 || at > 0)) {
            return true;
        }
        from = at + 1;
    }
    return false;
}

static size_t systems_named(struct str text, const struct case_file *case_file)
{
    size_t count = 0;
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        count += text_names(text, system->id) || text_names(text, system->label) ? 1 : 0;
    }
    return count;
}

/* The last word of the text that sets one thing above another; empty: none does. */
static bool ranks(struct str text, struct str *by, bool *comparative, bool *verb, bool *than)
{
    struct str rest = text, word, before = { 0 };
    while (word_take(&rest, &word)) {
        bool more = equal_lower(before, "more") || equal_lower(before, "less") ||
                    equal_lower(before, "most");
        bool efficient =
            more && (equal_lower(word, "efficient") || equal_lower(word, "expensive") ||
                     equal_lower(word, "powerful") || equal_lower(word, "economical"));
        if (among(word, comparatives, ARRAY_COUNT(comparatives)) || efficient) {
            *comparative = true;
            *by = word;
        }
        if (among(word, verbs, ARRAY_COUNT(verbs))) {
            *verb = true;
            *by = word;
        }
        *than = *than || (*comparative && equal_lower(word, "than"));
        before = word;
    }
    return *comparative || *verb;
}

static bool names_winner(struct str text, const struct case_file *case_file, struct str *by)
{
    bool comparative = false, than = false, verb = false;
    (void)ranks(text, by, &comparative, &verb, &than);
    size_t named = systems_named(text, case_file);
    return (than && named > 0) || (verb && named > 0) || (comparative && named == 1);
}

bool name_check(const struct checking *checking, const struct json_item *name)
{
    struct str text = json_string(name), by = { 0 };
    bool comparative = false, than = false, verb = false;
    if (!ranks(text, &by, &comparative, &verb, &than)) {
        return true;
    }
    return members_refuse(checking, checking->bad, name, STR("a name that ranks nothing"),
                          "\"%.*s\" in \"%.*s\"", STR_ARG(by), STR_ARG(str_sub(text, 0, 200)));
}

bool question_check(const struct checking *checking, const struct json_item *question,
                    const struct case_file *case_file)
{
    struct str text = json_string(question), by = { 0 };
    if (!names_winner(text, case_file, &by)) {
        return true;
    }
    struct buf neutral = buf_new(checking->reading->scratch, 4096);
    buf_put(&neutral, STR("\"How do "));
    for (size_t i = 0; i < case_file->system_count; i++) {
        const char *between = i == 0 ? "" : i + 1 == case_file->system_count ? " and " : ", ";
        buf_putf(&neutral, "%s%.*s", between, STR_ARG(case_file->system[i].label));
    }
    buf_putf(&neutral, " differ in %s?\"", vocabulary_row(case_file->metric)->title);
    return members_refuse(checking, DIAG_CASE_QUESTION, question, buf_str(&neutral),
                          "\"%.*s\" in \"%.*s\"", STR_ARG(by), STR_ARG(str_sub(text, 0, 200)));
}
