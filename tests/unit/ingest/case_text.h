/* case_text.h - a case that is good, to be changed in one place; of the tests of case.json. */
#ifndef TESTS_CASE_TEXT_H
#define TESTS_CASE_TEXT_H

#include "ingest/ingest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char good[] =
    "{\n"
    "  \"format\": \"dossier-case/1\", \"id\": \"PR-1\", \"date\": \"2026-11-27\",\n"
    "  \"question\": \"Is the software the bottleneck?\",\n"
    "  \"systems\": [\n"
    "    { \"id\": \"A\", \"label\": \"as it runs today\", \"baseline\": true, \"machines\": [\n"
    "      { \"captures\": [\"a/captures\"], \"runs\": [\"a/r*\", \"a/many.json#7\"] } ] },\n"
    "    { \"id\": \"B\", \"label\": \"compiler on\", \"machines\": [ { \"runs\": [\"b/r1\"] } ] } "
    "],\n"
    "  \"bridge\": [ { \"like\": \"A\", \"captures\": [\"b/captures\"], \"runs\": [\"b/plain\"] } "
    "],\n"
    "  \"metric\": { \"key\": \"throughput.output_tokens\", \"kind\": \"per_run\" },\n"
    "  \"under_test\": { \"kind\": \"layers\", \"layers\": [\"compile\", \"precision\"] },\n"
    "  \"policy\": { \"delta\": \"0.5 %\", \"least_window\": { \"value\": \"20 s\", \"reason\": "
    "\"short runs\" } },\n"
    "  \"assumptions\": [\"one\", \"two\"], \"limitations\": [\"three\"],\n"
    "  \"owners\": { \"driver\": \"Data centre\" }\n"
    "}\n";
static const char rules_text[] =
    "{ \"parameters\": { \"delta\": \"1 %\", \"margin\": \"1 %\", \"failures\": \"0.1 %\",\n"
    "  \"least_share\": \"25 %\", \"least_window\": \"60 s\", \"least_batches\": 30, "
    "\"repetitions\": 3 } }\n";

struct read {
    struct evidence evidence, rules;
    struct case_file case_file;
    struct diags *diags;
    bool good;
};

static void read_case(struct arena *home, struct str text, struct read *out)
{
    out->evidence = (struct evidence){ .name = STR("case.json"), .bytes = text };
    out->rules = (struct evidence){ .name = STR("rules.json"), .bytes = str_from(rules_text) };
    out->diags = diags_new(home);
    out->good =
        case_read(home, &out->evidence, &out->rules, &limits_default, &out->case_file, out->diags);
}

/* The good case with the first `from` turned into `to`. */
static struct str changed(struct arena *home, const char *from, const char *to)
{
    struct str text = str_from(good), old = str_from(from);
    size_t at = str_find(text, old);
    assert_true(at != SIZE_MAX);
    struct buf buf = buf_new(home, 1 << 16);
    buf_put(&buf, str_sub(text, 0, at));
    buf_put(&buf, str_from(to));
    buf_put(&buf, str_sub(text, at + old.len, text.len));
    return buf_str(&buf);
}

static int setup(void **state)
{
    *state = arena_new(1 << 28);
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

#endif
