/* test_mutations.c - damaged files: cut off at 50 places, numbers replaced by absurd ones, members
 * of JSON and columns of CSV in another order, members said twice. Whatever comes: no crash, and
 * never a silently different value.
 *
 * The oracle knows no format. A fact's text must stand at its place in the damaged bytes; where the
 * undamaged file gave a value that is gone now, or another, something must have been said. Inputs
 * are the golden ones, and some files of each format of DOSSIER_CORPUS where that is set. */
#include "adapter_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glib.h>

enum {
    CUTS = 50,
    NUMBERS = 40,
    FAILURES_SHOWN = 20,
    WINDOW = 512,          /* how far behind its place a fact's text may begin (XML: the tag) */
    WORK = 4 << 20,        /* bytes read for one kind of damage to one file */
    FILES_OF_A_FORMAT = 6, /* of the corpus */
};

static size_t failures, mutants, files_seen;

struct input {
    struct str name, bytes;
};
struct mutant {
    struct str bytes;
    const char *how;
    size_t at, taken, put; /* `taken` bytes at `at` became `put` bytes */
};

static void failed(const struct input *input, const struct mutant *mutant, const char *what,
                   const struct fact *fact)
{
    if (failures++ >= FAILURES_SHOWN) {
        return;
    }
    print_message("%.*s, %s at byte %zu: %s", STR_ARG(input->name), mutant->how, mutant->at, what);
    if (fact) {
        print_message(": %s[%.*s] \"%.*s\" at byte %llu", vocabulary_row(fact->key)->name,
                      STR_ARG(fact->instance), STR_ARG(str_sub(fact->value.text, 0, 60)),
                      (unsigned long long)fact->source.from.offset);
    }
    print_message("\n");
}

/* Reads a copy of exactly its size, so that the sanitizer sees a step past the end. */
static struct adapter_result run(struct arena *home, struct str name, struct str bytes)
{
    char *copy = malloc(bytes.len + 1);
    assert_non_null(copy);
    memcpy(copy, bytes.at, bytes.len);
    struct adapter_result result =
        adapter_run(home, name, (struct str){ copy, bytes.len }, STR("UTC"), STR(""));
    free(copy);
    return result;
}

/* Where the fact's text begins at or behind its place; SIZE_MAX: it does not stand there as it is.
 */
static size_t literal_at(struct str bytes, const struct fact *fact)
{
    size_t from = (size_t)fact->source.from.offset;
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
        if (fact->key != like->key || fact->source.from.offset != offset) {
            continue;
        }
        if (str_eq(fact->instance, like->instance)) {
            return fact;
        }
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
        if (mutant->taken != mutant->put && offset > mutant->at) {
            then = offset + mutant->taken - mutant->put;
        }
        const struct fact *before = fact_at(whole->facts, fact, then);
        bool joined = before && literal_at(input->bytes, before) == SIZE_MAX;
        if (!joined && literal_at(mutant->bytes, fact) == SIZE_MAX && before) {
            failed(input, mutant, "a text that does not stand there", fact);
        }
        double value = number_of(fact->value.text);
        bool plain =
            before && before->value.number && before->value.value == number_of(before->value.text);
        if (plain && fact->value.number && fact->value.value != value) {
            failed(input, mutant, "a number that its text does not say", fact);
        }
    }
}

static size_t times_said(const struct adapter_result *result, const struct diag *what)
{
    size_t times = 0;
    for (const struct diag *diag = diags_first(result->diags); diag; diag = diag->next) {
        times += diag->id == what->id && diag->place.line == what->place.line;
    }
    return times;
}

/* Something that was not said before, of some line. A count of all would not do: one that is no
 * longer said would hide one that now is. */
static bool more_said(const struct adapter_result *whole, const struct adapter_result *now)
{
    for (const struct diag *diag = diags_first(now->diags); diag; diag = diag->next) {
        if (times_said(now, diag) > times_said(whole, diag)) {
            return true;
        }
    }
    return now->adapter != whole->adapter;
}

/* Said at the fact's line, or that the file as a whole is broken. */
static bool said_at(const struct adapter_result *now, const struct fact *fact)
{
    for (const struct diag *diag = diags_first(now->diags); diag; diag = diag->next) {
        if (diag->place.line == fact->source.from.line ||
            diag_row(diag->id)->level >= LEVEL_INPUT) {
            return true;
        }
    }
    return false;
}

/* ---- cut off -----------------------------------------------------------------------------------
 */

static void cut_is_told(const struct input *input, const struct mutant *mutant,
                        const struct adapter_result *whole, const struct adapter_result *now)
{
    for (size_t i = 0; i < facts_count(now->facts); i++) {
        const struct fact *fact = facts_at(now->facts, i);
        const struct fact *before = fact_at(whole->facts, fact, fact->source.from.offset);
        if (before && !str_eq(before->value.text, fact->value.text) && !said_at(now, fact)) {
            failed(input, mutant, "cut, and nothing said", fact);
        }
    }
}

static size_t times_of(size_t most, size_t size)
{
    size_t times = WORK / (size + 1);
    return times < 4 ? 4 : (times > most ? most : times);
}

static void cuts_try(const struct input *input, const struct adapter_result *whole)
{
    size_t times = times_of(CUTS, input->bytes.len);
    for (size_t i = 0; i < times; i++) {
        size_t len = input->bytes.len * i / times;
        struct mutant mutant = { str_sub(input->bytes, 0, len), "cut off", len, 0, 0 };
        struct arena *home = arena_new((size_t)1 << 32);
        struct adapter_result now = run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            facts_stand_where_they_say(input, &mutant, whole, &now);
            cut_is_told(input, &mutant, whole, &now);
        }
        mutants++;
        arena_free(home);
    }
}

/* ---- absurd numbers ----------------------------------------------------------------------------
 */

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
    for (size_t i = at; i > 0 && at - i < BEFORE && bytes.at[i - 1] != '\n'; i--) {
        if (!is_digit(bytes.at[i - 1])) {
            hash = (hash ^ (unsigned char)bytes.at[i - 1]) * 16777619U;
        }
    }
    return hash;
}

static size_t numbers_find(struct str bytes, struct number *out, size_t most)
{
    size_t count = 0;
    for (size_t at = 0; at < bytes.len && count < most;) {
        char before = (char)(at ? bytes.at[at - 1] : ' ');
        size_t end = at;
        while (end < bytes.len && (is_digit(bytes.at[end]) || (end > at && bytes.at[end] == '.'))) {
            end++;
        }
        if (end > at && !is_letter(before) && before != '.' && is_digit(bytes.at[at])) {
            out[count++] = (struct number){ at, end - at, label_of(bytes, at) };
        }
        at = end > at ? end : at + 1;
    }
    return count;
}

/* The first number of each field, then others by a fixed sequence, up to `most`. */
static size_t numbers_choose(struct number *number, size_t count, size_t most)
{
    size_t chosen = 0;
    uint32_t random = 20261128;
    for (size_t i = 0; i < count && chosen < most; i++) {
        bool seen = false;
        for (size_t k = 0; k < chosen && !seen; k++) {
            seen = number[k].label == number[i].label;
        }
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
    for (size_t i = 0; i < facts_count(now->facts); i++) {
        if (covers(mutant->bytes, facts_at(now->facts, i), mutant)) {
            return true;
        }
    }
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
    for (size_t i = 0; i < facts_count(facts); i++) {
        count += facts_at(facts, i)->key == key;
    }
    return count;
}

/* Of the longest of many a fixed number is shown: what grew takes another's place. */
static bool made_room(const struct adapter_result *whole, const struct adapter_result *now,
                      enum key key)
{
    bool of_layer = key == KEY_PROFILE_NAME || key == KEY_PROFILE_TIME ||
                    key == KEY_PROFILE_SHARE || key == KEY_LATENCY_COMPUTE;
    return of_layer && count_of_key(now->facts, key) == count_of_key(whole->facts, key);
}

static void replacement_is_seen(const struct input *input, const struct mutant *mutant,
                                const struct adapter_result *whole,
                                const struct adapter_result *now)
{
    for (size_t i = 0; i < facts_count(whole->facts); i++) {
        const struct fact *fact = facts_at(whole->facts, i);
        uint64_t offset = fact->source.from.offset;
        size_t stood = literal_at(input->bytes, fact);
        if (stood == SIZE_MAX || fact->key == KEY_CONTRADICTION) {
            continue; /* joined from several places, or a finding that rests on several values */
        }
        bool mine = stood <= mutant->at && mutant->at < stood + fact->value.text.len;
        uint64_t then = offset > mutant->at ? offset + mutant->put - mutant->taken : offset;
        const struct fact *after = fact_at(now->facts, fact, then);
        bool same = after && str_eq(after->value.text, fact->value.text);
        bool said = more_said(whole, now);
        if (mine && same) {
            failed(input, mutant, "the old value stands", fact);
        } else if (mine && !after && !said && mutant->put > 0 && !shown_elsewhere(mutant, now)) {
            failed(input, mutant, "the value is lost, and nothing said", fact);
        } else if (!mine && !same && !said && after && !covers(mutant->bytes, after, mutant)) {
            failed(input, mutant, "another value changed", fact);
        } else if (!mine && !after && !said && !was_its_label(input->bytes, fact, mutant) &&
                   !made_room(whole, now, fact->key)) {
            failed(input, mutant, "another value is lost", fact);
        }
    }
}

static size_t points_of(const struct adapter_result *result)
{
    size_t points = 0;
    for (const struct series_item *item = result->series; item; item = item->next) {
        points += item->series.count;
    }
    return points;
}

static void numbers_try(const struct input *input, const struct adapter_result *whole)
{
    static const char *const absurd[] = { "-1",    "1e999", "99999999999999999999999",
                                          "1.2.3", "NaN",   "" };
    enum { FOUND = 20000 };
    struct number *number = calloc(FOUND, sizeof *number);
    assert_non_null(number);
    size_t count = numbers_find(input->bytes, number, FOUND);
    count = numbers_choose(number, count, times_of(NUMBERS, input->bytes.len));
    for (size_t i = 0; i < count; i++) {
        const char *by = absurd[i % ARRAY_COUNT(absurd)];
        struct arena *home = arena_new((size_t)1 << 32);
        struct mutant mutant = { replaced(home, input->bytes, &number[i], by), by, number[i].at,
                                 number[i].len, strlen(by) };
        struct adapter_result now = run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            facts_stand_where_they_say(input, &mutant, whole, &now);
            replacement_is_seen(input, &mutant, whole, &now);
            if (points_of(&now) != points_of(whole) && !more_said(whole, &now)) {
                failed(input, &mutant, "a series of another length, and nothing said", NULL);
            }
        }
        mutants++;
        arena_free(home);
    }
    free(number);
}

/* ---- another order -----------------------------------------------------------------------------
 */

/* The value with the members of each object in reverse; arrays as they are. Depth is json_read's.
 */
static void reversed_put(const struct json *json, const struct json_item *item, struct buf *out)
{
    bool object = json_type(item) == JSON_OBJECT;
    if (!object && json_type(item) != JSON_ARRAY) {
        buf_put(out, json_literal(json, item));
        return;
    }
    size_t count = json_count(item), at = 0;
    const struct json_item **child = calloc(count + 1, sizeof *child);
    assert_non_null(child);
    for (const struct json_item *next = json_next(item, NULL); next; next = json_next(item, next)) {
        child[object ? count - ++at : at++] = next;
    }
    buf_put_char(out, object ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        buf_put(out, i ? STR(",\n") : STR(""));
        if (object) {
            json_put_string(out, json_name(child[i]));
            buf_put(out, STR(": "));
        }
        reversed_put(json, child[i], out);
    }
    buf_put_char(out, object ? '}' : ']');
    free(child);
}

static int text_order(const void *left, const void *right)
{
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

/* Every fact as one text, in an order that does not depend on the file's. */
static struct str *fact_texts(struct arena *home, const struct facts *facts)
{
    size_t count = facts_count(facts);
    struct str *text = ARENA_MANY(home, count + 1, struct str);
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = facts_at(facts, i);
        text[i] = str_format(home, "%s[%.*s] %.*s", vocabulary_row(fact->key)->name,
                             STR_ARG(fact->instance), STR_ARG(fact->value.text));
    }
    qsort(text, count, sizeof *text, text_order);
    return text;
}

static void same_facts(const struct input *input, const struct mutant *mutant, struct arena *home,
                       const struct adapter_result *whole, const struct adapter_result *now)
{
    size_t count = facts_count(whole->facts);
    const struct str *a = fact_texts(home, whole->facts), *b = fact_texts(home, now->facts);
    if (facts_count(now->facts) != count || points_of(whole) != points_of(now)) {
        failed(input, mutant, "more or fewer facts", NULL);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!str_eq(a[i], b[i])) {
            failed(input, mutant, str_c(home, a[i]), NULL);
            return;
        }
    }
}

static void json_order_try(const struct input *input, const struct adapter_result *whole)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct json *json = NULL;
    if (json_read(home, input->name, input->bytes, NULL, &json, diags_new(home))) {
        struct buf out = buf_new(home, input->bytes.len * 4 + 64);
        reversed_put(json, json_root(json), &out);
        struct mutant mutant = { buf_str(&out), "members in reverse", 0, 0, 0 };
        struct adapter_result now = run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            same_facts(input, &mutant, home, whole, &now);
        }
        mutants++;
    }
    arena_free(home);
}

/* The first member said again behind the last one, with another value. */
static void json_twice_try(const struct input *input, const struct adapter_result *whole)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct json *json = NULL;
    bool object = json_read(home, input->name, input->bytes, NULL, &json, diags_new(home)) &&
                  json_type(json_root(json)) == JSON_OBJECT && json_count(json_root(json)) > 0;
    if (object) {
        const struct json_item *first = json_next(json_root(json), NULL);
        struct str body = str_trim(input->bytes);
        struct buf out = buf_new(home, body.len * 2 + 4096);
        buf_put(&out, str_sub(body, 0, body.len - 1));
        buf_put_char(&out, ',');
        json_put_string(&out, json_name(first));
        buf_put(&out, STR(": 77777}"));
        struct mutant mutant = { buf_str(&out), "a member said twice", body.len - 1, 0, 0 };
        struct adapter_result now = run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter && diags_count(now.diags, LEVEL_WARNING) == 0) {
            failed(input, &mutant, "nothing said", NULL);
        }
        for (size_t i = 0; i < facts_count(now.facts); i++) {
            if (str_eq(facts_at(now.facts, i)->value.text, STR("77777"))) {
                failed(input, &mutant, "the second value was taken", facts_at(now.facts, i));
            }
        }
        mutants++;
    }
    arena_free(home);
}

static void row_reversed_put(struct str line, struct buf *out)
{
    struct str cell[CSV_CELLS], piece;
    size_t count = 0;
    bool carriage = str_ends(line, STR("\r"));
    line.len -= carriage ? 1 : 0;
    while (count < CSV_CELLS && str_cut(&line, ',', &piece)) {
        cell[count++] = piece;
    }
    for (size_t i = count; i > 0; i--) {
        buf_put(out, str_trim(cell[i - 1]));
        buf_put(out, i > 1 ? STR(", ") : STR(""));
    }
    buf_put(out, carriage ? STR("\r\n") : STR("\n"));
}

/* Columns in reverse, where no cell is quoted and each row has as many as the first. */
static void csv_order_try(const struct input *input, const struct adapter_result *whole)
{
    struct str rest = input->bytes, line;
    size_t commas = SIZE_MAX;
    struct arena *home = arena_new((size_t)1 << 32);
    struct buf out = buf_new(home, input->bytes.len * 2 + 64);
    bool plain =
        str_ends(input->name, STR(".csv")) && str_find(input->bytes, STR("\"")) == SIZE_MAX;
    while (plain && str_cut(&rest, '\n', &line)) {
        if (line.len == 0) {
            continue;
        }
        size_t own = 0;
        for (size_t i = 0; i < line.len; i++) {
            own += line.at[i] == ',' ? 1 : 0;
        }
        plain = commas == SIZE_MAX || own == commas;
        commas = own;
        row_reversed_put(line, &out);
    }
    if (plain && commas != SIZE_MAX) {
        struct mutant mutant = { buf_str(&out), "columns in reverse", 0, 0, 0 };
        struct adapter_result now = run(home, input->name, mutant.bytes);
        if (now.adapter == whole->adapter) {
            same_facts(input, &mutant, home, whole, &now);
        }
        mutants++;
    }
    arena_free(home);
}

/* ---- inputs ------------------------------------------------------------------------------------
 */

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
    while (adapter_at(index) && adapter_at(index) != whole.adapter) {
        index++;
    }
    if (whole.adapter && whole.read && (!of_format || of_format[index]++ < FILES_OF_A_FORMAT)) {
        files_seen++;
        cuts_try(&input, &whole);
        numbers_try(&input, &whole);
        json_order_try(&input, &whole);
        json_twice_try(&input, &whole);
        csv_order_try(&input, &whole);
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
        if (entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name)))) {
            input_try(base_of(name), entries.item[i].bytes, NULL);
        }
    }
    arena_free(home);
    print_message("%zu files, %zu damaged ones\n", files_seen, mutants);
    assert_true(files_seen >= 25 && mutants > 2000);
    assert_int_equal(failures, 0);
}

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
    for (size_t i = 0; i < entries.count; i++) {
        input_try(base_of(entries.item[i].name), entries.item[i].bytes, of_format);
    }
    arena_free(home);
    print_message("%zu files, %zu damaged ones\n", files_seen, mutants);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_inputs),
        cmocka_unit_test(corpus_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
