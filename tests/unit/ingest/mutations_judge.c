/* mutations_judge.c - what may come of a file that says things in another order, or twice. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- another order ---- */

static int text_order(const void *left, const void *right)
{
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

/* Every fact as one text, in an order that does not depend on the file's. A contradiction names
 * lines, which are others now. */
static size_t fact_texts(struct arena *home, const struct facts *facts, struct str **out)
{
    size_t count = 0;
    struct str *text = ARENA_MANY(home, facts_count(facts) + 1, struct str);
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key != KEY_CONTRADICTION) {
            text[count++] = str_format(home, "%s[%.*s] %.*s", vocabulary_row(fact->key)->name,
                                       STR_ARG(fact->instance), STR_ARG(fact->value.text));
        }
    }
    qsort(text, count, sizeof *text, text_order);
    *out = text;
    return count;
}

static void same_facts(const struct input *input, const struct mutant *mutant, struct arena *home,
                       const struct adapter_result *whole, const struct adapter_result *now)
{
    struct str *a, *b;
    size_t before = fact_texts(home, whole->facts, &a), count = fact_texts(home, now->facts, &b);
    if (points_of(whole) != points_of(now))
        mutant_failed(input, mutant, "a series of another length", NULL);
    for (size_t i = 0; i < before || i < count; i++) {
        if (i == before || i == count || !str_eq(a[i], b[i])) {
            mutant_failed(input, mutant, str_c(home, i < before ? a[i] : b[i]), NULL);
            return;
        }
    }
}

size_t reordered_judge(const struct input *input, const struct adapter_result *whole,
                       struct str bytes, const char *how)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct mutant mutant = { bytes, how, 0, 0, 0 };
    struct adapter_result now = mutant_run(home, input->name, bytes);
    bool compared = now.adapter == whole->adapter;
    if (compared)
        same_facts(input, &mutant, home, whole, &now);
    arena_free(home);
    return compared ? 1 : 0;
}

/* ---- said twice ---- */

void second_judge(const struct input *input, const struct adapter_result *whole, struct str bytes,
                  const char *what)
{
    struct arena *home = arena_new((size_t)1 << 33);
    struct mutant mutant = { bytes, what, 0, 0, 0 };
    struct adapter_result now = mutant_run(home, input->name, bytes);
    if (now.adapter == whole->adapter && diags_count(now.diags, LEVEL_WARNING) == 0)
        mutant_failed(input, &mutant, "said twice, and nothing said of it", NULL);
    for (size_t i = 0; i < facts_count(now.facts); i++)
        if (str_eq(facts_at(now.facts, i)->value.text, STR("77777")))
            mutant_failed(input, &mutant, "the second value was taken", facts_at(now.facts, i));
    arena_free(home);
}

static bool is_among(const struct fact *fact, const struct fact *const *list, size_t count,
                     bool of_key)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == fact || (of_key && list[i]->key == fact->key))
            return true;
    return false;
}

size_t facts_choose(const struct input *input, const struct adapter_result *whole, size_t most,
                    const struct fact **out)
{
    size_t chosen = 0;
    for (int of_key = 1; of_key >= 0; of_key--) {
        for (size_t i = 0; i < facts_count(whole->facts) && chosen < most; i++) {
            const struct fact *fact = facts_at(whole->facts, i);
            bool label = fact->key == KEY_METHOD_CLOCK_START || fact->key == KEY_METHOD_CLOCK_STOP;
            if (fact->key != KEY_CONTRADICTION && !label && fact->value.text.len > 0 &&
                literal_at(input->bytes, fact) != SIZE_MAX &&
                !is_among(fact, out, chosen, of_key == 1))
                out[chosen++] = fact;
        }
    }
    return chosen;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Another value of the same shape: one digit is another, or else one letter. */
static void change(char *text, size_t len)
{
    size_t at = 0;
    while (at < len && !is_digit(text[at]))
        at++;
    at = at == len ? len - 1 : at;
    text[at] = (char)(text[at] == '9' || text[at] == 'z' ? text[at] - 1 : text[at] + 1);
}

static bool same_of(const struct fact *a, const struct fact *b)
{
    return a->key == b->key && str_eq(a->instance, b->instance);
}

/* A fact of that key and text, of the same instance or of another. */
static bool stands(const struct facts *facts, const struct fact *like, struct str text, bool own)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == like->key && same_of(fact, like) == own && str_eq(fact->value.text, text))
            return true;
    }
    return false;
}

/* Of readings of a counter the last counts: it runs. One that falls is told. */
static bool is_counter(enum key key)
{
    return key == KEY_ENERGY_COUNTER || key == KEY_ENERGY_COUNTER_BEGIN ||
           key == KEY_ENERGY_COUNTER_END;
}

/* A text of several lines, in which the second is one more. */
static bool is_joined(const struct facts *facts, const struct fact *like, struct str other)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        struct str text = facts_at(facts, i)->value.text;
        if (same_of(facts_at(facts, i), like) && str_find(text, like->value.text) != SIZE_MAX &&
            str_find(text, other) != SIZE_MAX)
            return true;
    }
    return false;
}

/* The changed text is part of a value that is shown. */
static bool is_shown(const struct mutant *mutant, const struct facts *facts, struct str other)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        size_t stands = literal_at(mutant->bytes, fact);
        if (stands != SIZE_MAX && stands >= mutant->at && stands < mutant->at + mutant->put &&
            str_find(fact->value.text, other) != SIZE_MAX)
            return true;
    }
    return false;
}

static void twice_judge(const struct input *input, const struct mutant *mutant,
                        const struct adapter_result *whole, const struct adapter_result *now,
                        const struct fact *fact, struct str other)
{
    /* Each under a number of its own now; or no single figure any more, but a series. */
    bool listed =
        stands(now->facts, fact, fact->value.text, false) && stands(now->facts, fact, other, false);
    bool series = points_of(now) > points_of(whole);
    bool later = is_counter(fact->key) && stands(now->facts, fact, other, true);
    bool message = fact->key == KEY_RUN_ERROR && stands(now->facts, fact, fact->value.text, true);
    bool joined = is_joined(now->facts, fact, other);
    /* The sentence of an empty list of processes is taken once; a changed one is no such sentence.
     */
    bool sentence = str_eq(fact->value.text, STR("No running processes found"));
    if (listed || series || later || message || joined || more_said(whole, now))
        return;
    if (!stands(now->facts, fact, fact->value.text, true)) {
        mutant_failed(input, mutant, "said twice: the first value is lost, and nothing said", fact);
    } else if (stands(now->facts, fact, other, true)) {
        if (fact->placeholder)
            return; /* what says nothing contradicts nothing; both are kept */
        mutant_failed(input, mutant, "said twice: both values stand, and nothing said", fact);
    } else if (!stands(now->facts, fact, other, false) && !is_shown(mutant, now->facts, other) &&
               !sentence) {
        mutant_failed(input, mutant, "said twice: the second is passed over, and nothing said",
                      fact);
    }
}

void fact_twice_judge(const struct input *input, const struct adapter_result *whole,
                      const struct fact *fact, size_t begin, size_t end)
{
    struct arena *home = arena_new((size_t)1 << 32);
    size_t at = literal_at(input->bytes, fact), len = fact->value.text.len, size = end - begin;
    assert_true(begin <= at && at + len <= end);
    char *copy = ARENA_MANY(home, size + 1, char);
    memcpy(copy, input->bytes.at + begin, size);
    change(copy + (at - begin), len);
    struct buf out = buf_new(home, input->bytes.len + size + 2);
    buf_put(&out, str_sub(input->bytes, 0, end));
    buf_put(&out, copy[size - 1] != '\n' && copy[size - 1] != '>' ? STR("\n") : STR(""));
    buf_put(&out, (struct str){ copy, size });
    buf_put(&out, str_sub(input->bytes, end, input->bytes.len));
    struct mutant mutant = { buf_str(&out), "said twice", end, 0, size };
    struct adapter_result now = mutant_run(home, input->name, mutant.bytes);
    twice_judge(input, &mutant, whole, &now, fact, (struct str){ copy + (at - begin), len });
    arena_free(home);
}
