/* products.c - accelerator products that a text names. */
#include "products.h"

#include "model/likeness.h"

#include "base/num.h"

#include <glib.h>
#include <string.h>

struct product {
    const char *name, *chip, *generation;
    bool is_short;
};
static const struct product products[] = {
#define PRODUCT(name, is_short, chip, generation) { name, chip, generation, is_short },
#include "products.def"
};

enum { WORDS_MOST = 256 };
struct words {
    struct str item[WORDS_MOST];
    size_t count;
};

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c & 0x80) != 0;
}

/* "8xH100", "2×H100" and "H100x8": a count is no part of the name. */
static struct str count_cut(struct str word)
{
    size_t at = 0;
    while (at < word.len && word.at[at] >= '0' && word.at[at] <= '9')
        at++;
    struct str rest = str_sub(word, at, word.len);
    if (at > 0 && str_starts(rest, STR("\u00d7")))
        return str_sub(rest, 2, rest.len);
    if (at > 0 && rest.len > 1 && (rest.at[0] == 'x' || rest.at[0] == 'X'))
        return str_sub(rest, 1, rest.len);
    size_t end = word.len;
    while (end > 0 && word.at[end - 1] >= '0' && word.at[end - 1] <= '9')
        end--;
    bool counted =
        end < word.len && end > 2 && (word.at[end - 1] == 'x' || word.at[end - 1] == 'X');
    bool digit = counted && word.at[end - 2] >= '0' && word.at[end - 2] <= '9';
    return digit ? str_sub(word, 0, end - 1) : word;
}

/* Letters of other scripts that are drawn as those of a name are. */
static const struct {
    gunichar letter;
    char as;
} drawn_alike[] = {
    { 0x0391, 'A' }, { 0x0392, 'B' }, { 0x0395, 'E' }, { 0x0397, 'H' }, { 0x0399, 'I' },
    { 0x039a, 'K' }, { 0x039c, 'M' }, { 0x039d, 'N' }, { 0x039f, 'O' }, { 0x03a1, 'P' },
    { 0x03a4, 'T' }, { 0x03a5, 'Y' }, { 0x03a7, 'X' }, { 0x03bd, 'v' }, { 0x03bf, 'o' },
    { 0x0405, 'S' }, { 0x0406, 'I' }, { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' },
    { 0x041a, 'K' }, { 0x041c, 'M' }, { 0x041d, 'H' }, { 0x041e, 'O' }, { 0x0420, 'P' },
    { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0425, 'X' }, { 0x0430, 'a' }, { 0x0435, 'e' },
    { 0x043e, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' }, { 0x0443, 'y' }, { 0x0445, 'x' },
    { 0x0455, 's' }, { 0x0456, 'i' }, { 0x04ae, 'Y' }, { 0x051a, 'Q' },
};

/* The text as it is read by eye: compatible forms (Unicode UAX 15, NFKC) as letters, nothing that
 * has no width, and each letter in the script of the names. To be freed. */
static char *as_drawn(struct str text)
{
    char *kept = g_utf8_make_valid(text.at ? text.at : "", (gssize)text.len);
    char *normal = g_utf8_normalize(kept, -1, G_NORMALIZE_ALL_COMPOSE);
    GString *out = g_string_new(NULL);
    for (char *at = normal; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        for (size_t i = 0; i < ARRAY_COUNT(drawn_alike) && c >= 0x80; i++)
            c = drawn_alike[i].letter == c ? (gunichar)drawn_alike[i].as : c;
        GUnicodeType type = g_unichar_type(c);
        if (type == G_UNICODE_DASH_PUNCTUATION)
            c = '-';
        else if (type == G_UNICODE_SPACE_SEPARATOR)
            c = ' ';
        if (!g_unichar_iszerowidth(c) && type != G_UNICODE_FORMAT)
            g_string_append_unichar(out, c);
    }
    g_free(normal);
    g_free(kept);
    return g_string_free(out, FALSE);
}

static void words_split(struct str text, struct words *out)
{
    out->count = 0;
    for (size_t i = 0; i < text.len && out->count < WORDS_MOST;) {
        size_t begin = i;
        while (i < text.len && is_word(text.at[i]))
            i++;
        if (i > begin)
            out->item[out->count++] = count_cut(str_sub(text, begin, i));
        i += i == begin;
    }
}

static struct str word_at(const struct words *words, size_t at)
{
    return at < words->count ? words->item[at] : (struct str){ 0 };
}

static bool one_of(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (texts_alike(word, str_from(list[i])))
            return true;
    return false;
}

/* "H2OO": as the name to the eye, where one digit at least is one. */
static bool is_drawn_as(struct str word, struct str name)
{
    bool digits = false, same = word.len == name.len;
    for (size_t i = 0; same && i < word.len; i++) {
        char c = word.at[i], n = name.at[i];
        digits = digits || (c == n && n >= '0' && n <= '9');
        same = g_ascii_tolower(c) == g_ascii_tolower(n) || (n == '0' && (c == 'O' || c == 'o')) ||
               (n == '1' && (c == 'I' || c == 'l'));
    }
    return same && (digits || texts_alike(word, name));
}

/* "H100s": more than one of them; "H200NVL": with what it is built into. */
static bool word_is(struct str word, struct str name)
{
    static const char *const forms[] = { "nvl",  "pcie", "sxm", "sxm2", "sxm3", "sxm4",
                                         "sxm5", "sxm6", "hgx", "oam",  "gpu",  "gpus" };
    struct str rest = str_sub(word, name.len, word.len);
    return word.len >= name.len && is_drawn_as(str_sub(word, 0, name.len), name) &&
           (rest.len == 0 || str_eq(rest, STR("s")) || /* an L40S is no L40 */
            one_of(rest, forms, ARRAY_COUNT(forms)));
}

/* "H-200", "MI 300X": the letters of a name and the rest of it, as two words. Letters by themselves
 * may be anything: one, or such as stand apart by a blank, count where what is beside says so. */
static size_t parted_of(const struct words *words, size_t at, const struct product *product,
                        bool *is_short)
{
    struct str name = str_from(product->name), first = word_at(words, at),
               second = word_at(words, at + 1);
    size_t letters = 0;
    while (letters < name.len && g_ascii_isalpha(name.at[letters]))
        letters++;
    if (letters == 0 || letters == name.len || name.at[letters] == ' ' || !second.at ||
        !texts_alike(first, str_sub(name, 0, letters)) ||
        !word_is(second, str_sub(name, letters, name.len)))
        return 0;
    bool hyphen = second.at == first.at + first.len + 1 && first.at[first.len] == '-';
    *is_short = product->is_short || letters < 2 || !hyphen;
    return 2;
}

/* How many words from `at` on the product's name takes; 0: another word stands there. */
static size_t words_of(const struct words *words, size_t at, const struct product *product)
{
    struct str rest = str_from(product->name), part;
    size_t count = 0;
    while (str_cut(&rest, ' ', &part)) {
        char name[16] = { 0 };
        if (part.len >= sizeof name)
            return 0;
        memcpy(name, part.at, part.len);
        if (!word_is(word_at(words, at + count), str_from(name)))
            return 0;
        count++;
    }
    return count;
}

/* A short name counts beside its maker or a word that says what it is. */
static bool is_marked(const struct words *words, size_t at, size_t taken)
{
    static const char *const before[] = { "nvidia",    "tesla",  "quadro", "gpu",
                                          "gpus",      "ampere", "hopper", "accelerator",
                                          "blackwell", "ada",    "volta",  "instinct" };
    static const char *const behind[] = { "gpu",   "gpus",   "accelerator", "accelerators", "card",
                                          "cards", "tensor", "pcie",        "sxm" };
    return (at > 0 && one_of(word_at(words, at - 1), before, ARRAY_COUNT(before))) ||
           one_of(word_at(words, at + taken), behind, ARRAY_COUNT(behind));
}

/* "instead of", "compared to" */
static bool is_against(const struct words *words, size_t at)
{
    static const char *const first[] = { "instead",     "ahead",   "successor", "compared",
                                         "alternative", "similar", "relative",  "equivalent",
                                         "equal",       "place" };
    static const char *const then[] = { "of", "to" };
    return at > 1 && one_of(word_at(words, at - 1), then, ARRAY_COUNT(then)) &&
           one_of(word_at(words, at - 2), first, ARRAY_COUNT(first));
}

/* Something else's measure, not what the label is of: "A100-class", "replacement for A100". */
static bool is_aside(const struct words *words, size_t at, size_t taken)
{
    static const char *const before[] = { "for",       "from",     "than",       "not",
                                          "no",        "non",      "before",     "ex",
                                          "former",    "formerly", "replaces",   "was",
                                          "replacing", "versus",   "vs",         "pre",
                                          "unlike",    "like",     "previously", "without" };
    static const char *const behind[] = { "class",      "like",  "equivalent",  "grade",
                                          "compatible", "style", "replacement", "successor",
                                          "level",      "era" };
    static const char *const makers[] = { "nvidia", "amd", "intel", "google", "instinct",
                                          "the",    "an",  "a",     "our",    "old" };
    bool aside = one_of(word_at(words, at + taken), behind, ARRAY_COUNT(behind));
    while (at > 0 && one_of(word_at(words, at - 1), makers, ARRAY_COUNT(makers)))
        at--;
    return aside || is_against(words, at) ||
           (at > 0 && one_of(word_at(words, at - 1), before, ARRAY_COUNT(before)));
}

bool products_hold(const struct products *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->name[i], name) == 0)
            return true;
    return false;
}

void products_add(struct products *out, const struct products *more)
{
    for (size_t i = 0; i < more->count && out->count < PRODUCTS_MOST; i++)
        if (!products_hold(out, more->name[i]))
            out->name[out->count++] = more->name[i];
}

struct products products_in(struct str text, bool name)
{
    struct words words;
    struct products out = { .count = 0 };
    char *drawn = as_drawn(text);
    words_split(str_from(drawn), &words);
    for (size_t at = 0; at < words.count; at++) {
        for (size_t i = 0; i < ARRAY_COUNT(products) && out.count < PRODUCTS_MOST; i++) {
            const struct product *one = &products[i];
            bool is_short = one->is_short;
            size_t taken = words_of(&words, at, one);
            taken = taken > 0 ? taken : parted_of(&words, at, one, &is_short);
            bool counts = taken > 0 && (name || ((!is_short || is_marked(&words, at, taken)) &&
                                                 !is_aside(&words, at, taken)));
            if (counts && !products_hold(&out, one->name))
                out.name[out.count++] = one->name;
        }
    }
    g_free(drawn);
    return out;
}

/* ---- generations ---- */

/* How people name a generation. `person`: people and places bear the name, too, so that it counts
 * where it is all that the text says, or where a word beside it says what it is. */
static const struct generation_name {
    const char *first, *second; /* second empty: one word */
    const char *generation;
    bool person;
} generations[] = {
    { "hopper", "", "Hopper", false },   { "blackwell", "", "Blackwell", false },
    { "ampere", "", "Ampere", false },   { "volta", "", "Volta", true },
    { "turing", "", "Turing", true },    { "pascal", "", "Pascal", true },
    { "kepler", "", "Kepler", true },    { "maxwell", "", "Maxwell", true },
    { "ada", "lovelace", "Ada", false }, { "ada", "", "Ada", true },
    { "mi200", "", "MI200", false },     { "mi300", "", "MI300", false },
    { "mi350", "", "MI350", false },     { "cdna", "2", "MI200", false },
    { "cdna", "3", "MI300", false },     { "cdna", "4", "MI350", false },
    { "cdna2", "", "MI200", false },     { "cdna3", "", "MI300", false },
    { "cdna4", "", "MI350", false },
};

/* Words behind such a name that make it another thing's: Ampere's processors, a machine's name. */
static bool is_other_thing(const struct words *words, size_t behind)
{
    static const char *const things[] = { "altra",     "ampereone", "one",       "max",
                                          "computing", "cluster",   "institute", "university",
                                          "lab",       "host",      "server",    "room",
                                          "street",    "road",      "hall",      "ready" };
    struct str name = word_at(words, behind - 1), next = word_at(words, behind);
    double number;
    bool joined = name.at && next.at == name.at + name.len + 1 &&
                  (name.at[name.len] == ' ' || name.at[name.len] == '-');
    return one_of(next, things, ARRAY_COUNT(things)) || (joined && num_real(next, &number));
}

static bool says_generation(const struct words *words, size_t at, size_t taken)
{
    static const char *const kinds[] = { "generation", "generations", "series",      "architecture",
                                         "gpu",        "gpus",        "accelerator", "accelerators",
                                         "card",       "cards",       "node",        "nodes",
                                         "tensor" };
    static const char *const makers[] = { "nvidia",   "amd", "geforce", "rtx",        "quadro",
                                          "instinct", "gpu", "gpus",    "accelerator" };
    return words->count == taken || one_of(word_at(words, at + taken), kinds, ARRAY_COUNT(kinds)) ||
           (at > 0 && one_of(word_at(words, at - 1), makers, ARRAY_COUNT(makers)));
}

/* Whether any product measured is of the generation; `known` false where one is of none told. */
static bool is_of(const struct products *measured, const char *generation, bool *known)
{
    bool of = false;
    for (size_t k = 0; k < measured->count; k++) {
        for (size_t i = 0; i < ARRAY_COUNT(products); i++) {
            if (strcmp(products[i].name, measured->name[k]) == 0) {
                *known = *known && products[i].generation[0] != '\0';
                of = of || strcmp(products[i].generation, generation) == 0;
            }
        }
    }
    return of;
}

/* One name at `at`; `said`: a generation is named, `met`: one of those measured. */
static void generation_at(const struct words *words, size_t at, const struct products *measured,
                          bool *said, bool *met)
{
    for (size_t i = 0; i < ARRAY_COUNT(generations); i++) {
        const struct generation_name *one = &generations[i];
        bool two = one->second[0] != '\0', known = true;
        if (!texts_alike(word_at(words, at), str_from(one->first)) ||
            (two && !texts_alike(word_at(words, at + 1), str_from(one->second))))
            continue;
        size_t taken = two ? 2 : 1;
        bool counts = !is_aside(words, at, taken) && !is_other_thing(words, at + taken) &&
                      (!one->person || says_generation(words, at, taken));
        bool of = is_of(measured, one->generation, &known);
        *met = *met || !known || (counts && of);
        *said = *said || counts;
        return; /* "Ada Lovelace" stands before "Ada" */
    }
}

bool generation_untrue(struct str text, const struct products *measured)
{
    struct words words;
    bool said = false, met = measured->count == 0;
    char *drawn = as_drawn(text);
    words_split(str_from(drawn), &words);
    for (size_t at = 0; at < words.count; at++)
        generation_at(&words, at, measured, &said, &met);
    g_free(drawn);
    return said && !met;
}

static const char *chip_of(const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(products); i++)
        if (strcmp(products[i].name, name) == 0)
            return products[i].chip;
    return name;
}

bool products_meet(const struct products *a, const struct products *b)
{
    for (size_t i = 0; i < a->count; i++) {
        for (size_t k = 0; k < b->count; k++)
            if (strcmp(chip_of(a->name[i]), chip_of(b->name[k])) == 0)
                return true;
    }
    return false;
}

struct products products_measured(const struct run *run, const struct fact **named)
{
    static const enum fact_kind kinds[] = { FACT_CAPTURED, FACT_MEASURED, FACT_DECLARED };
    const struct facts *const scopes[] = { run->facts, run->machine->facts,
                                           run->machine->system->facts };
    struct products out = { .count = 0 };
    const struct fact *first = NULL;
    for (size_t k = 0; k < ARRAY_COUNT(kinds) && out.count == 0; k++) {
        for (size_t s = 0; s < ARRAY_COUNT(scopes); s++) {
            for (size_t i = 0; scopes[s] && i < facts_count(scopes[s]); i++) {
                const struct fact *fact = facts_at(scopes[s], i);
                if (fact->key == KEY_ACCELERATOR_NAME && fact->kind == kinds[k] &&
                    !fact->placeholder) {
                    struct products one = products_in(fact->value.text, true);
                    first = first || one.count == 0 ? first : fact;
                    products_add(&out, &one);
                }
            }
        }
    }
    if (named)
        *named = first;
    return out;
}
