/* names.c - names of processors, computers and operating systems as different tools write them, of
 * which one may tell less than another.
 *
 * "Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz" is "Intel Xeon Gold 6430": marks, what every such name
 * may have behind it, and the rated clock or the number of cores of a part that is named tell no
 * other product. "Intel Xeon" is neither that nor another: it tells less. */
#include "model/normal.h"

enum { WORDS_MOST = 24 };
struct name {
    struct str word[WORDS_MOST];
    size_t count;
    struct str maker, clock, cores; /* "Intel", "2.10GHz", "96"; empty: not said */
    bool part;                      /* a word with a digit: a part of its maker's list */
    bool whole;                     /* all of it was taken */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool texts_alike(struct str a, struct str b)
{
    bool alike = a.len == b.len;
    for (size_t i = 0; alike && i < a.len; i++)
        alike = lower(a.at[i]) == lower(b.at[i]);
    return alike;
}

static bool text_ends(struct str text, const char *end)
{
    struct str last = str_from(end);
    return text.len >= last.len && texts_alike(str_sub(text, text.len - last.len, text.len), last);
}

/* Letters of any script: bytes of UTF-8 beyond ASCII are, but for the marks that are passed over.
 */
static bool is_letter(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* "(R)", "(TM)" and their signs: how many bytes stand there; 0: none. */
static size_t mark_at(struct str text)
{
    static const struct str marks[] = { STR_INIT("(R)"), STR_INIT("(TM)"), STR_INIT("(C)"),
                                        STR_INIT("\xc2\xae"), STR_INIT("\xe2\x84\xa2") };
    for (size_t i = 0; i < ARRAY_COUNT(marks); i++)
        if (text.len >= marks[i].len && texts_alike(str_sub(text, 0, marks[i].len), marks[i]))
            return marks[i].len;
    return 0;
}

static bool is_among(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (texts_alike(word, str_from(list[i])))
            return true;
    return false;
}

/* What tells no product of another: a kind of thing, a company's form. */
static bool is_filler(struct str word)
{
    static const char *const fillers[] = { "cpu", "processor", "processors",  "core",
                                           "inc", "corp",      "corporation", "ltd",
                                           "co",  "gnu",       "lts",         "the" };
    return is_among(word, fillers, ARRAY_COUNT(fillers));
}

static bool is_maker(struct str word)
{
    static const char *const makers[] = { "intel", "amd",   "nvidia",   "ampere",
                                          "arm",   "apple", "dell",     "lenovo",
                                          "hpe",   "hp",    "gigabyte", "supermicro" };
    return is_among(word, makers, ARRAY_COUNT(makers));
}

/* "2.10GHz" or "2100MHz". */
static bool is_clock(struct str word)
{
    return is_digit(word.at[0]) && (text_ends(word, "ghz") || text_ends(word, "mhz"));
}

/* The number of "96-Core"; empty: it is no such word. */
static struct str cores_of(struct str word)
{
    size_t at = 0;
    while (at < word.len && is_digit(word.at[at]))
        at++;
    bool cores = at > 0 && texts_alike(str_sub(word, at, word.len), STR("-core"));
    return cores ? str_sub(word, 0, at) : (struct str){ 0 };
}

static void word_take(struct name *out, struct str word)
{
    struct str cores = cores_of(word);
    if (cores.len > 0) {
        out->cores = cores;
    } else if (is_clock(word)) {
        out->clock = word;
    } else if (out->maker.len == 0 && is_maker(word)) {
        out->maker = word;
    } else if (!is_filler(word)) {
        if (out->count == WORDS_MOST) {
            out->whole = false;
            return;
        }
        for (size_t i = 0; i < word.len; i++)
            out->part = out->part || is_digit(word.at[i]);
        out->word[out->count++] = word;
    }
}

/* A point or a hyphen between letters and digits belongs to the word, and so does a plus behind it:
 * "i9-13900K", "22.04", "8480+". */
static bool joins(struct str text, size_t at)
{
    return text.at[at] == '+' ||
           ((text.at[at] == '.' || text.at[at] == '-') && at + 1 < text.len &&
            is_letter(text.at[at + 1]) && mark_at(str_sub(text, at + 1, text.len)) == 0);
}

static struct name name_of(struct str text)
{
    struct name out = { .whole = true };
    for (size_t at = 0; at < text.len;) {
        size_t mark = mark_at(str_sub(text, at, text.len)), from = at;
        if (mark > 0 || !is_letter(text.at[at])) {
            at += mark > 0 ? mark : 1;
            continue;
        }
        while (at < text.len && (is_letter(text.at[at]) || joins(text, at)) &&
               mark_at(str_sub(text, at, text.len)) == 0)
            at++;
        word_take(&out, str_sub(text, from, at));
    }
    return out;
}

/* One word as the other; a release as one that it begins ("22.04" of "22.04.4"), where asked. */
static bool word_within(struct str few, struct str many, bool releases)
{
    return texts_alike(few, many) ||
           (releases && few.len > 0 && is_digit(few.at[0]) && few.len < many.len &&
            many.at[few.len] == '.' && str_starts(many, few));
}

/* The words of `few` stand in `many`, in their order; where it has none, its maker is the other's.
 */
static bool words_within(const struct name *few, const struct name *many, bool releases)
{
    size_t at = 0;
    for (size_t i = 0; i < many->count && at < few->count; i++)
        at += word_within(few->word[at], many->word[i], releases);
    bool maker = few->maker.len > 0 && texts_alike(few->maker, many->maker);
    return at == few->count && (few->count > 0 || maker);
}

static bool said_unlike(struct str a, struct str b)
{
    return a.len > 0 && b.len > 0 && !texts_alike(a, b);
}

/* "Linux" of a system that is some distribution of it. */
static bool is_family(const struct name *few, const struct name *many)
{
    static const char *const others[] = { "windows", "macos",  "darwin", "freebsd",
                                          "openbsd", "netbsd", "sunos",  "aix" };
    for (size_t i = 0; i < many->count; i++)
        if (is_among(many->word[i], others, ARRAY_COUNT(others)))
            return false;
    return few->count == 1 && many->count > 0 && texts_alike(few->word[0], STR("linux"));
}

enum named names_compare(struct str a, struct str b, bool system)
{
    a = str_trim(a);
    b = str_trim(b);
    if (texts_alike(a, b))
        return NAMED_ALIKE;
    struct name left = name_of(a), right = name_of(b);
    bool few = words_within(&left, &right, system), many = words_within(&right, &left, system);
    if (!left.whole || !right.whole || said_unlike(left.maker, right.maker) ||
        said_unlike(left.clock, right.clock) || said_unlike(left.cores, right.cores))
        return NAMED_OTHER;
    if (!few && !many) {
        bool family = system && (is_family(&left, &right) || is_family(&right, &left));
        return family ? NAMED_LESS : NAMED_OTHER;
    }
    /* the same words: a part is then named by both, whatever else one adds */
    bool same = few && many && left.count > 0;
    bool bare = left.clock.len == right.clock.len && left.cores.len == right.cores.len;
    return same && (bare || (left.part && right.part)) ? NAMED_ALIKE : NAMED_LESS;
}
