/* likeness_text.c - when two texts mean one thing: names of models by what they end in, short
 * commits against long ones, words that are spelt apart. */
#include "model/likeness.h"

#include "base/num.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* As far as `b` reaches; `a` is as long or longer. */
static bool texts_equal_at(struct str a, struct str b)
{
    for (size_t i = 0; i < b.len; i++)
        if (lower(a.at[i]) != lower(b.at[i]))
            return false;
    return true;
}

bool texts_alike(struct str a, struct str b)
{
    a = str_trim(a);
    b = str_trim(b);
    return a.len == b.len && texts_equal_at(a, b);
}

bool text_begins(struct str text, const char *word)
{
    struct str wanted = str_from(word);
    return text.len >= wanted.len && texts_equal_at(text, wanted);
}

static bool is_hex(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
}

/* ---- models ---- */

static struct str last_part(struct str text)
{
    size_t base = text.len;
    while (base > 0 && text.at[base - 1] != '/' && text.at[base - 1] != '\\')
        base--;
    return str_sub(text, base, text.len);
}

struct model_named { /* "org/name" as a hub has it */
    struct str org, name, snapshot;
};

/* A cache of a hub keeps "models--org--name/snapshots/HASH"; any other path ends in the name. */
static struct model_named model_named(struct str text)
{
    static const struct str cache = STR_INIT("models--"), kept = STR_INIT("/snapshots/");
    struct model_named out = { 0 };
    text = str_trim(text);
    while (text.len > 1 && (text.at[text.len - 1] == '/' || text.at[text.len - 1] == '\\'))
        text.len--;
    size_t at = str_find(text, cache);
    if (at != SIZE_MAX) {
        struct str rest = str_sub(text, at + cache.len, text.len);
        size_t end = str_find(rest, STR("/"));
        struct str both = str_sub(rest, 0, end);
        size_t between = str_find(both, STR("--"));
        size_t snapshot = str_find(rest, kept);
        if (snapshot != SIZE_MAX) {
            struct str hash = str_sub(rest, snapshot + kept.len, rest.len);
            out.snapshot = str_sub(hash, 0, str_find(hash, STR("/")));
        }
        out.org = between != SIZE_MAX ? str_sub(both, 0, between) : (struct str){ 0 };
        out.name = between == SIZE_MAX ? both : str_sub(both, between + 2, both.len);
        return out;
    }
    out.name = last_part(text);
    struct str before = str_sub(text, 0, text.len - out.name.len);
    bool path =
        str_starts(text, STR("/")) || str_starts(text, STR(".")) || str_starts(text, STR("~")) ||
        str_find(text, STR("\\")) != SIZE_MAX ||
        (before.len > 0 && str_find(str_sub(before, 0, before.len - 1), STR("/")) != SIZE_MAX);
    if (!path && before.len > 0)
        out.org = str_sub(before, 0, before.len - 1);
    return out;
}

bool models_alike(struct str a, struct str b)
{
    struct model_named left = model_named(a), right = model_named(b);
    bool orgs = left.org.len == 0 || right.org.len == 0 || texts_alike(left.org, right.org);
    bool snapshots = left.snapshot.len == 0 || right.snapshot.len == 0 ||
                     commits_alike(left.snapshot, right.snapshot);
    return left.name.len > 0 && orgs && snapshots && texts_alike(left.name, right.name);
}

struct str model_snapshot(struct str text)
{
    return model_named(text).snapshot;
}

/* ---- commits ---- */

bool commits_alike(struct str a, struct str b)
{
    enum { SHORTEST = 7 };
    static const struct str kind = STR_INIT("sha256:");
    a = str_trim(a);
    b = str_trim(b);
    a = str_starts(a, kind) ? str_sub(a, kind.len, a.len) : a;
    b = str_starts(b, kind) ? str_sub(b, kind.len, b.len) : b;
    size_t len = a.len < b.len ? a.len : b.len;
    if (len < SHORTEST || (a.len < 40 && b.len < 40 && a.len != b.len))
        return texts_alike(a, b); /* only a whole one has a short form */
    for (size_t i = 0; i < a.len; i++)
        if (!is_hex(a.at[i]))
            return texts_alike(a, b);
    for (size_t i = 0; i < len; i++)
        if (!is_hex(b.at[i]) || lower(a.at[i]) != lower(b.at[i]))
            return false;
    return true;
}

/* ---- spelling ---- */

/* The next character that counts: blanks, hyphens and underlines between letters are passed over,
 * and so is a full stop at the end. 0: none is left. */
static char counts_next(struct str text, size_t *at)
{
    for (; *at < text.len; (*at)++) {
        char c = text.at[*at];
        bool joint = c == ' ' || c == '-' || c == '_' || c == '\t';
        bool digits = *at > 0 && *at + 1 < text.len && is_digit(text.at[*at - 1]) &&
                      is_digit(text.at[*at + 1]);
        bool sign = c == '-' && *at + 1 < text.len && is_digit(text.at[*at + 1]);
        bool stop = c == '.' && *at + 1 == text.len && *at > 0 && !is_digit(text.at[*at - 1]);
        if (!(joint && !digits && !sign) && !stop)
            return lower(text.at[(*at)++]);
    }
    return 0;
}

bool texts_spelt_alike(struct str a, struct str b)
{
    size_t i = 0, j = 0;
    a = str_trim(a);
    b = str_trim(b);
    for (;;) {
        char left = counts_next(a, &i), right = counts_next(b, &j);
        if (left != right)
            return false;
        if (left == 0)
            return true;
    }
}

bool is_unquantised(struct str text)
{
    static const char *const words[] = { "none",
                                         "not quantised",
                                         "not quantized",
                                         "unquantised",
                                         "unquantized",
                                         "no quantisation",
                                         "no quantization",
                                         "without quantisation",
                                         "without quantization" };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (texts_spelt_alike(text, str_from(words[i])))
            return true;
    return false;
}

/* ---- wording ---- */

enum { WORDS_MOST = 64 };
struct wording {
    struct str word[WORDS_MOST];
    size_t count;
    bool denies;
};

static bool is_word_char(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || (unsigned char)c >= 0x80;
}

static bool is_denial(struct str word)
{
    static const char *const denials[] = { "no",    "not",      "none", "without", "off",
                                           "never", "disabled", "un",   "nothing", "except" };
    for (size_t i = 0; i < ARRAY_COUNT(denials); i++)
        if (texts_alike(word, str_from(denials[i])))
            return true;
    return false;
}

static struct wording wording_of(struct str text)
{
    struct wording out = { .count = 0 };
    size_t at = 0;
    while (at < text.len && out.count < WORDS_MOST) {
        while (at < text.len && !is_word_char(text.at[at]))
            at++;
        size_t from = at;
        /* "0.5" is one word, and so is "e4m3". */
        while (at < text.len && (is_word_char(text.at[at]) ||
                                 (text.at[at] == '.' && at + 1 < text.len && at > from &&
                                  is_digit(text.at[at - 1]) && is_digit(text.at[at + 1]))))
            at++;
        if (at > from) {
            struct str word = str_sub(text, from, at);
            out.denies = out.denies || is_denial(word);
            out.word[out.count++] = word;
        }
    }
    return out;
}

static bool has_digit(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (is_digit(word.at[i]))
            return true;
    return false;
}

static bool has_word(const struct wording *wording, struct str word)
{
    for (size_t i = 0; i < wording->count; i++)
        if (texts_alike(wording->word[i], word))
            return true;
    return false;
}

/* Every word with a digit of one stands in the other; `shared`: how many longer words do, too. */
static bool numbers_within(const struct wording *a, const struct wording *b, size_t *shared)
{
    enum { LONG_WORD = 4 };
    *shared = 0;
    for (size_t i = 0; i < a->count; i++) {
        bool there = has_word(b, a->word[i]);
        if (!there && has_digit(a->word[i]))
            return false;
        *shared += there && a->word[i].len >= LONG_WORD && !has_digit(a->word[i]);
    }
    return true;
}

/* Two words are a label ("same host", "other host"), and what has no blanks is a code. */
static bool is_prose(struct str text)
{
    enum { BLANKS_LEAST = 2 };
    size_t blanks = 0;
    text = str_trim(text);
    for (size_t i = 0; i + 1 < text.len; i++)
        blanks += text.at[i] == ' ' && text.at[i + 1] != ' ';
    return blanks >= BLANKS_LEAST;
}

/* "greedy" within "greedy decoding"; a code of one piece is within nothing. */
static bool words_within(const struct wording *few, const struct wording *many, struct str text)
{
    for (size_t i = 0; i < few->count; i++)
        if (!has_word(many, few->word[i]))
            return false;
    return few->count > 0 && few->count < many->count && str_find(text, STR(" ")) != SIZE_MAX;
}

/* "none" of "no warm-up". */
static bool denial_of(const struct wording *bare, const struct wording *other)
{
    enum { WORDS_FEW = 4 };
    bool digits = false;
    for (size_t i = 0; i < other->count; i++)
        digits = digits || has_digit(other->word[i]);
    return bare->count == 1 && bare->denies && other->count > 1 && other->count <= WORDS_FEW &&
           is_denial(other->word[0]) && !digits;
}

bool texts_may_be_same(struct str a, struct str b)
{
    struct wording left = wording_of(a), right = wording_of(b);
    size_t shared;
    if (left.denies != right.denies || !numbers_within(&left, &right, &shared) ||
        !numbers_within(&right, &left, &shared))
        return false;
    return words_within(&left, &right, b) || words_within(&right, &left, a) ||
           denial_of(&left, &right) || denial_of(&right, &left);
}

bool texts_reworded(struct str a, struct str b)
{
    struct wording left = wording_of(a), right = wording_of(b);
    size_t shared, back;
    return is_prose(a) && is_prose(b) && left.denies == right.denies &&
           numbers_within(&left, &right, &shared) && numbers_within(&right, &left, &back) &&
           shared > 0;
}

/* ---- decoding ---- */

static bool among(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (texts_alike(word, str_from(list[i])))
            return true;
    return false;
}

/* The number at `at`, with the sign before it; false: another word, or none. */
static bool number_at(const struct wording *words, struct str text, size_t at, double *out)
{
    if (at >= words->count || !num_real(words->word[at], out))
        return false;
    size_t from = (size_t)(words->word[at].at - text.at);
    if (from > 0 && text.at[from - 1] == '-')
        *out = -*out;
    return true;
}

bool is_greedy(struct str text)
{
    static const char *const known[] = { "greedy",   "argmax", "arg",      "max",
                                         "decoding", "search", "sampling", "temperature",
                                         "temp",     "top",    "p",        "k",
                                         "do",       "sample", "false",    "and",
                                         "min",      "seed",   "with",     "deterministic" };
    static const char *const temperature[] = { "temperature", "temp" };
    static const char *const greedy[] = { "greedy", "argmax" };
    struct wording words = wording_of(text);
    bool is = false, warm = false, one = false;
    for (size_t i = 0; i < words.count; i++) {
        double value;
        struct str word = words.word[i], next = i + 1 < words.count ? words.word[i + 1] : word;
        if (!among(word, known, ARRAY_COUNT(known)) && !number_at(&words, text, i, &value))
            return false;
        bool arg_max = texts_alike(word, STR("arg")) && texts_alike(next, STR("max"));
        bool sample = texts_alike(word, STR("sample")) && texts_alike(next, STR("false"));
        is = is || among(word, greedy, ARRAY_COUNT(greedy)) || arg_max || sample;
        if (among(word, temperature, ARRAY_COUNT(temperature)) &&
            number_at(&words, text, i + 1, &value)) {
            is = is || !(value < 0 || value > 0);
            warm = warm || value > 0;
        }
        if (texts_alike(word, STR("k")) && number_at(&words, text, i + 1, &value))
            one = one || !(value < 1 || value > 1);
    }
    return one || (is && !warm);
}

bool settings_alike(struct str a, struct str b)
{
    struct wording left = wording_of(a), right = wording_of(b);
    bool same = left.count > 0 && left.count == right.count && left.count < WORDS_MOST;
    for (size_t i = 0; same && i < left.count; i++) {
        double va, vb;
        bool number = number_at(&left, a, i, &va), other = number_at(&right, b, i, &vb);
        same = number == other &&
               (number ? !(va < vb || va > vb) : texts_alike(left.word[i], right.word[i]));
    }
    return same;
}
