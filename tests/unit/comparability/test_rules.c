/* test_rules.c - the shipped rule set reads; nonsense in a rule set is refused with its place. */
#include "made_case.h"

#include "model/likeness.h"
#include "predicates.h"
#include "rules.h"

#define HEAD HEAD_OF("1")
#define HEAD_OF(format)                                                                            \
    "{ \"format\": \"dossier-rules/" format                                                        \
    "\", \"version\": \"t\", \"parameters\": { \"delta\": \"1 "                                    \
    "%\", "                                                                                        \
    "\"margin\": \"1 %\", \"failures\": \"0.1 %\", \"least_share\": \"25 %\", \"least_window\": "  \
    "\"60 s\", \"least_batches\": 30, \"repetitions\": 3 },\n"
#define ROW(id, family, keys, predicate, severity, says)                                           \
    HEAD ROWS(id, family, keys, predicate, severity, says)
/* Format 2: keys by role. */
#define ROLED(keys, predicate)                                                                     \
    HEAD_OF("2") ROWS("W1", "W", keys, predicate, ALWAYS, "{ \"fails\": \"x\" }")
#define ROWS(id, family, keys, predicate, severity, says)                                          \
    "\"rules\": [\n{ \"id\": \"" id "\", \"family\": \"" family                                    \
    "\", \"title\": \"t\", \"why\": \"w\", \"mend\": \"m\", \"keys\": " keys                       \
    ",\n\"predicate\": \"" predicate "\",\n\"severity\": " severity                                \
    ",\n\"reach\": \"comparison\",\n\"says\": " says " }] }"
#define ALWAYS "[{ \"always\": \"blocks\" }]"

static const struct {
    const char *what, *text, *path;
    uint32_t line;
} bad[] = {
    { "not an object", "[]", "", 1 },
    { "other format", "{ \"format\": \"dossier-rules/3\" }", "", 1 },
    { "no rules", HEAD "\"rules\": [] }", "/rules", 2 },
    { "unknown member", HEAD "\"rule\": [] }", "/rule", 2 },
    { "unknown key", ROW("W1", "W", "[\"workload.kin\"]", "same", ALWAYS, "{}"), "/rules/0/keys/0",
      3 },
    { "unknown predicate", ROW("W1", "W", "[\"workload.kind\"]", "sam", ALWAYS, "{}"),
      "/rules/0/predicate", 4 },
    { "too few keys", ROW("W1", "W", "[]", "same", ALWAYS, "{}"), "/rules/0/keys", 3 },
    { "too many keys", ROW("W1", "W", "[\"workload.kind\"]", "steady", ALWAYS, "{}"),
      "/rules/0/keys", 3 },
    { "no keys", ROW("W1", "W", "\"run.start\"", "same", ALWAYS, "{}"), "/rules/0/keys", 3 },
    { "roles in format 1",
      ROW("W1", "W", "{ \"tool\": \"method.tool\" }", "same-tool", ALWAYS, "{}"), "/rules/0/keys",
      3 },
    { "a role less in a list", ROW("W1", "W", "[\"method.tool\"]", "same-tool", ALWAYS, "{}"),
      "/rules/0/keys", 3 },
    { "a list where roles are", ROLED("[\"method.tool\", \"method.tool_version\"]", "same-tool"),
      "/rules/0/keys", 3 },
    { "roles where a list is", ROLED("{ \"kind\": \"workload.kind\" }", "same"), "/rules/0/keys",
      3 },
    { "unknown role",
      ROLED("{ \"tool\": \"method.tool\", \"version\": \"method.tool_version\", \"build\": "
            "\"method.build\" }",
            "same-tool"),
      "/rules/0/keys/build", 3 },
    { "role missing", ROLED("{ \"version\": \"method.tool_version\" }", "same-tool"),
      "/rules/0/keys", 3 },
    { "role missing before another",
      ROLED("{ \"generation\": \"link.generation\", \"generation_max\": \"link.generation_max\", "
            "\"width\": \"link.width\", \"width_max\": \"link.width_max\", "
            "\"telemetry_width\": \"telemetry.link_width\" }",
            "links-full"),
      "/rules/0/keys", 3 },
    { "no list in a role of many",
      ROLED("{ \"command\": \"method.command\", \"options\": \"server.option\" }", "options-alike"),
      "/rules/0/keys/options", 3 },
    { "an empty list in a role of many",
      ROLED("{ \"command\": \"method.command\", \"options\": [] }", "options-alike"),
      "/rules/0/keys", 3 },
    { "a list in a role of one",
      ROLED("{ \"tool\": [\"method.tool\"], \"version\": \"method.tool_version\" }", "same-tool"),
      "/rules/0/keys/tool", 3 },
    { "unknown key in a role",
      ROLED("{ \"tool\": \"method.tol\", \"version\": \"method.tool_version\" }", "same-tool"),
      "/rules/0/keys/tool", 3 },
    { "unknown key in a list of a role",
      ROLED("{ \"command\": \"method.command\", \"options\": [\"server.optoin\"] }",
            "options-alike"),
      "/rules/0/keys/options/0", 3 },
    { "roles of an unknown test", ROLED("{ \"tool\": \"method.tool\" }", "same-tol"),
      "/rules/0/predicate", 4 },
    { "tolerance missing", ROW("W1", "W", "[\"input.length\"]", "within", ALWAYS, "{}"),
      "/rules/0/predicate", 4 },
    { "unknown condition",
      ROW("W1", "W", "[\"workload.kind\"]", "same", "[{ \"allways\": \"blocks\" }]", "{}"),
      "/rules/0/severity/0", 5 },
    { "unknown severity",
      ROW("W1", "W", "[\"workload.kind\"]", "same", "[{ \"always\": \"block\" }]", "{}"),
      "/rules/0/severity/0/always", 5 },
    { "never reached",
      ROW("W1", "W", "[\"workload.kind\"]", "same",
          "[{ \"always\": \"blocks\" }, { \"layers\": \"informs\" }]", "{}"),
      "/rules/0/severity/1", 5 },
    { "not complete",
      ROW("W1", "W", "[\"workload.kind\"]", "same", "[{ \"layers\": \"blocks\" }]", "{}"),
      "/rules/0/severity", 5 },
    { "other family", ROW("P1", "W", "[\"workload.kind\"]", "same", ALWAYS, "{}"), "/rules/0/id",
      3 },
    { "no family", ROW("Q1", "Q", "[\"workload.kind\"]", "same", ALWAYS, "{}"), "/rules/0/family",
      3 },
    { "unknown slot",
      ROW("W1", "W", "[\"workload.kind\"]", "same", ALWAYS, "{ \"fails\": \"{a} differs\" }"),
      "/rules/0/says/fails", 7 },
    { "unknown judgement",
      ROW("W1", "W", "[\"workload.kind\"]", "same", ALWAYS, "{ \"failed\": \"x\" }"),
      "/rules/0/says/failed", 7 },
    { "exempt key", HEAD "\"not_applicable\": { \"training\": [\"x\"] }, \"rules\": [] }",
      "/not_applicable/training/0", 2 },
    { "closing key", HEAD "\"closed_by_none\": { \"x\": [] }, \"rules\": [] }", "/closed_by_none/x",
      2 },
};

static void nonsense_is_refused_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct arena *home = arena_new((size_t)1 << 24);
        struct diags *diags = diags_new(home);
        const struct rules *rules = NULL;
        struct evidence evidence = { .name = STR("r.json"), .bytes = str_from(bad[i].text) };
        bool read = rules_read(home, &evidence, &limits_default, &rules, diags);
        const struct diag *diag = diags_first(diags);
        if (read || !diag || diag->id != DIAG_RULES_BAD ||
            !str_eq(diag->place.path, str_from(bad[i].path)) || diag->place.line != bad[i].line) {
            fail_msg("%s: read %d, at line %u path %.*s", bad[i].what, read,
                     diag ? diag->place.line : 0, diag ? (int)diag->place.path.len : 0,
                     diag && diag->place.path.at ? diag->place.path.at : "");
        }
        arena_free(home);
    }
}

/* A test knows its keys by place: by role in any order, or by place in format 1, they are the same.
 */
static void keys_by_role_are_keys_by_place(void **state)
{
    static const char *const texts[] = {
        ROLED("{ \"rate\": \"exchange.rate\", \"stated\": [\"price.as_of\", \"price.document\"], "
              "\"currency\": \"price.currency\" }",
              "prices-dated"),
        ROW("W1", "W",
            "[\"price.currency\", \"price.as_of\", \"price.document\", \"exchange.rate\"]",
            "prices-dated", ALWAYS, "{ \"fails\": \"x\" }"),
    };
    static const enum key keys[] = { KEY_PRICE_CURRENCY, KEY_PRICE_AS_OF, KEY_PRICE_DOCUMENT,
                                     KEY_EXCHANGE_RATE };
    static const char *const roles[] = { "currency", "stated", "", "rate" };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(texts); i++) {
        struct arena *home = arena_new((size_t)1 << 24);
        const struct rules *rules = NULL;
        struct evidence evidence = { .name = STR("r.json"), .bytes = str_from(texts[i]) };
        assert_true(rules_read(home, &evidence, &limits_default, &rules, diags_new(home)));
        const struct rule *rule = &rules->item[0];
        assert_int_equal(rule->key_count, ARRAY_COUNT(keys));
        for (size_t k = 0; k < ARRAY_COUNT(keys); k++) {
            assert_int_equal(rule->key[k], keys[k]);
            assert_string_equal(rule_role(rule, k), roles[k]);
        }
        arena_free(home);
    }
}

static void twice_the_same_id_is_refused(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    const struct rules *rules = NULL;
    struct evidence evidence = { .name = STR("rules.json") };
    assert_true(file_read(home, TESTS_DIR "/../templates/rules.json", &limits_default,
                          &evidence.bytes, diags));
    struct buf text = buf_new(home, 1 << 20);
    size_t at = str_find(evidence.bytes, STR("\"id\": \"W2\""));
    buf_put(&text, str_sub(evidence.bytes, 0, at));
    buf_put(&text, STR("\"id\": \"W1\""));
    buf_put(&text, str_sub(evidence.bytes, at + 10, evidence.bytes.len));
    evidence.bytes = buf_str(&text);
    assert_false(rules_read(home, &evidence, &limits_default, &rules, diags));
    assert_true(str_eq(diags_first(diags)->place.path, STR("/rules/1/id")));
    arena_free(home);
}

/* Every predicate is used, every row says what it finds, and severities read as in the manual. */
static void shipped_rules_are_whole(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    const struct rules *rules = made_rules(home, diags, &evidence);
    assert_int_equal(diags_count(diags, LEVEL_NOTE), 0);
    for (size_t i = 0; predicate_at(i); i++) {
        bool used = false;
        for (size_t j = 0; j < rules->count; j++)
            used = used || rules->item[j].predicate == predicate_at(i);
        if (!used)
            fail_msg("predicate %s is not used", predicate_at(i)->name);
        assert_true(i == 0 || strcmp(predicate_at(i - 1)->name, predicate_at(i)->name) < 0);
    }
    for (size_t i = 0; i < rules->count; i++) {
        const struct rule *rule = &rules->item[i];
        assert_true(rule->says[FAILS].len > 0 || rule->says[UNKNOWN].len > 0);
        for (size_t j = 0; j <= NOT_APPLICABLE; j++) { /* figures come from facts alone */
            for (size_t k = 0; k < rule->says[j].len; k++) {
                bool digit = rule->says[j].at[k] >= '0' && rule->says[j].at[k] <= '9';
                bool slot = k > 0 && rule->says[j].at[k - 1] == '{';
                bool name = k > 0 && rule->says[j].at[k - 1] == 'f'; /* tf32 */
                assert_true(!digit || slot || name);
            }
        }
    }
    struct buf severity = buf_new(home, 200);
    for (size_t i = 0; i < rules->count; i++)
        if (str_eq(rules_at(rules, i)->id, STR("S7")))
            rules_put_severity(rules, i, &severity);
    assert_true(str_eq(buf_str(&severity), STR("both-missing: discloses; bidders: blocks; "
                                               "one-side-missing: discloses; always: blocks")));
    arena_free(home);
}

/* ---- values ---- */

static void versions_agree_at_the_coarser_writing(void **state)
{
    static const struct {
        const char *a, *b;
        bool agree;
    } pairs[] = {
        { "13.0", "13.0.2", true },
        { "13.0.2", "13.0.88", false },
        { "2.11.0+cu130", "2.11.0", true },
        { "2.11.0+cu130", "2.11.0+cu128", false },
        { "13.0", "13.1", false },
        { "1", "13", false },
        { "v0.11.0", "0.11.0", true },
        { "Ubuntu 24.04", "24.04.3 LTS", true },
        { "580.159.04", "580.159.03", false },
        { "2.28.3-1", "2.28.3", true },
        { "", "1", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        struct str a = str_from(pairs[i].a), b = str_from(pairs[i].b);
        if (versions_agree(a, b) != pairs[i].agree || versions_agree(b, a) != pairs[i].agree)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
    }
    assert_true(versions_order(STR("12.8"), STR("13.0")) < 0);
    assert_true(versions_order(STR("13.10"), STR("13.9")) > 0);
    assert_int_equal(versions_order(STR("13.0"), STR("13.0.0")), 0);
}

static void packed_versions_are_unpacked(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    assert_true(
        str_eq(version_unpacked(home, KEY_RUNTIME_CUDNN_LOADED, STR("91900")), STR("9.19.0")));
    assert_true(
        str_eq(version_unpacked(home, KEY_RUNTIME_CUDNN_LOADED, STR("8907")), STR("8.9.7")));
    assert_true(
        str_eq(version_unpacked(home, KEY_RUNTIME_NCCL_LOADED, STR("22809")), STR("2.28.9")));
    assert_true(str_eq(version_unpacked(home, KEY_OS_KERNEL, STR("91900")), STR("91900")));
    arena_free(home);
}

static void formats_have_classes(void **state)
{
    (void)state;
    assert_ptr_equal(format_find(STR("torch.bfloat16")), format_find(STR("BF16")));
    assert_ptr_equal(format_find(STR("half")), format_find(STR("float16")));
    assert_ptr_equal(format_find(STR("e4m3")), format_find(STR("float8_e4m3fn")));
    assert_ptr_not_equal(format_find(STR("tf32")), format_find(STR("fp32")));
    assert_ptr_not_equal(format_find(STR("e4m3fn")), format_find(STR("e4m3fnuz")));
    assert_string_equal(format_find(STR("bf16"))->precision_class,
                        format_find(STR("fp16"))->precision_class);
    assert_string_not_equal(format_find(STR("tf32"))->precision_class,
                            format_find(STR("fp32"))->precision_class);
    assert_null(format_find(STR("bf17")));
}

static struct fact made(enum key key, const char *text, enum unit unit)
{
    struct fact fact = { .key = key };
    fact.value.text = str_from(text);
    fact.value.unit = unit;
    fact.value.number = num_real(fact.value.text, &fact.value.value);
    return fact;
}

static void facts_are_alike_across_units(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    struct fact mib = made(KEY_ACCELERATOR_MEMORY_TOTAL, "81559", UNIT_MEBIBYTE);
    struct fact gib = made(KEY_ACCELERATOR_MEMORY_TOTAL, "79.65", UNIT_GIBIBYTE);
    struct fact batch = made(KEY_LOAD_BATCH, "32", UNIT_COUNT);
    struct fact other = made(KEY_LOAD_BATCH, "32.0", UNIT_COUNT);
    struct fact more = made(KEY_LOAD_BATCH, "33", UNIT_COUNT);
    double seconds;
    assert_true(facts_alike(home, &mib, &gib));
    assert_true(facts_alike(home, &batch, &other));
    assert_false(facts_alike(home, &batch, &more));
    assert_true(facts_within(home, &batch, &more, 0.04));
    struct fact date = made(KEY_CASE_DATE, "2026-11-27", UNIT_NONE);
    assert_true(fact_seconds(&date, &seconds)); /* date -u -d 2026-11-27 +%s */
    assert_true(seconds == 1795737600.0);
    struct fact time = made(KEY_CAPTURE_TIME, "2026-11-27T22:00:00Z", UNIT_NONE);
    assert_true(fact_seconds(&time, &seconds));
    assert_true(seconds == 1795816800.0);
    struct fact bad_date = made(KEY_CASE_DATE, "2026-13-27", UNIT_NONE);
    assert_false(fact_seconds(&bad_date, &seconds));
    arena_free(home);
}

/* Free text means the same where its normal form is the same (P rules, layers). */
static void facts_are_alike_by_what_they_mean(void **state)
{
    static const struct {
        enum key key;
        const char *a, *b;
        bool alike;
    } rows[] = {
        { KEY_ACCELERATOR_NAME, "NVIDIA H100 80GB HBM3", "NVIDIA H100-SXM-80GB", true },
        { KEY_ACCELERATOR_NAME, "NVIDIA H100 80GB HBM3", "NVIDIA H100 PCIe", false },
        { KEY_ACCELERATOR_NAME, "someone's board", "Someone's board", true },
        { KEY_PRECISION_WEIGHTS, "fp8,fp16,int8", "INT8, FP8, FP16", true },
        { KEY_PRECISION_WEIGHTS, "fp8 (modelopt)", "fp8 (quark)", false },
        { KEY_PRECISION_WEIGHTS, "unet: fp8, vae: int8", "unet: int8, vae: fp8", false },
        { KEY_PRECISION_QUANTISER, "modelopt 0.2", "modelopt 0.3", false },
        { KEY_PRECISION_TF32_MATMUL, "true", "false", false },
        { KEY_LOAD_RATE, "inf", "Infinity", true },
        { KEY_LOAD_RATE, "inf", "16", false },
    };
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct fact a = made(rows[i].key, rows[i].a, UNIT_NONE);
        struct fact b = made(rows[i].key, rows[i].b, UNIT_NONE);
        if (facts_alike(home, &a, &b) != rows[i].alike)
            fail_msg("%s, %s", rows[i].a, rows[i].b);
    }
    arena_free(home);
}

/* Expected: `date -u -d @SECONDS +%FT%TZ` of coreutils. */
static void seconds_are_dates(void **state)
{
    static const struct {
        double at;
        const char *text;
    } rows[] = {
        { 0, "1970-01-01T00:00:00Z" },
        { 951782400, "2000-02-29T00:00:00Z" },
        { 951868799.9, "2000-02-29T23:59:59Z" },
        { 951868800, "2000-03-01T00:00:00Z" },
        { 4107542400, "2100-03-01T00:00:00Z" },
        { 1795822042.233, "2026-11-27T23:27:22Z" },
        { 253402300799, "9999-12-31T23:59:59Z" },
        { 253402300800, "" },
        { -1, "" },
        { (double)NAN, "" },
    };
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct str text = utc_text(home, rows[i].at);
        if (!str_eq(text, str_from(rows[i].text)))
            fail_msg("%s, got %.*s", rows[i].text, STR_ARG(text));
    }
    arena_free(home);
}

/* docs/rules.md ends with what the rows give: `dossier rules --manual` prints it. */
static void manual_is_in_step(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    struct str manual;
    struct buf rows = buf_new(home, 1 << 20);
    const struct rules *rules = made_rules(home, diags, &evidence);
    assert_true(file_read(home, TESTS_DIR "/../docs/rules.md", &limits_default, &manual, diags));
    rules_put_manual(rules, &rows);
    if (!str_ends(manual, buf_str(&rows))) {
        fail_msg("docs/rules.md does not end with the %zu bytes of `dossier rules --manual`: "
                 "`./dev regenerate` shows what differs, and writes it",
                 buf_str(&rows).len);
    }
    arena_free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nonsense_is_refused_with_its_place),
        cmocka_unit_test(keys_by_role_are_keys_by_place),
        cmocka_unit_test(twice_the_same_id_is_refused),
        cmocka_unit_test(shipped_rules_are_whole),
        cmocka_unit_test(versions_agree_at_the_coarser_writing),
        cmocka_unit_test(packed_versions_are_unpacked),
        cmocka_unit_test(formats_have_classes),
        cmocka_unit_test(facts_are_alike_across_units),
        cmocka_unit_test(facts_are_alike_by_what_they_mean),
        cmocka_unit_test(seconds_are_dates),
        cmocka_unit_test(manual_is_in_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
