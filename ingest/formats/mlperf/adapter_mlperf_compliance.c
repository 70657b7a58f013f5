/* adapter_mlperf_compliance.c - verify_performance.txt and verify_accuracy.txt of an MLPerf
 * Inference compliance test (TEST01, TEST04, TEST06, ...).
 *
 * "name = number" lines and "TEST PASS" or "TEST FAIL"; TEST06 has three lines "... check pass:
 * True". A failed comparison of answers may be made good by the accuracy of both runs, which lies
 * beside it: so a failure is told (run.condition), and no verdict is made of it. Defined by
 * mlcommons/inference, compliance. */
#include "reading.h"
#include "sniff.h"

static const struct str labels[] = {
    STR_INIT("num_acc_log_data_mismatch"),
    STR_INIT("num_acc_log_duplicate_keys"),
    STR_INIT("num_acc_log_entries"),
    STR_INIT("num_missing_qsl_idxs"),
    STR_INIT("num_perf_log_data_mismatch"),
    STR_INIT("num_perf_log_entries"),
    STR_INIT("num_perf_log_qsl_idx_match"),
    STR_INIT("reference score"),
    STR_INIT("test score"),
};

static int bid(const struct sniff *sniff)
{
    struct str base = sniff_base(sniff);
    bool named =
        str_eq(base, STR("verify_performance.txt")) || str_eq(base, STR("verify_accuracy.txt"));
    return named ? BID_SHAPE : BID_NONE;
}

static void condition_fact(struct reading *reading, const struct line *line, struct str instance,
                           struct str text)
{
    (void)reading_fact(reading, KEY_RUN_CONDITION, instance, text, UNIT_NONE,
                       line_place(reading, line, text));
}

static bool line_read(struct reading *reading, const struct line *line)
{
    struct str text = str_trim(line->text);
    struct str value = text;
    struct str label;
    if (str_starts(text, STR("TEST PASS")) || str_starts(text, STR("TEST FAIL"))) {
        condition_fact(reading, line, STR("test"), text);
        return true;
    }
    if (str_starts(text, STR("TEST "))) {
        reading_error(reading, DIAG_VALUE_BAD, line_place(reading, line, text),
                      STR("TEST PASS or TEST FAIL"), text);
        return false;
    }
    size_t check = str_find(text, STR(" check pass: "));
    if (check != SIZE_MAX) {
        condition_fact(reading, line, str_sub(text, 0, check),
                       str_sub(text, check + sizeof " check pass: " - 1, text.len));
        return true;
    }
    if (str_cut(&value, '=', &label) && value.at) {
        label = str_trim(label);
        for (size_t i = 0; i < ARRAY_COUNT(labels); i++)
            if (str_eq(label, labels[i]))
                condition_fact(reading, line, label, str_trim(value));
    }
    return false;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    bool verdict = false;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        verdict = line_read(reading, &line) || verdict;
    if (!verdict)
        reading_missing(reading, "TEST PASS or TEST FAIL");
    return true;
}

const struct adapter adapter_mlperf_compliance = {
    .name = "mlperf-compliance",
    .title = "Outcome of a compliance test",
    .tool = "MLPerf Inference 3 to 6, verify_performance.txt and verify_accuracy.txt",
    .spec = "mlcommons/inference, compliance",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
