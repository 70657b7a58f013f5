/* test_case_names.c - names in case.json: pairs, labels and workloads that a reader can tell apart.
 */
#include "case_text.h"

/* Refused with these words; NULL: accepted. */
static void assert_said(struct arena *home, const struct read *r, size_t row, const char *expected)
{
    struct buf said = buf_new(home, 1 << 16);
    diags_put_text(r->diags, &said);
    bool as_said = expected && str_find(buf_str(&said), str_from(expected)) != SIZE_MAX;
    if (expected ? r->good || !as_said : !r->good)
        fail_msg("%zu: %.*s", row, STR_ARG(buf_str(&said)));
}

/* Further systems of the good case, whose baseline is A and whose other system is B. */
static void pairs_have_names_of_their_own(void **state)
{
    static const struct {
        const char *id[3];
        const char *said; /* NULL: accepted */
    } rows[] = {
        { { "A-B", "B-C", "C" },
          "\"A-B\" with \"C\" has the name \"A-B-C\", as \"A\" with \"B-C\" at /systems/2/id; "
          "expected ids that name each pair otherwise; \"_\" may stand for \"-\"; " },
        { { "A_B", "B-C", "C" }, NULL },
        { { "C", "B-C", "A-B" }, NULL }, /* C is compared with A-B, not A-B with C */
        { { "A-B", "B-C", "D" }, NULL },
        { { "A-B", "A-", "B-" }, NULL },
        { { "B-B", "X", "B-X" },
          "\"B-B\" with \"X\" has the name \"B-B-X\", as \"B\" with \"B-X\" at /systems/2/id; " },
        { { "X", "X-Y", "Y-X" }, NULL },
        { { "X", "X-Y", "Y-Z" }, NULL },
        { { "X", "Y-Y-Y", "X-Y" }, NULL },
        { { "X-Y", "X", "Y-B-B" }, NULL },
        { { "X-Y", "Y-A-A", "X" }, NULL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct buf more = buf_new(*state, 1 << 16);
        for (size_t j = 0; j < ARRAY_COUNT(rows[i].id); j++) {
            buf_put(&more,
                    str_format(*state,
                               "{ \"id\": \"%s\", \"label\": \"label %zu\", \"machines\": [ { "
                               "\"runs\": [\"c/r%zu\"] } ] }%s",
                               rows[i].id[j], j, j, j < 2 ? ", " : " ],\n  \"bridge\""));
        }
        struct str systems =
            str_format(*state, "\"runs\": [\"b/r1\"] } ] }, %.*s", STR_ARG(buf_str(&more)));
        read_case(
            *state,
            changed(*state, "\"runs\": [\"b/r1\"] } ] } ],\n  \"bridge\"", str_c(*state, systems)),
            &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

/* What a reader cannot tell apart, or does not see, is no name; and no run stands alone. */
static void names_tell_apart(void **state)
{
    static const struct {
        const char *from, *to, *said; /* said: NULL: accepted */
    } rows[] = {
        { "\"compiler on\"", "\"As it runs  TODAY\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"as it runs t\u043eday\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"as it runs\u200b today\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"as it \uff52uns today\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"\u200b\"", "a label that can be seen" },
        { "\"compiler on\"", "\"\u0410\"", "a label that is no other system's id" },
        { "\"compiler on\"", "\"B\"", NULL },
        { "\"compiler on\"", "\"\u043a\u043e\u0434 12 \u00b5s\"", NULL },
        { "\"compiler on\"", "\"the f\u0430ster one\"", "a name that ranks nothing" },
        { "\"compiler on\"", "\"the fas\u00adter one\"", "a name that ranks nothing" },
        { "{ \"id\": \"B\"", "{ \"id\": \"a\"", "ids that differ by more than capitals" },
        { "Is the software the bottleneck?", "Is compiler on f\u0430ster than as it runs today?",
          "differ in" },
        { "Is the software the bottleneck?", "Is c\u043empiler on bet\u200bter?", "differ in" },
        { "[\"one\"", "[\"compiler on is \uff15\uff15 \uff05 f\u0430ster\"",
          "set no systems against each other" },
        { "\"machines\": [ { \"runs\": [\"b/r1\"] }",
          "\"machines\": [ { \"workload\": \"chat\", \"runs\": [\"b/r1\"] }",
          "a workload that two systems of one comparison have" },
        { "\"machines\": [ { \"runs\": [\"b/r1\"] }",
          "\"machines\": [ { \"workload\": \"chat\", \"runs\": [\"b/r2\"] }, { \"runs\": "
          "[\"b/r1\"] }",
          "\"chat\", of which runs stand alone" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        read_case(*state, changed(*state, rows[i].from, rows[i].to), &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

static void workloads_tell_apart(void **state)
{
    static const struct {
        const char *of_a, *of_b;
        bool good;
    } rows[] = {
        { "chat", "documents", true },
        { "chat", "Chat", false },
        { "chat", "ch\u0430t", false },
        { "chat", "chat", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct buf text = buf_new(*state, 1 << 16);
        buf_put(&text,
                STR("{ \"format\": \"dossier-case/1\", \"id\": \"x\", \"date\": \"2026-11-27\", "
                    "\"question\": \"What changes?\", \"metric\": { \"key\": "
                    "\"throughput.output_tokens\", \"kind\": \"per_run\" }, \"under_test\": { "
                    "\"kind\": \"layers\", \"layers\": [\"compile\"] }, \"systems\": ["));
        for (size_t s = 0; s < 2; s++) {
            buf_putf(
                &text,
                "%s{ \"id\": \"%c\", \"label\": \"label %zu\", \"machines\": [ { \"workload\": "
                "\"%s\", \"runs\": [\"%zu/1\"] }, { \"workload\": \"%s\", \"runs\": "
                "[\"%zu/2\"] } ] }",
                s > 0 ? ", " : "", (char)('A' + s), s, rows[i].of_a, s, rows[i].of_b, s);
        }
        buf_put(&text, STR("] }"));
        read_case(*state, buf_str(&text), &r);
        if (r.good != rows[i].good)
            fail_msg("%s and %s", rows[i].of_a, rows[i].of_b);
    }
}

static struct str with_assumption(struct arena *home, const char *sentence)
{
    return changed(home, "\"assumptions\": [\"one\"",
                   str_c(home, str_format(home, "\"assumptions\": [\"%s\"", sentence)));
}

static const char alone[] = "results of MLPerf set beside results of MLPerf alone";
static const char marked[] = "\"unverified\", or the result id (\"5.1-0042\"), beside a figure";
static const char verified[] = "the result id (\"5.1-0042\") of a result of MLPerf";
static const char estimate[] = "\"estimate\" beside a figure of SPEC";
static const char like[] = "base set beside base and rate beside rate";

/* Terms of use of suites, as MLCommons' guidelines for messages and SPEC's rules of fair use ask.
 */
static void quotations_keep_their_terms(void **state)
{
    static const struct {
        const char *sentence, *said; /* said NULL: nothing is wrong with it */
    } rows[] = {
        { "Our own runs are faster than the MLPerf result of this board.", alone },
        { "The MLPerf Inference v5.1 result is better than our own measurement.", alone },
        { "In vllm bench it outperforms its MLPerf score.", alone },
        { "We set out with care. The MLPerf performance, compared with our own runs, is modest.",
          alone },
        { "Unsere Messung ÜBERTRIFFT das MLPerf-Ergebnis des Herstellers.", alone },
        { "Das MLPerf-Ergebnis ist höher als in unseren Läufen.", alone },
        { "Im Vergleich zum MLPerf-Ergebnis liegt die eigene Messung vorn.", alone },
        { "The MLPerf result of A exceeds the SPECrate2017 base.", alone },
        { "The MLPerf result of the board is 12,000 tokens/s.", marked },
        { "Der Hersteller nennt ein MLPerf-Ergebnis von 12000 Tokens pro Sekunde.", marked },
        { "An MLPerf score of 310 QPS was sent.", marked },
        { "The vendor sent a verified MLPerf result.", verified },
        { "Das offizielle MLPerf-Ergebnis liegt bei.", verified },
        { "A SPECrate2017_int_base of 512 is expected.", estimate },
        { "SPECspeed2017_fp_base will reach 250 on the next board.", estimate },
        { "SPECrate2017_int_base, hochgerechnet auf zwei Sockel, liegt bei 1020.", estimate },
        { "SPECrate2017_int_base is higher than SPECspeed2017_int_base.", like },
        { "Compared with the SPECrate2017 peak, the base is low.", like },
        { "The MLPerf result is beaten by our own runs.", alone },
        { "Das MLPerf-Ergebnis wird von unserer Messung übertroffen.", alone },
        { "Our own runs are faster than the ML-Perf result.", alone },
        { "Our own runs are faster than the “MLPerf” result.", alone },
        { "Our own runs are faster than the MLPerf result.", alone },
        { "Unsere Messung übertrifft das „MLPerf“-Ergebnis.", alone },
        { "The MLPerf result is 12,000 tokens/s.", marked },
        { "No doubt our own runs beat the MLPerf result.", alone },
        { "Whether one likes it or so, our own runs beat the MLPerf result.", alone },
        { "In tokens/s the MLPerf result is 12k  tokens/s.", marked },
        { "Das MLPerf-Ergebnis sind 12000 Tokens/Sekunde.", marked },
        { "The MLPerf LoadGen result is 12,000 tokens/s.", marked },
        { "A SPECrate2017_int_base of 512 is anticipated.", estimate },
        { "Peak and base of SPECrate2017 are higher than the base of A.", like },
        /* what breaks no term */
        { "The MLPerf-style load asks for more than our own runs, and its results are kept.",
          NULL },
        { "Whether our own runs are faster than the MLPerf result is left open.", NULL },
        { "It can't be said that our own runs are faster than the MLPerf result.", NULL },
        { "Our own runs aren’t set against MLPerf results.", NULL },
        { "The official MLPerf rules were heeded, results are ours.", NULL },
        { "The official MLPerf LoadGen wrote the results.", NULL },
        { "Die offizielle MLPerf-Implementierung wurde genutzt, die Ergebnisse sind unsere.",
          NULL },
        { "The results of this report use the MLPerf LoadGen at 100 tokens/s offered.", NULL },
        { "SPECrate2017 is expected to run at 64 copies.", NULL },
        { "The SPECrate2017 run, expected in May, is about 6 hours long.", NULL },
        { "Der SPECrate2017-Lauf wird bei 64 Kopien erwartet.", NULL },
        { "The SPECrate2017 base and peak are given, compared with those of A.", NULL },
        { "SPEC CPU2017 base results of A are compared with base results of B, peak with peak.",
          NULL },
        { "MLPerf results are not compared with our own measurements.", NULL },
        { "No MLPerf result is set against our own runs.", NULL },
        { "MLPerf-Ergebnisse werden nicht mit unseren Läufen verglichen.", NULL },
        { "The model is the one that MLPerf Inference uses.", NULL },
        { "Our own runs use the data set of MLPerf, and A is compared with B in them.", NULL },
        { "In our own runs A is compared with B, as in the MLPerf results.", NULL },
        { "Our own runs ask for more requests than MLPerf does.", NULL },
        { "Our own runs use a longer input than the MLPerf submission.", NULL },
        { "The MLPerf result of A is better than the MLPerf result of the year before.", NULL },
        { "The MLPerf result of the board is 12,000 tokens/s (unverified).", NULL },
        { "The MLPerf result of the board is 12,000 tokens/s, result 5.1-0042, retrieved today.",
          NULL },
        { "The result of 12,000 tokens/s is ours. The load is that of MLPerf.", NULL },
        { "We asked whether the MLPerf result is verified.", NULL },
        { "The MLPerf result was not verified by MLCommons Association.", NULL },
        { "The verified MLPerf result 5.1-0042 was sent by the vendor.", NULL },
        { "Das Ergebnis ist nicht das eines MLPerf-Laufs.", NULL },
        { "The SPECrate2017_int_base estimate of 512 is expected.", NULL },
        { "Est. SPECrate2017_int_base of 512, expected of the next board.", NULL },
        { "The SPECrate2017_int_base result is expected in May 2027.", NULL },
        { "The SPECrate2017 result is expected within 30 days.", NULL },
        { "SPECrate2017_int_base is 512, as published.", NULL },
        { "SPECrate2017_int_base of B is higher than SPECrate2017_int_base of A.", NULL },
        { "The base of the rack is wider than its peak load asks for.", NULL },
        { "The specification is clearer than the one of our own test.", NULL },
        { "A result of our own runs is better than none.", NULL },
        { "The decode loop stands for the service that is to grow.", NULL },
        { "Die Schleife steht für den Dienst, der wachsen soll.", NULL },
        { "Official prices of the vendor, verified by purchasing.", NULL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        read_case(*state, with_assumption(*state, rows[i].sentence), &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

/* Sentences gathered as people write them, before anyone looked at how they are told apart: some
 * of them break a term, some do not; many are German. */
static void quotations_as_people_write_them(void **state)
{
    static const struct {
        const char *sentence, *said; /* said NULL: nothing is wrong with it */
    } rows[] = {
        /* own runs set against a result of the suite */
        { "System B delivered twice the MLPerf result of system A.", alone },
        { "Our runs are twice as fast as the MLPerf result.", alone },
        { "Our measurement exceeds the MLPerf figure by 20 %.", alone },
        { "Compared with the MLPerf submission, our server delivers 15 % more.", alone },
        { "The MLPerf score lies 15 % below what we measured.", alone },
        { "On our own runs it reaches 1.3 times the MLPerf number.", alone },
        { "B schlägt das MLPerf-Ergebnis von A.", alone },
        { "Unsere Läufe schlagen das MLPerf-Ergebnis.", alone },
        { "B schlaegt in unseren Laeufen das MLPerf-Ergebnis.", alone },
        { "Unsere Messung ist doppelt so schnell wie das MLPerf-Ergebnis.", alone },
        { "B liefert das Doppelte des MLPerf-Wertes.", alone },
        { "Unsere Läufe liegen 20 % über dem MLPerf-Ergebnis.", alone },
        { "Our own runs reach the MLPerf result.", alone },
        { "B delivers half the MLPerf result of A.", alone },
        /* a figure without its mark */
        { "B reached 12000 t/s in MLPerf Inference v5.1.", marked },
        { "The MLPerf figure is 34,988 tokens per second.", marked },
        { "MLPerf: 99 samples/s offline on one H200.", marked },
        { "Llama 2 70B in MLPerf: 31,712 tokens/s.", marked },
        { "Im MLPerf erreicht das System 12.000 Token/s.", marked },
        { "Der MLPerf-Wert beträgt 34.988 Token pro Sekunde.", marked },
        { "MLPerf offline: 99 Anfragen/s auf einer Karte.", marked },
        /* called verified or official */
        { "This MLPerf result is official.", verified },
        { "A verified MLPerf result stands behind the offer.", verified },
        { "Das ist ein offizielles MLPerf-Ergebnis.", verified },
        { "Das verifizierte MLPerf-Ergebnis stützt das Angebot.", verified },
        /* SPEC: what nobody ran, and what is not alike */
        { "SPECrate2017_int_base is expected to reach 1800.", estimate },
        { "The projected SPEC CPU2017 figure is 1,450.", estimate },
        { "SPECrate2017_int_base wird voraussichtlich 1800 erreichen.", estimate },
        { "Der erwartete Wert in SPEC CPU2017 ist 1.450.", estimate },
        { "SPECrate2017_fp_peak of B is higher than SPECrate2017_fp_base of A.", like },
        { "SPECrate2017_int_peak von B ist höher als SPECrate2017_int_base von A.", like },
        { "The SPECrate2017 score of B beats the SPECspeed2017 score of A.", like },
        /* what asks */
        { "Is B twice as fast as the MLPerf result of A?", "since that needs a verdict" },
        { "Do our own runs reach the MLPerf result?", NULL },
        { "How do our own runs compare with the MLPerf result?", NULL },
        { "Erreicht B in unseren Läufen das MLPerf-Ergebnis?", NULL },
        { "Ist unsere Messung schneller als das MLPerf-Ergebnis?", NULL },
        { "Ob B in unseren Läufen das MLPerf-Ergebnis übertrifft, bleibt offen.", NULL },
        { "By how much do our own runs exceed the MLPerf result?", NULL },
        { "Our own runs are faster than the MLPerf result?", alone },
        { "Unsere Läufe schlagen das MLPerf-Ergebnis?", alone },
        { "Do our own runs reach the MLPerf result of 12,000 tokens/s?", marked },
        { "It is open whether B beats the MLPerf result in our own runs.", NULL },
        /* what denies */
        { "Our runs are not compared with MLPerf results.", NULL },
        { "No MLPerf result was submitted for B.", NULL },
        { "Unsere Läufe werden nicht mit MLPerf-Ergebnissen verglichen.", NULL },
        { "Für B liegt kein MLPerf-Ergebnis vor.", NULL },
        { "MLPerf results are verified by MLCommons, ours are not.", NULL },
        /* a figure with its mark */
        { "B reached 12,000 tokens/s in MLPerf Inference v5.1 (result 5.1-0042).", NULL },
        { "B reached 12,000 tokens/s in MLPerf, result not verified by MLCommons Association.",
          NULL },
        { "B erreichte 12.000 Token/s in MLPerf v5.1 (Ergebnis 5.1-0042).", NULL },
        { "B erreichte 12.000 Token/s in MLPerf, nicht von MLCommons verifiziert.", NULL },
        { "The SPECrate2017_int_base estimate is 1800.", NULL },
        { "Geschätzt liegt SPECrate2017_int_base bei 1800.", NULL },
        { "B reached the MLPerf result 5.1-0042 at 12,000 tokens/s.", NULL },
        { "In the MLPerf results A is faster than B.", NULL },
        { "A is faster than B in the MLPerf results.", NULL },
        { "We know that the MLPerf result of A is better than the MLPerf result of B.", NULL },
        /* a suite named for its model, data, load or rules */
        { "Our own runs use the data set of MLPerf, its results are kept.", NULL },
        { "Our measurements are listed beside an MLPerf result.", NULL },
        { "The prompts are those of MLPerf, the load generator sends 10 requests/s.", NULL },
        { "Der Datensatz stammt aus MLPerf, die Last beträgt 10 Anfragen/s.", NULL },
        { "MLPerf demands a 99th percentile of 2 s to the first token.", NULL },
        { "The code is the reference implementation of MLPerf, unchanged.", NULL },
        { "B runs faster since the driver of May, the data set of MLPerf is unchanged.", NULL },
        { "Das Modell ist das von MLPerf Inference v5.1.", NULL },
        { "Der Lieferant hat MLPerf-Ergebnisse bis März zugesagt.", NULL },
        /* SPEC, where nothing is missing */
        { "SPEC CPU2017 was run on both hosts, the order is expected in March.", NULL },
        { "SPEC CPU2017 lief auf beiden Rechnern, die Lieferung wird im März erwartet.", NULL },
        { "Results of SPECspeed2017 and of SPECrate2017 are listed apart.", NULL },
        { "Base und Peak von SPECrate2017 stehen getrennt.", NULL },
        { "SPECrate2017_int_base of B is 1800, that of A 1500.", NULL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        read_case(*state, with_assumption(*state, rows[i].sentence), &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

static const char verdict_first[] = "since that needs a verdict";

/* What a verdict alone may say is no person's to say, in German either, nor of what is foreseen. */
static void sentences_relate_nothing(void **state)
{
    static const struct {
        const char *sentence, *said; /* said NULL: nothing is wrong with it */
    } rows[] = {
        { "B is 55 % faster than A.", verdict_first },
        { "Our B needs 12 % less than A.", verdict_first },
        { "B ist 55 % schneller als A.", verdict_first },
        { "Der schnellere der beiden, B, spart 12 % Strom.", verdict_first },
        { "B ist doppelt so schnell wie A.", verdict_first },
        { "B is twice as fast as A.", verdict_first },
        { "B lost more than 3 % of its requests.", NULL },
        { "Doppelt so schnell wie A ist B.", verdict_first },
        { "Es braucht B 12 % weniger als A.", verdict_first },
        { "Um 12 % schlägt B das System A.", verdict_first },
        { "Um 12 % ÜBERTRIFFT B das System A.", verdict_first },
        { "Das System B liefert das 1,9-fache von A.", verdict_first },
        { "Es liegt B 23 Prozent über A.", verdict_first },
        { "Im Mittel ist B um 12 % guenstiger.", verdict_first },
        { "Die Nextboard ist doppelt so schnell wie B.", verdict_first },
        { "Nextboard is twice as fast as B.", verdict_first },
        { "A tenth of it: Nextboard needs 12 % less than B.", verdict_first },
        { "Cloud Nine answers twice as fast as B.", verdict_first },
        { "B reaches 40 % of Nextboard.", verdict_first },
        { "B reaches 40 % of compiler on, 3 % of A.", verdict_first },
        { "In allem erreicht B 40 Prozent von A, sagt man.", verdict_first },
        { "We saw 3 % of A's requests and 4 % of B's fail.", NULL },
        { "Of A and B 3 % of all requests failed.", NULL },
        /* nothing is set against anything */
        { "Bei A und B schlugen über 3 % der Anfragen fehl.", NULL },
        { "Unter Last fielen 3 % der Anfragen an A und B aus.", NULL },
        { "So fielen 3 % der Anfragen an A und B aus.", NULL },
        { "Der Hersteller von A und B schlägt vor, 3 % der Zeit zu warten.", NULL },
        { "Bei B fielen mehr als 3 % der Anfragen aus.", NULL },
        { "Of B more than 3 % of the requests failed.", NULL },
        { "Der Takt von B war 3 % niedriger.", NULL },
        { "Die Bestellung von A und B ist zu 30 % bezahlt.", NULL },
        { "Nextboard comes in March, 12 % of them to us.", NULL },
    };
    static const struct {
        const char *question;
        bool good;
    } asked[] = {
        { "Ist B schneller als A?", false },         { "Warum ist B besser?", false },
        { "Beweist das, dass B genügt?", false },    { "Schlägt B das System A?", false },
        { "Um wie viel günstiger ist B?", false },   { "Is Nextboard better?", false },
        { "Ist A oder B schneller?", true },         { "Was bringt die Bestellung von B?", true },
        { "Wie unterscheiden sich A und B?", true },
    };
    static const char further[] =
        "\"demand\": { \"peak\": \"9 tokens/s\", \"mean\": \"5 tokens/s\" }, "
        "\"expected\": [ { \"metric\": \"throughput.output_tokens\", \"projected_for\": "
        "\"Nextboard\", \"value\": \"9 tokens/s\", \"by\": \"Vendor\", \"document\": "
        "\"plan.txt\" } ], \"options\": [ { \"id\": \"api\", \"kind\": \"api\", \"label\": "
        "\"Cloud Nine\", \"tokens\": { \"output\": { \"amount\": \"1\", \"currency\": "
        "\"EUR\", \"as_of\": \"2026-11-01\", \"assumed\": true }, \"input\": { \"amount\": "
        "\"1\", \"currency\": \"EUR\", \"as_of\": \"2026-11-01\", \"assumed\": true }, "
        "\"input_per_output\": \"3\" } } ], \"assumptions\": [\"%s\"";
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct str more = str_format(*state, further, rows[i].sentence);
        read_case(*state, changed(*state, "\"assumptions\": [\"one\"", str_c(*state, more)), &r);
        assert_said(*state, &r, i, rows[i].said);
    }
    for (size_t i = 0; i < ARRAY_COUNT(asked); i++) {
        struct read r;
        struct str more = str_format(*state, further, "one");
        struct str text = changed(*state, "\"assumptions\": [\"one\"", str_c(*state, more));
        static const char old[] = "Is the software the bottleneck?";
        size_t at = str_find(text, STR("Is the software the bottleneck?"));
        text = str_format(*state, "%.*s%s%.*s", STR_ARG(str_sub(text, 0, at)), asked[i].question,
                          STR_ARG(str_sub(text, at + sizeof old - 1, text.len)));
        read_case(*state, text, &r);
        assert_said(*state, &r, 100 + i, asked[i].good ? NULL : "question names a winner");
    }
}

/* A projection is of what nobody measured, and no negative number. */
static void projections_stand_apart(void **state)
{
    static const struct {
        const char *of, *value, *said;
    } rows[] = {
        { "Nextboard", "20000 tokens/s", NULL },
        { "B", "20000 tokens/s", "what no system of the case is called" },
        { "compiler on", "20000 tokens/s", "what no system of the case is called" },
        { "Compiler  On", "20000 tokens/s", "what no system of the case is called" },
        { "Nextboard", "-5 tokens/s", "no less than zero" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct str more = str_format(
            *state,
            "\"expected\": [ { \"metric\": \"throughput.output_tokens\", \"projected_for\": "
            "\"%s\", "
            "\"value\": \"%s\", \"by\": \"Vendor\", \"document\": \"plan.txt\" } ], \"owners\"",
            rows[i].of, rows[i].value);
        read_case(*state, changed(*state, "\"owners\"", str_c(*state, more)), &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

/* Each place in which a person's sentence stands, and no other's. */
static void quotations_wherever_they_stand(void **state)
{
    static const char wrong[] = "Our own runs are faster than the MLPerf result";
    static const struct {
        const char *from, *to;
    } rows[] = {
        { "Is the software the bottleneck?", "%s?" },
        { "\"three\"", "\"%s\"" },
        { "\"short runs\"", "\"%s\"" },
        { "compiler on", "%s" },
        { "\"owners\"",
          "\"statements\": [ { \"party\": \"Vendor\", \"text\": \"%s\" } ], \"owners\"" },
        { "\"owners\"", "\"decision\": { \"text\": \"%s\", \"by\": \"Board\", \"date\": "
                        "\"2026-12-01\" }, \"owners\"" },
        { "\"owners\"", "\"decision\": { \"text\": \"None.\", \"by\": \"Board\", \"conditions\": "
                        "[\"%s\"], \"date\": \"2026-12-01\" }, \"owners\"" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        const char *slot = strstr(rows[i].to, "%s");
        struct str to =
            str_format(*state, "%.*s%s%s", (int)(slot - rows[i].to), rows[i].to, wrong, slot + 2);
        read_case(*state, changed(*state, rows[i].from, str_c(*state, to)), &r);
        /* the question and the label that rank are refused for that, too, or before */
        if (r.good)
            fail_msg("%zu: accepted", i);
        assert_said(*state, &r, i, i == 0 || i == 3 ? "input: " : alone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pairs_have_names_of_their_own, setup, teardown),
        cmocka_unit_test_setup_teardown(names_tell_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(workloads_tell_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(quotations_keep_their_terms, setup, teardown),
        cmocka_unit_test_setup_teardown(quotations_as_people_write_them, setup, teardown),
        cmocka_unit_test_setup_teardown(quotations_wherever_they_stand, setup, teardown),
        cmocka_unit_test_setup_teardown(sentences_relate_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(projections_stand_apart, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
