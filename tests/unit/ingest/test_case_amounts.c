/* test_case_amounts.c - amounts, quantities and options of a case: read as they mean, or refused.
 */
#include "case_text.h"
#include "model/decision.h"

/* Numbers of the case that are computed with as decimals mean what they say, in every form that is
 * read at all, and a limit is one that the worse side does not keep best. */
static void amounts_mean_what_they_say(void **state)
{
    static const struct {
        const char *members;
        bool accepted;
    } rows[] = {
        { "\"demand\": { \"peak\": \"52000 tokens/s\" }", true },
        { "\"demand\": { \"peak\": \"5.2e4 tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"52000e0 tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"+52000 tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"52,000 tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"52 000 tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"0x10 tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"５２ tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"nan tokens/s\" }", false },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"headroom\": \"25 %\" }", true },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"headroom\": \"2.5e1 %\" }", false },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"growth\": \"1E2 %\" }", false },
        { "\"utilisation\": \"6e1 %\"", false },
        { "\"sensitivity\": { \"price\": \"1.5e1 %\" }", false },
        { "\"prices\": [{ \"system\": \"A\", \"amount\": \"9\", \"currency\": \"EUR\", "
          "\"per\": \"purchase\", \"as_of\": \"2026-11-01\", \"lifetime\": \"48 months\" }]",
          true },
        { "\"prices\": [{ \"system\": \"A\", \"amount\": \"9\", \"currency\": \"EUR\", "
          "\"per\": \"purchase\", \"as_of\": \"2026-11-01\", \"lifetime\": \"4.8e1 months\" }]",
          false },
        { "\"objectives\": [{ \"metric\": \"ttft.client\", \"percentile\": 99, \"at_most\": "
          "\"500 ms\" }]",
          true },
        { "\"objectives\": [{ \"metric\": \"ttft.client\", \"percentile\": 99, \"at_least\": "
          "\"5 ms\" }]",
          false },
        { "\"objectives\": [{ \"metric\": \"ttft.client\", \"percentile\": 0.99, \"at_most\": "
          "\"500 ms\" }]",
          false },
        { "\"objectives\": [{ \"metric\": \"ttft.client\", \"percentile\": 1, \"at_most\": "
          "\"500 ms\" }]",
          true },
        { "\"requirements\": [{ \"clause\": \"1\", \"metric\": \"throughput.output_tokens\", "
          "\"at_least\": \"9 tokens/s\" }]",
          true },
        { "\"requirements\": [{ \"clause\": \"1\", \"text\": \"a\" }, { \"clause\": \"1.1\", "
          "\"text\": \"b\" }]",
          true },
        { "\"requirements\": [{ \"clause\": \"4.1\", \"text\": \"a\" }, { \"clause\": \"4.1\", "
          "\"text\": \"b\" }]",
          false },
        { "\"rates\": [{ \"from\": \"USD\", \"to\": \"EUR\", \"rate\": \"0.9\", "
          "\"as_of\": \"2026-11-01\" }]",
          true },
        { "\"rates\": [{ \"from\": \"EUR\", \"to\": \"EUR\", \"rate\": \"0.9\", "
          "\"as_of\": \"2026-11-01\" }]",
          false },
        { "\"decision\": { \"text\": \"x\", \"by\": \"y\", \"date\": \"2026-12-01\", "
          "\"review\": \"2026-12-01\", \"claims_until\": \"2027-12-01\" }",
          true },
        { "\"decision\": { \"text\": \"x\", \"by\": \"y\", \"date\": \"2026-12-01\", "
          "\"review\": \"0001-01-01\" }",
          false },
        { "\"decision\": { \"text\": \"x\", \"by\": \"y\", \"date\": \"2026-12-01\", "
          "\"claims_until\": \"2026-11-30\" }",
          false },
        { "\"requirements\": [{ \"clause\": \"4 b\", \"text\": \"a\" }, { \"clause\": \"1\", "
          "\"text\": \"c\" }, { \"clause\": \" 4  b\", \"text\": \"b\" }]",
          false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct str id = str_format(*state, "\"id\": \"PR-1\", %s", rows[i].members);
        read_case(*state, changed(*state, "\"id\": \"PR-1\"", str_c(*state, id)), &r);
        if ((r.good && diags_count(r.diags, LEVEL_INPUT) == 0) != rows[i].accepted)
            fail_msg("%s", rows[i].members);
    }
}

/* Options, their lines, interest and hours of use: what is read, and what no sum could be made of.
 */
/* As people write numbers where a comma stands before decimals. */
static void commas_are_told_of(void **state)
{
    static const struct {
        const char *from, *to;
    } rows[] = {
        { "\"owners\"", "\"interest\": \"4,5 %\", \"owners\"" },
        { "\"owners\"", "\"utilisation\": \"60,5 %\", \"owners\"" },
        { "\"0.5 %\"", "\"0,5 %\"" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        read_case(*state, changed(*state, rows[i].from, rows[i].to), &r);
        struct buf said = buf_new(*state, 1 << 16);
        diags_put_text(r.diags, &said);
        if (r.good || str_find(buf_str(&said), STR("a point before decimals")) == SIZE_MAX)
            fail_msg("%zu: %.*s", i, STR_ARG(buf_str(&said)));
    }
}

static void options_are_read_or_refused(void **state)
{
#define BOUGHT                                                                                     \
    "\"prices\": [{ \"system\": \"A\", \"amount\": \"9\", \"currency\": \"EUR\", \"per\": "        \
    "\"purchase\", "                                                                               \
    "\"as_of\": \"2026-11-01\", \"lifetime\": \"48 months\" }]"
#define PEAK "\"demand\": { \"peak\": \"9 tokens/s\" }"
#define OPTION(inner) PEAK ", \"options\": [{ \"id\": \"o\", " inner " }]"
#define BUY "\"kind\": \"buy\", \"system\": \"B\""
#define LINE(inner)                                                                                \
    OPTION(BUY                                                                                     \
           ", \"lines\": [{ \"what\": \"hosts\", \"amount\": \"5.00\", \"currency\": \"EUR\", "    \
           "\"per\": \"unit\", " inner " }]")
#define TOKEN_PRICE(amount, shown)                                                                 \
    "{ \"amount\": \"" amount "\", \"currency\": \"EUR\", \"as_of\": \"2026-11-01\", "             \
    "\"valid_until\": \"2026-12-31\", " shown " }"
#define ASSUMED "\"assumed\": true"
#define API(inner)                                                                                 \
    "\"demand\": { \"peak\": \"9 tokens/s\", \"mean\": \"4 tokens/s\" }, \"options\": [{ \"id\": " \
    "\"o\", \"kind\": \"api\", \"tokens\": { \"input\": " TOKEN_PRICE(                             \
        "0.1", ASSUMED) ", \"output\": " TOKEN_PRICE("0.4", "\"document\": \"list\"") inner " }]"
    static const struct {
        const char *members;
        bool accepted;
    } rows[] = {
        { API("}"), true },
        { API(", \"input_per_output\": \"3.5\" }"), true },
        { API(", \"input_per_output\": \"-3.5\" }"), false },
        { API(", \"input_per_output\": \"1e3\" }"), false },
        { API(", \"cached\": \"20 %\" }"), false }, /* at which price? */
        { API(", \"cached_input\": " TOKEN_PRICE("0.1", ASSUMED) " }"), false },
        { API(", \"cached\": \"20 %\", \"cached_input\": " TOKEN_PRICE("0.1", ASSUMED) " }"),
          true },
        { API(", \"cached\": \"120 %\", \"cached_input\": " TOKEN_PRICE("0.1", ASSUMED) " }"),
          false },
        { API("}, \"system\": \"B\""), false },
        { API("}, \"lines\": [{ \"what\": \"move\", \"amount\": \"5.00\", \"currency\": \"EUR\", "
              "\"per\": \"option\", \"every\": \"once\", \"assumed\": true }]"),
          true },
        { API("}, \"lines\": [{ \"what\": \"hosts\", \"amount\": \"5.00\", \"currency\": \"EUR\", "
              "\"per\": \"unit\", \"every\": \"once\", \"assumed\": true }]"),
          false },
        { OPTION("\"kind\": \"api\""), false },
        { OPTION("\"kind\": \"api\", \"tokens\": { \"input\": " TOKEN_PRICE(
              "0.1", ASSUMED) ", \"output\": " TOKEN_PRICE("0.4", ASSUMED) " }"),
          false }, /* no mean to count tokens by */
        { OPTION(BUY ", \"tokens\": { \"input\": " TOKEN_PRICE(
              "0.1", ASSUMED) ", \"output\": " TOKEN_PRICE("0.4", ASSUMED) " }"),
          false },
        { API(", \"cached\": \"20 %\", \"cached_input\": " TOKEN_PRICE("0.1",
                                                                       "\"assumed\": false") " }"),
          false },
#define PROJECTED(inner)                                                                           \
    "\"expected\": [{ \"metric\": \"throughput.output_tokens\", \"value\": \"9 tokens/s\"" inner   \
    " }]"
#define THEIRS ", \"by\": \"Vendor\", \"document\": \"road map\""
        { PROJECTED(", \"projected_for\": \"X2\"" THEIRS), true },
        { PROJECTED(", \"projected_for\": \"X2\""), false },
        { PROJECTED(", \"projected_for\": \"X2\", \"by\": \"Vendor\""), false },
        { PROJECTED(", \"projected_for\": \" \"" THEIRS), false },
        { PROJECTED(", \"projected_for\": \"X2\", \"system\": \"B\"" THEIRS), false },
        { PROJECTED(", \"projected_for\": \"The faster one\"" THEIRS), false },
#undef THEIRS
#undef PROJECTED
        { OPTION(BUY), true },
        { OPTION(BUY ", \"label\": \"Buy B\", \"from\": \"2027-01\""), true },
        { OPTION(BUY ", \"label\": \"The better one\""), false },
        { OPTION(BUY ", \"from\": \"2027-13\""), false },
        { OPTION(BUY ", \"from\": \"2027-1\""), false },
        { OPTION(BUY ", \"from\": \"January\""), false },
        { OPTION("\"kind\": \"buy\""), false },
        { OPTION("\"kind\": \"buy\", \"system\": \"C\""), false },
        { OPTION("\"kind\": \"steal\", \"system\": \"B\""), false },
        { OPTION("\"kind\": \"nothing\""), true },
        { OPTION("\"kind\": \"nothing\", \"system\": \"A\""), true },
        { OPTION("\"kind\": \"nothing\", \"system\": \"B\""), false },
        { OPTION("\"kind\": \"wait\", \"system\": \"B\""), false },
        { OPTION("\"kind\": \"wait\", \"system\": \"B\", \"from\": \"2027-06\""), true },
        { "\"options\": [{ \"id\": \"o\", " BUY " }]", false }, /* no peak to meet */
        { PEAK ", \"options\": []", false },
        { PEAK ", \"options\": [{ \"id\": \"o\", " BUY " }, { \"id\": \"o\", " BUY " }]", false },
        { LINE("\"every\": \"once\", \"assumed\": true"), true },
        { LINE("\"every\": \"once\", \"document\": \"offer\""), true },
        { LINE("\"every\": \"once\""), false },
        { LINE("\"every\": \"once\", \"assumed\": false"), false },
        { LINE("\"every\": \"once\", \"document\": \"offer\", \"assumed\": true"), false },
        { LINE("\"every\": \"week\", \"assumed\": true"), false },
        { LINE("\"every\": \"month\", \"assumed\": true, \"from\": \"2027-01\""), false },
        { LINE("\"every\": \"month\", \"assumed\": true, \"from\": \"2027-01\"") ", " BOUGHT,
          true },
        { LINE("\"every\": \"year\", \"assumed\": true, \"from\": \"2027-02\", \"until\": "
               "\"2027-01\"") ", " BOUGHT,
          false },
        { LINE("\"every\": \"once\", \"assumed\": true, \"until\": \"2027-01\"") ", " BOUGHT,
          false },
        { BOUGHT ", \"interest\": \"4 %\"", true },
        { BOUGHT ", \"interest\": \"-4 %\"", false },
        { BOUGHT ", \"interest\": \"4e0 %\"", false },
        { "\"prices\": [{ \"system\": \"A\", \"amount\": \"9\", \"currency\": \"EUR\", \"per\": "
          "\"purchase\", \"as_of\": \"2026-11-01\", \"lifetime\": \"30.5 days\" }], \"interest\": "
          "\"4 %\"",
          false }, /* 732 hours are no whole months */
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"schedule\": \"60 h\" }", true },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"schedule\": \"168 h\" }", true },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"schedule\": \"169 h\" }", false },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"schedule\": \"0 h\" }", false },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"schedule\": \"60 s\" }", false },
        /* 4 x 168 is the work of a week; in 84 hours that is 8 a second, in 74 more than the peak
         */
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"mean\": \"4 tokens/s\", \"schedule\": \"84 "
          "h\" }",
          true },
        { "\"demand\": { \"peak\": \"9 tokens/s\", \"mean\": \"4 tokens/s\", \"schedule\": \"74 "
          "h\" }",
          false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct str id = str_format(*state, "\"id\": \"PR-1\", %s", rows[i].members);
        read_case(*state, changed(*state, "\"id\": \"PR-1\"", str_c(*state, id)), &r);
        if ((r.good && diags_count(r.diags, LEVEL_INPUT) == 0) != rows[i].accepted)
            fail_msg("%s", rows[i].members);
    }
    struct read r;
    struct str id = str_format(*state, "\"id\": \"PR-1\", %s",
                               LINE("\"every\": \"year\", \"document\": \"quote 7\", \"from\": "
                                    "\"2027-03\"") ", \"interest\": \"4 %\", " BOUGHT);
    read_case(*state, changed(*state, "\"id\": \"PR-1\"", str_c(*state, id)), &r);
    const struct terms *terms = r.case_file.terms;
    assert_int_equal(terms->option_count, 1);
    const struct stated_option *option = &terms->option[0];
    assert_int_equal(option->kind, OPTION_BUY);
    assert_true(str_eq(option->system->id, STR("B")));
    assert_int_equal(option->line_count, 1);
    assert_int_equal(option->line[0].every, LINE_YEAR);
    assert_true(option->line[0].by_unit);
    assert_int_equal(option->line[0].from, 2027 * 12 + 2);
    assert_int_equal(option->line[0].until, -1);
    assert_true(str_eq(option->line[0].document->value.text, STR("quote 7")));
    assert_true(str_eq(decimal_text(*state, terms->interest), STR("0.04")) ||
                str_eq(decimal_text(*state, terms->interest), STR("0.0400")));
#undef TOKEN_PRICE
#undef ASSUMED
#undef API
#undef BOUGHT
#undef PEAK
#undef OPTION
#undef BUY
#undef LINE
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(amounts_mean_what_they_say, setup, teardown),
        cmocka_unit_test_setup_teardown(commas_are_told_of, setup, teardown),
        cmocka_unit_test_setup_teardown(options_are_read_or_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
