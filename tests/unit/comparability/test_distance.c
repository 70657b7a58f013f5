/* test_distance.c - distances of versions; every expected word was written by hand. */
#include "distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const struct {
    const char *a, *b, *distance;
} pairs[] = {
    { "570.124.06", "580.82.07", "major +10" },
    { "580.82.07", "570.124.06", "major −10" },
    { "2.9.1", "2.10.0", "minor +1" },
    { "v0.11.0", "0.11.2", "patch +2" },
    { "0.11.0rc1", "0.11.0", "build" },
    { "2.9.1+cu130", "2.9.1+cu126", "build" },
    { "6.8.0-45-generic", "6.8.0-47-generic", "build" },
    { "96.00.89.00.01", "96.00.AF.00.01", "patch" },
    { "24.04", "24.04.3", "patch" },
    { "gcc 12.2.0", "GCC 13.1", "major +1" },
    { "gcc 12.2.0", "clang 17.0.1", "not comparable as versions" },
    { "a3f9c1d", "b77e012", "not comparable as versions" },
    { "3f9c1d0", "4f9c1d0", "not comparable as versions" },
    { "8841203", "8841377", "not comparable as versions" },
    { "sha256:11", "sha256:12", "not comparable as versions" },
    { "none", "0.11.0", "not comparable as versions" },
    { "113-M3000100-102", "113-M3000100-103", "not comparable as versions" },
    { "9999999999.1", "1.1", "not comparable as versions" },
    { "", "1.0", "not comparable as versions" },
    { "1.2.3.4.5.6.7.8.9", "1.2.3.4.5.6.7.8.10", "build" },
    { " 1.0", "1.0 ", "" },
    { "1", "3", "major +2" },
};

static void words_of_pairs(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        struct str got = version_distance(home, str_from(pairs[i].a), str_from(pairs[i].b));
        if (!str_eq(got, str_from(pairs[i].distance))) {
            fail_msg("%s, %s: %.*s, not %s", pairs[i].a, pairs[i].b, STR_ARG(got),
                     pairs[i].distance);
        }
    }
    arena_free(home);
}

static struct fact fact_of(enum key key, const char *text)
{
    return (struct fact){ .key = key, .value = { .text = str_from(text) } };
}

/* A number is a distance only between versions of one thing. */
static void versions_of_one_thing(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    struct fact a = fact_of(KEY_DRIVER_VERSION, "580.82.07"),
                b = fact_of(KEY_DRIVER_VERSION, "570.124.06");
    struct fact h100 = fact_of(KEY_ACCELERATOR_NAME, "NVIDIA H100 80GB HBM3"),
                h200 = fact_of(KEY_ACCELERATOR_NAME, "NVIDIA H200"),
                mi = fact_of(KEY_ACCELERATOR_NAME, "AMD Instinct MI300X");
    assert_int_equal(version_of_what(KEY_DRIVER_VERSION), KEY_ACCELERATOR_NAME);
    assert_true(str_eq(facts_distance(home, &a, &b, &h100, &h200), STR("major −10")));
    assert_true(str_eq(facts_distance(home, &a, &b, NULL, &h200), STR("major −10")));
    assert_true(
        str_eq(facts_distance(home, &a, &b, &h100, &mi), STR("not comparable as versions")));
    struct fact va = fact_of(KEY_FIRMWARE_VBIOS, "96.00.89.00.01"),
                vb = fact_of(KEY_FIRMWARE_VBIOS, "96.00.99.00.01");
    assert_true(str_eq(facts_distance(home, &va, &vb, &h100, &h100), STR("patch")));
    assert_true(
        str_eq(facts_distance(home, &va, &vb, &h100, &h200), STR("not comparable as versions")));
    /* Its components are hexadecimal: 0A is no 0. */
    vb = fact_of(KEY_FIRMWARE_VBIOS, "96.00.89.00.0A");
    assert_true(str_eq(facts_distance(home, &va, &vb, &h100, &h100), STR("build")));
    struct fact ea = fact_of(KEY_ENGINE_VERSION, "0.11.0"), eb = fact_of(KEY_ENGINE_VERSION, "1.2");
    struct fact vllm = fact_of(KEY_ENGINE_NAME, "vLLM"),
                sglang = fact_of(KEY_ENGINE_NAME, "SGLang");
    assert_int_equal(version_of_what(KEY_ENGINE_VERSION), KEY_ENGINE_NAME);
    assert_true(str_eq(facts_distance(home, &ea, &eb, &vllm, &vllm), STR("major +1")));
    assert_true(
        str_eq(facts_distance(home, &ea, &eb, &vllm, &sglang), STR("not comparable as versions")));
    struct fact ca = fact_of(KEY_RUNTIME_CUDNN_LOADED, "91900"),
                cb = fact_of(KEY_RUNTIME_CUDNN_LOADED, "9.20.1");
    assert_true(str_eq(facts_distance(home, &ca, &cb, NULL, NULL), STR("minor +1")));
    assert_false(has_distance(KEY_ACCELERATOR_CAPABILITY));
    assert_false(has_distance(KEY_ACCELERATOR_NAME));
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_pairs),
        cmocka_unit_test(versions_of_one_thing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
