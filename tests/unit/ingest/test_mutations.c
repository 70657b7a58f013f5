/* test_mutations.c - damaged files: cut off at 50 places, numbers replaced by absurd ones, and what
 * they say in another order and twice (mutations_families.c). Whatever comes: no crash, and never a
 * silently different value.
 *
 * The oracle knows no format. A fact's text must stand at its place in the damaged bytes; where the
 * undamaged file gave a value that is gone now, or another, something must have been said. Inputs
 * are the golden ones, and some files of each format of DOSSIER_CORPUS where that is set. */
#include "mutations.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glib.h>

static size_t failures, mutants, files_seen;
static bool all; /* DOSSIER_MUTATIONS=all: every file, every cut and number, whatever it takes */

void mutant_failed(const struct input *input, const struct mutant *mutant, const char *what,
                   const struct fact *fact)
{
    if (failures++ >= FAILURES_SHOWN)
        return;
    print_message("%.*s, %s at byte %zu: %s", STR_ARG(input->name), mutant->how, mutant->at, what);
    if (fact) {
        print_message(": %s[%.*s] \"%.*s\" at byte %llu", vocabulary_row(fact->key)->name,
                      STR_ARG(fact->instance), STR_ARG(str_sub(fact->value.text, 0, 60)),
                      (unsigned long long)fact->source.from.offset);
    }
    print_message("\n");
}

struct adapter_result mutant_run(struct arena *home, struct str name, struct str bytes)
{
    char *copy = malloc(bytes.len + 1);
    assert_non_null(copy);
    memcpy(copy, bytes.at, bytes.len);
    struct adapter_result result =
        adapter_run(home, name, (struct str){ copy, bytes.len }, STR("UTC"), STR(""));
    free(copy);
    mutants++;
    return result;
}

size_t literal_at(struct str bytes, const struct fact *fact)
{
    size_t from = (size_t)fact->source.from.offset;
    if (str_starts(bytes, STR("GGUF"))) { /* a string stands behind its length, a number nowhere */
        enum { LENGTH = 8 };
        bool there = str_starts(str_sub(bytes, from + LENGTH, bytes.len), fact->value.text);
        return there ? from + LENGTH : SIZE_MAX;
    }
    /* What an option in Python's words says (True, None) stands nowhere; "on" stands in
     * "attention". */
    static const char *const meant[] = { "on", "off", "none" };
    for (size_t i = 0; i < ARRAY_COUNT(meant); i++)
        if (str_eq(fact->value.text, str_from(meant[i])) &&
            !str_starts(str_sub(bytes, from, bytes.len), fact->value.text))
            return SIZE_MAX;
    /* Nor what a release did that lists no such argument: it is told at the arguments. */
    if (fact->key == KEY_METHOD_WARMUP &&
        str_starts(str_sub(bytes, from, bytes.len), STR("Namespace(")))
        return SIZE_MAX;
    /* Nor the one request at a time of a load that sends one after another. */
    if (fact->key == KEY_LOAD_CONCURRENCY &&
        str_starts(str_sub(bytes, from, bytes.len), STR("\"synchronous\"")))
        return SIZE_MAX;
    size_t found =
        str_find(str_sub(bytes, from, from + WINDOW + fact->value.text.len), fact->value.text);
    return from > bytes.len || found == SIZE_MAX ? SIZE_MAX : from + found;
}

/* The fact of `like`'s key at that byte; where several stand there, that of its instance. */
static const struct fact *fact_at(const struct facts *facts, const struct fact *like,
                                  uint64_t offset)
{
    const struct fact *first = NULL;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key != like->key || fact->source.from.offset != offset)
            continue;
        if (str_eq(fact->instance, like->instance))
            return fact;
        first = first ? first : fact;
    }
    return first;
}

/* A number in the text, by another reader than ours; NaN: the text begins with none. */
static double number_of(struct str text)
{
    char kept[64] = "";
    memcpy(kept, text.at, text.len < sizeof kept ? text.len : sizeof kept - 1);
    char *end = kept;
    double value = g_ascii_strtod(kept, &end);
    return end == kept ? (double)NAN : value;
}

/* Facts of the damaged file stand where they say, and mean what stands there. */
static void facts_stand_where_they_say(const struct input *input, const struct mutant *mutant,
                                       const struct adapter_result *whole,
                                       const struct adapter_result *now)
{
    for (size_t i = 0; i < facts_count(now->facts); i++) {
        const struct fact *fact = facts_at(now->facts, i);
        uint64_t offset = fact->source.from.offset, then = offset;
        if (mutant->taken != mutant->put && offset > mutant->at)
            then = offset + mutant->taken - mutant->put;
        const struct fact *before = fact_at(whole->facts, fact, then);
        bool joined = before && literal_at(input->bytes, before) == SIZE_MAX;
        if (!joined && literal_at(mutant->bytes, fact) == SIZE_MAX && before)
            mutant_failed(input, mutant, "a text that does not stand there", fact);
        double value = number_of(fact->value.text);
        bool plain =
            before && before->value.number && before->value.value == number_of(before->value.text);
        if (plain && fact->value.number && fact->value.value != value)
            mutant_failed(input, mutant, "a number that its text does not say", fact);
    }
}

static size_t times_said(const struct adapter_result *result, const struct diag *what)
{
    size_t times = 0;
    for (const struct diag *diag = diags_first(result->diags); diag; diag = diag->next)
        times += diag->id == what->id && diag->place.line == what->place.line;
    return times;
}

static bool has_place(const struct diag *diag)
{
    return diag->place.line > 0 || diag->place.path.len > 0;
}

/* A count of all would not do: one that is no longer said would hide one that now is. */
bool more_said(const struct adapter_result *whole, const struct adapter_result *now)
{
    for (const struct diag *diag = diags_first(now->diags); diag; diag = diag->next)
        if (has_place(diag) && times_said(now, diag) > times_said(whole, diag))
            return true;
    return now->adapter != whole->adapter;
}

/* Said at the fact's line, or that the file as a whole is broken. */
static bool said_at(const struct adapter_result *now, const struct fact *fact)
{
    for (const struct diag *diag = diags_first(now->diags); diag; diag = diag->next)
        if (diag->place.line == fact->source.from.line || diag_row(diag->id)->level >= LEVEL_INPUT)
            return true;
    return false;
}

/* ---- cut off ---- */

static void cut_is_told(const struct input *input, const struct mutant *mutant,
                        const struct adapter_result *whole, const struct adapter_result *now)
{
    for (size_t i = 0; i < facts_count(now->facts); i++) {
        const struct fact *fact = facts_at(now->facts, i);
        const struct fact *before = fact_at(whole->facts, fact, fact->source.from.offset);
        if (before && !str_eq(before->value.text, fact->value.text) && !said_at(now, fact))
            mutant_failed(input, mutant, "cut, and nothing said", fact);
    }
}

size_t mutant_times(size_t most, size_t size)
{
    size_t times = WORK / (size + 1);
    if (all)
        return most;
    return times < 4 ? 4 : (times > most ? most : times);
}

static void cuts_try(const struct input *input, const struct adapter_result *whole)
{
    size_t times = mutant_times(CUTS, input->bytes.len);
    for (size_t i = 0; i < times; i++) {
        size_t len = input->bytes.len * i / times;
        struct mutant mutant = { str_sub(input->bytes, 0, len), "cut off", len, 0, 0 };
        struct arena *home = arena_new((size_t)1 << 32);
        struct adapter_result now = mutant_run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            facts_stand_where_they_say(input, &mutant, whole, &now);
            cut_is_told(input, &mutant, whole, &now);
        }
        arena_free(home);
    }
}

/* ---- absurd numbers ---- */

struct number {
    size_t at, len;
    uint32_t label; /* of the field: the letters before it on its line */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static uint32_t label_of(struct str bytes, size_t at)
{
    enum { BEFORE = 48 };
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = at; i > 0 && at - i < BEFORE && bytes.at[i - 1] != '\n'; i--)
        if (!is_digit(bytes.at[i - 1]))
            hash = (hash ^ (unsigned char)bytes.at[i - 1]) * 16777619U;
    return hash;
}

static size_t numbers_find(struct str bytes, struct number *out, size_t most)
{
    size_t count = 0;
    for (size_t at = 0; at < bytes.len && count < most;) {
        char before = (char)(at ? bytes.at[at - 1] : ' ');
        size_t end = at;
        while (end < bytes.len && (is_digit(bytes.at[end]) || (end > at && bytes.at[end] == '.')))
            end++;
        if (end > at && !is_letter(before) && before != '.' && is_digit(bytes.at[at]))
            out[count++] = (struct number){ at, end - at, label_of(bytes, at) };
        at = end > at ? end : at + 1;
    }
    return count;
}

/* The first number of each field (of at most `fields`), then others by a fixed sequence, up to
 * `most`. */
static size_t numbers_choose(struct number *number, size_t count, size_t fields, size_t most)
{
    size_t chosen = 0;
    uint32_t random = 20261128;
    for (size_t i = 0; i < count && chosen < fields; i++) {
        bool seen = false;
        for (size_t k = 0; k < chosen && !seen; k++)
            seen = number[k].label == number[i].label;
        if (!seen) {
            struct number swap = number[chosen];
            number[chosen++] = number[i];
            number[i] = swap;
        }
    }
    for (; chosen < most && chosen < count; chosen++) {
        random = random * 1664525U + 1013904223U;
        size_t pick = chosen + (random >> 8) % (count - chosen);
        struct number swap = number[chosen];
        number[chosen] = number[pick];
        number[pick] = swap;
    }
    return chosen;
}

static struct str replaced(struct arena *home, struct str bytes, const struct number *number,
                           const char *by)
{
    struct buf out = buf_new(home, bytes.len + 64);
    buf_put(&out, str_sub(bytes, 0, number->at));
    buf_put(&out, str_from(by));
    buf_put(&out, str_sub(bytes, number->at + number->len, bytes.len));
    return buf_str(&out);
}

static bool covers(struct str bytes, const struct fact *fact, const struct mutant *mutant)
{
    size_t stands = literal_at(bytes, fact);
    return stands != SIZE_MAX && stands <= mutant->at &&
           mutant->at <= stands + fact->value.text.len;
}

/* Some value shows what was put there. */
static bool shown_elsewhere(const struct mutant *mutant, const struct adapter_result *now)
{
    for (size_t i = 0; i < facts_count(now->facts); i++)
        if (covers(mutant->bytes, facts_at(now->facts, i), mutant))
            return true;
    return false;
}

/* The number is part of what a line calls its value ("GPU 0: NVIDIA L4"): then no line is called so
 * any more, which is no other value. */
static bool was_its_label(struct str bytes, const struct fact *fact, const struct mutant *mutant)
{
    size_t from = (size_t)fact->source.from.offset;
    struct str between = str_sub(bytes, mutant->at, from);
    return mutant->at < from && str_find(between, STR("\n")) == SIZE_MAX;
}

static size_t count_of_key(const struct facts *facts, enum key key)
{
    size_t count = 0;
    for (size_t i = 0; i < facts_count(facts); i++)
        count += facts_at(facts, i)->key == key;
    return count;
}

/* The number that was taken away stood in a value. */
static bool was_shown(const struct input *input, const struct mutant *mutant,
                      const struct adapter_result *whole)
{
    for (size_t i = 0; i < facts_count(whole->facts); i++) {
        const struct fact *fact = facts_at(whole->facts, i);
        size_t stood = literal_at(input->bytes, fact);
        if (stood != SIZE_MAX && stood <= mutant->at && mutant->at < stood + fact->value.text.len)
            return true;
    }
    return false;
}

/* Of the longest of many a fixed number is shown: what grew takes another's place, what shrank
 * gives it up. Then as many are shown as before, and the number that was changed is among those
 * shown now, or was among those shown before. */
static bool made_room(const struct input *input, const struct mutant *mutant,
                      const struct adapter_result *whole, const struct adapter_result *now,
                      enum key key)
{
    bool of_layer = key == KEY_PROFILE_NAME || key == KEY_PROFILE_TIME ||
                    key == KEY_PROFILE_SHARE || key == KEY_LATENCY_COMPUTE;
    return of_layer && count_of_key(now->facts, key) == count_of_key(whole->facts, key) &&
           (shown_elsewhere(mutant, now) || was_shown(input, mutant, whole));
}

static void replacement_is_seen(const struct input *input, const struct mutant *mutant,
                                const struct adapter_result *whole,
                                const struct adapter_result *now)
{
    for (size_t i = 0; i < facts_count(whole->facts); i++) {
        const struct fact *fact = facts_at(whole->facts, i);
        uint64_t offset = fact->source.from.offset;
        size_t stood = literal_at(input->bytes, fact);
        if (stood == SIZE_MAX || fact->key == KEY_CONTRADICTION)
            continue; /* joined from several places, or a finding that rests on several values */
        bool mine = stood <= mutant->at && mutant->at < stood + fact->value.text.len;
        uint64_t then = offset > mutant->at ? offset + mutant->put - mutant->taken : offset;
        const struct fact *after = fact_at(now->facts, fact, then);
        bool same = after && str_eq(after->value.text, fact->value.text);
        bool said = more_said(whole, now);
        if (mine && same)
            mutant_failed(input, mutant, "the old value stands", fact);
        else if (mine && !after && !said && mutant->put > 0 && !shown_elsewhere(mutant, now))
            mutant_failed(input, mutant, "the value is lost, and nothing said", fact);
        else if (!mine && !same && !said && after && !covers(mutant->bytes, after, mutant))
            mutant_failed(input, mutant, "another value changed", fact);
        else if (!mine && !after && !said && !was_its_label(input->bytes, fact, mutant) &&
                 !made_room(input, mutant, whole, now, fact->key))
            mutant_failed(input, mutant, "another value is lost", fact);
    }
}

size_t points_of(const struct adapter_result *result)
{
    size_t points = 0;
    for (const struct series_item *item = result->series; item; item = item->next)
        points += item->series.count;
    return points;
}

/* A thread's number may be any: what it did is then another thread's, and said of that one. */
static bool names_thread(const struct input *input, size_t at)
{
    return str_ends(str_sub(input->bytes, 0, at), STR("\"tid\": "));
}

static void numbers_try(const struct input *input, const struct adapter_result *whole)
{
    static const char *const absurd[] = { "-1",    "1e999", "99999999999999999999999",
                                          "1.2.3", "NaN",   "" };
    enum { FOUND = 20000 };
    struct number *number = calloc(FOUND, sizeof *number);
    assert_non_null(number);
    size_t count = numbers_find(input->bytes, number, FOUND);
    size_t most = mutant_times(NUMBERS, input->bytes.len);
    count = numbers_choose(number, count, all ? FIELDS : most, most);
    for (size_t i = 0; i < count; i++) {
        const char *by = absurd[i % ARRAY_COUNT(absurd)];
        struct arena *home = arena_new((size_t)1 << 32);
        struct mutant mutant = { replaced(home, input->bytes, &number[i], by), by, number[i].at,
                                 number[i].len, strlen(by) };
        struct adapter_result now = mutant_run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            facts_stand_where_they_say(input, &mutant, whole, &now);
            replacement_is_seen(input, &mutant, whole, &now);
            if (points_of(&now) != points_of(whole) && !more_said(whole, &now) &&
                !names_thread(input, mutant.at))
                mutant_failed(input, &mutant, "a series of another length, and nothing said", NULL);
        }
        arena_free(home);
    }
    free(number);
}

/* ---- inputs ---- */

static void input_try(struct str name, struct str bytes, size_t *of_format)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct input input = { name, bytes };
    if (compressed_is(bytes)) { /* damage what is inside: the wrapping has tests of its own */
        if (!decompress(home, name, bytes, &limits_default, &input.bytes, diags_new(home))) {
            arena_free(home);
            return;
        }
        input.name = str_ends(name, STR(".gz")) ? str_sub(name, 0, name.len - 3) : name;
    }
    struct adapter_result whole = adapter_run(home, input.name, input.bytes, STR("UTC"), STR(""));
    size_t index = 0;
    while (adapter_at(index) && adapter_at(index) != whole.adapter)
        index++;
    if (whole.adapter && whole.read &&
        (all || !of_format || of_format[index]++ < FILES_OF_A_FORMAT)) {
        files_seen++;
        cuts_try(&input, &whole);
        numbers_try(&input, &whole);
        families_try(&input, &whole);
    }
    arena_free(home);
}

static struct str base_of(struct str name)
{
    struct str base = name;
    while (str_cut(&name, '/', &base)) {
    }
    return base;
}

static void golden_inputs(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 32);
    struct entries entries;
    assert_true(
        entries_read(home, TESTS_DIR "/golden/ingest", &limits_default, &entries, diags_new(home)));
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        if (entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name))))
            input_try(base_of(name), entries.item[i].bytes, NULL);
    }
    arena_free(home);
    print_message("%zu files, %zu damaged ones\n", files_seen, mutants);
    assert_true(files_seen >= 25 && mutants > 2000);
    assert_true(families_all_tried());
    assert_int_equal(failures, 0);
}

#ifdef DOSSIER_SANITIZED /* every golden file, but of the corpus each second one: the plain build  \
                            takes all */
enum { FILE_STEP = 2 };
#else
enum { FILE_STEP = 1 };
#endif

static void corpus_inputs(void **state)
{
    (void)state;
    const char *corpus = getenv("DOSSIER_CORPUS");
    if (!corpus) {
        print_message("skipped: DOSSIER_CORPUS names no corpus\n");
        skip();
    }
    struct arena *home = arena_new((size_t)1 << 33);
    struct entries entries;
    size_t of_format[256] = { 0 };
    files_seen = mutants = failures = 0;
    assert_true(entries_read(home, corpus, &limits_default, &entries, diags_new(home)));
    size_t step = FILE_STEP;
    if (all)
        step = 1;
    for (size_t i = 0; i < entries.count; i += step)
        input_try(base_of(entries.item[i].name), entries.item[i].bytes, of_format);
    arena_free(home);
    print_message("%zu files, %zu damaged ones\n", files_seen, mutants);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const char *asked = getenv("DOSSIER_MUTATIONS");
    all = asked && strcmp(asked, "all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_inputs),
        cmocka_unit_test(corpus_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
