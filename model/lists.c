/* lists.c - layers, units and vocabulary: the tables made from the three lists, and how to find a
 * row. */
#include "model/model.h"

#include <assert.h>
#include <glib.h>
#include <limits.h>

/* ---- layers ---- */

static const struct layer_row layers[] = {
    [LAYER_NONE] = { "", "", "" },
#define LAYER(id, name, title, owner) [LAYER_##id] = { name, title, owner },
#include "model/layers.def"
#undef LAYER
};
static_assert(ARRAY_COUNT(layers) == LAYER_COUNT, "one row a layer");

const struct layer_row *layer_row(enum layer layer)
{
    assert((unsigned)layer < LAYER_COUNT);
    return &layers[layer];
}

bool layer_find(struct str name, enum layer *out)
{
    for (size_t i = LAYER_NONE + 1; i < LAYER_COUNT; i++) {
        if (str_eq(name, str_from(layers[i].name))) {
            *out = (enum layer)i;
            return true;
        }
    }
    return false;
}

/* ---- units ---- */

static const struct unit_row units[] = {
#define UNIT(id, symbol, title, base, factor) [UNIT_##id] = { symbol, title, UNIT_##base, factor },
#include "model/units.def"
#undef UNIT
};
static_assert(ARRAY_COUNT(units) == UNIT_COUNT_OF_UNITS, "one row a unit");

/* Other spellings that tools and people use. */
static const struct {
    const char *symbol;
    enum unit unit;
} spellings[] = {
    { "C", UNIT_CELSIUS },
    { "degC", UNIT_CELSIUS },
    { "hour", UNIT_HOUR },
    { "minute", UNIT_MINUTE },
    { "req", UNIT_REQUEST },
    { "req/s", UNIT_REQUEST_PER_SECOND },
    { "requests/sec", UNIT_REQUEST_PER_SECOND },
    { "sec", UNIT_SECOND },
    { "second", UNIT_SECOND },
    { "tok", UNIT_TOKEN },
    { "tok/J", UNIT_TOKEN_PER_JOULE },
    { "tok/s", UNIT_TOKEN_PER_SECOND },
    { "token", UNIT_TOKEN },
    { "token/s", UNIT_TOKEN_PER_SECOND },
    { "us", UNIT_MICROSECOND },
    { "μs", UNIT_MICROSECOND }, /* GREEK SMALL LETTER MU; the symbol's own is MICRO SIGN */
};

const struct unit_row *unit_row(enum unit unit)
{
    assert((unsigned)unit < UNIT_COUNT_OF_UNITS);
    return &units[unit];
}

/* str_eq against a word of a table; most end at the first letter. */
static bool is_named(struct str text, const char *word)
{
    return text.len && text.at[0] == word[0] && str_eq(text, str_from(word));
}

/* Every word that names a unit, with those of one first byte behind one another. A number is looked
 * up for each cell of a table. */
enum { WORDS = (size_t)2 * UNIT_COUNT_OF_UNITS + ARRAY_COUNT(spellings), FIRSTS = UCHAR_MAX + 1 };
struct words {
    struct str word[WORDS];
    enum unit unit[WORDS];
    unsigned short head[FIRSTS], next[WORDS]; /* position + 1; 0: none */
    unsigned short count;
};

/* Put in last to first, so that the first of two equal words is found. */
static void word_put(struct words *words, const char *word, enum unit unit)
{
    unsigned char first = (unsigned char)word[0];
    words->word[words->count] = str_from(word);
    words->unit[words->count] = unit;
    words->next[words->count] = words->head[first];
    words->head[first] = ++words->count;
}

static const struct words *words_ready(void)
{
    static struct words words;
    static gsize ready;
    if (g_once_init_enter(&ready)) {
        for (size_t i = ARRAY_COUNT(spellings); i-- > 0;)
            word_put(&words, spellings[i].symbol, spellings[i].unit);
        for (size_t i = UNIT_COUNT_OF_UNITS; i-- > 0;) {
            word_put(&words, units[i].title, (enum unit)i);
            word_put(&words, units[i].symbol, (enum unit)i);
        }
        g_once_init_leave(&ready, 1);
    }
    return &words;
}

bool unit_find(struct str symbol, enum unit *out)
{
    const struct words *words = words_ready();
    if (symbol.len == 0)
        return false;
    unsigned short at = words->head[(unsigned char)symbol.at[0]];
    for (; at > 0; at = words->next[at - 1]) {
        if (str_eq(words->word[at - 1], symbol)) {
            *out = words->unit[at - 1];
            return true;
        }
    }
    return false;
}

/* ---- vocabulary ---- */

/* Words of the list's last column but one, as they stand there. */
enum { NEEDED = true, OPTIONAL = false };

static const struct vocabulary_row rows[] = {
#define KEY(id, name, title, unit, type, layer, group, likeness, better, disclose, bound)          \
    [KEY_##id] = { name,          title,         UNIT_##unit,         TYPE_##type,                 \
                   LAYER_##layer, GROUP_##group, LIKENESS_##likeness, BETTER_##better,             \
                   disclose,      BOUND_##bound },
#include "model/vocabulary.def"
#undef KEY
};
static_assert(ARRAY_COUNT(rows) == KEY_COUNT, "one row a key");

const struct vocabulary_row *vocabulary_row(enum key key)
{
    assert((unsigned)key < KEY_COUNT);
    return &rows[key];
}

bool vocabulary_find(struct str name, enum key *out)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (is_named(name, rows[i].name)) {
            *out = (enum key)i;
            return true;
        }
    }
    return false;
}

/* Relative tolerance by key. Lengths: rule W4. Memory: what a kernel or driver reserves for itself.
 * Clocks and limits: a value that a driver rounds to its own steps is the same value. */
static const struct {
    enum key key;
    double tolerance;
} tolerances[] = {
    { KEY_INPUT_LENGTH, 0.02 },
    { KEY_OUTPUT_LENGTH, 0.02 },
    { KEY_ACCELERATOR_MEMORY_TOTAL, 0.01 },
    { KEY_ACCELERATOR_MEMORY_VISIBLE, 0.01 },
    { KEY_HOST_MEMORY, 0.01 },
};
enum { USUAL_PER_MILLE = 5 };

double vocabulary_tolerance(enum key key)
{
    if (vocabulary_row(key)->likeness != LIKENESS_WITHIN)
        return 0;
    for (size_t i = 0; i < ARRAY_COUNT(tolerances); i++)
        if (tolerances[i].key == key)
            return tolerances[i].tolerance;
    return USUAL_PER_MILLE / 1000.0;
}

static const char *const groups[] = {
    [GROUP_CASE] = "case",
    [GROUP_PARTY] = "party",
    [GROUP_WORKLOAD] = "workload",
    [GROUP_PRECISION] = "precision",
    [GROUP_METHODOLOGY] = "methodology",
    [GROUP_EXECUTOR] = "executor",
    [GROUP_ENVIRONMENT] = "environment",
    [GROUP_HEALTH] = "health",
    [GROUP_RESULT] = "result",
    [GROUP_DERIVED] = "derived",
    [GROUP_PRICE] = "price",
    [GROUP_DEMAND] = "demand",
};
static_assert(ARRAY_COUNT(groups) == GROUP_COUNT, "one name a group");

const char *group_name(enum group group)
{
    assert((unsigned)group < GROUP_COUNT);
    return groups[group];
}

static const char *const decides_names[] = {
    [DECIDES_CHANGE] = "change",         [DECIDES_BOTTLENECK] = "bottleneck",
    [DECIDES_CHOICE] = "choice",         [DECIDES_UNITS] = "units",
    [DECIDES_ACCEPTANCE] = "acceptance", [DECIDES_REGRESSION] = "regression",
};
static_assert(ARRAY_COUNT(decides_names) == DECIDES_COUNT, "one name a kind of question");

const char *decides_name(enum decides decides)
{
    return (unsigned)decides < DECIDES_COUNT ? decides_names[decides] : NULL;
}
