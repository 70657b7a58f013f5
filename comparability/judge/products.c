/* products.c - accelerator products that a text names. */
#include "products.h"

#include "values.h"

#include <string.h>

struct product {
    const char *name, *chip;
    bool is_short;
};
static const struct product products[] = {
#define PRODUCT(name, is_short, chip) { name, chip, is_short },
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
    while (at < word.len && word.at[at] >= '0' && word.at[at] <= '9') {
        at++;
    }
    struct str rest = str_sub(word, at, word.len);
    if (at > 0 && str_starts(rest, STR("\u00d7"))) {
        return str_sub(rest, 2, rest.len);
    }
    if (at > 0 && rest.len > 1 && (rest.at[0] == 'x' || rest.at[0] == 'X')) {
        return str_sub(rest, 1, rest.len);
    }
    size_t end = word.len;
    while (end > 0 && word.at[end - 1] >= '0' && word.at[end - 1] <= '9') {
        end--;
    }
    bool counted =
        end < word.len && end > 2 && (word.at[end - 1] == 'x' || word.at[end - 1] == 'X');
    bool digit = counted && word.at[end - 2] >= '0' && word.at[end - 2] <= '9';
    return digit ? str_sub(word, 0, end - 1) : word;
}

static void words_split(struct str text, struct words *out)
{
    out->count = 0;
    for (size_t i = 0; i < text.len && out->count < WORDS_MOST;) {
        size_t begin = i;
        while (i < text.len && is_word(text.at[i])) {
            i++;
        }
        if (i > begin) {
            out->item[out->count++] = count_cut(str_sub(text, begin, i));
        }
        i += i == begin;
    }
}

static struct str word_at(const struct words *words, size_t at)
{
    return at < words->count ? words->item[at] : (struct str){ 0 };
}

static bool one_of(struct str word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (texts_alike(word, str_from(list[i]))) {
            return true;
        }
    }
    return false;
}

/* "H100s": more than one of them. */
static bool word_is(struct str word, struct str name)
{
    return texts_alike(word, name) || (word.at && word.len == name.len + 1 &&
                                       word.at[name.len] == 's' && text_begins(word, name.at));
}

/* How many words from `at` on the product's name takes; 0: another word stands there. */
static size_t words_of(const struct words *words, size_t at, const struct product *product)
{
    struct str rest = str_from(product->name), part;
    size_t count = 0;
    while (str_cut(&rest, ' ', &part)) {
        char name[16] = { 0 };
        if (part.len >= sizeof name) {
            return 0;
        }
        memcpy(name, part.at, part.len);
        if (!word_is(word_at(words, at + count), str_from(name))) {
            return 0;
        }
        count++;
    }
    return count;
}

/* A short name counts beside its maker or a word that says what it is. */
static bool is_marked(const struct words *words, size_t at, size_t taken)
{
    static const char *const before[] = {
        "nvidia", "tesla", "quadro", "gpu", "gpus", "accelerator"
    };
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
    static const char *const before[] = { "for",      "from",       "than",   "not",
                                          "no",       "non",        "ex",     "former",
                                          "formerly", "replaces",   "was",    "replacing",
                                          "versus",   "vs",         "pre",    "unlike",
                                          "like",     "previously", "without" };
    static const char *const behind[] = { "class",      "like",  "equivalent",  "grade",
                                          "compatible", "style", "replacement", "successor",
                                          "level",      "era" };
    static const char *const makers[] = { "nvidia", "amd", "intel", "google", "instinct",
                                          "the",    "an",  "a",     "our",    "old" };
    bool aside = one_of(word_at(words, at + taken), behind, ARRAY_COUNT(behind));
    while (at > 0 && one_of(word_at(words, at - 1), makers, ARRAY_COUNT(makers))) {
        at--;
    }
    return aside || is_against(words, at) ||
           (at > 0 && one_of(word_at(words, at - 1), before, ARRAY_COUNT(before)));
}

bool products_hold(const struct products *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->name[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void products_add(struct products *out, const struct products *more)
{
    for (size_t i = 0; i < more->count && out->count < PRODUCTS_MOST; i++) {
        if (!products_hold(out, more->name[i])) {
            out->name[out->count++] = more->name[i];
        }
    }
}

struct products products_in(struct str text, bool name)
{
    struct words words;
    struct products out = { .count = 0 };
    words_split(text, &words);
    for (size_t at = 0; at < words.count; at++) {
        for (size_t i = 0; i < ARRAY_COUNT(products) && out.count < PRODUCTS_MOST; i++) {
            const struct product *one = &products[i];
            size_t taken = words_of(&words, at, one);
            bool counts = taken > 0 && (name || ((!one->is_short || is_marked(&words, at, taken)) &&
                                                 !is_aside(&words, at, taken)));
            if (counts && !products_hold(&out, one->name)) {
                out.name[out.count++] = one->name;
            }
        }
    }
    return out;
}

static const char *chip_of(const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(products); i++) {
        if (strcmp(products[i].name, name) == 0) {
            return products[i].chip;
        }
    }
    return name;
}

bool products_meet(const struct products *a, const struct products *b)
{
    for (size_t i = 0; i < a->count; i++) {
        for (size_t k = 0; k < b->count; k++) {
            if (strcmp(chip_of(a->name[i]), chip_of(b->name[k])) == 0) {
                return true;
            }
        }
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
    if (named) {
        *named = first;
    }
    return out;
}
