/* adapter_mlperf_storage_report.c - mlperf_storage_report.json of MLPerf Storage 0.5 and 1.0: what
 * the suite's reportgen makes of the summaries of five runs.
 *
 * "overall" holds mean and deviation over the runs (n, not n - 1), "runs" the mean of each. MB are
 * mebibytes. Accelerators are emulated, and told as text by the tool. The means are held against
 * the runs beside them. Defined by mlcommons/storage, report.py. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

enum { RUNS_MOST = 1000 };
static const struct figure {
    const char *run, *mean, *deviation;
    enum key key;
    enum unit unit;
} figures[] = {
    { "train_throughput_samples_per_second", "train_throughput_mean_samples_per_second",
      "train_throughput_stdev_samples_per_second", KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND },
    { "train_throughput_MB_per_second", "train_throughput_mean_MB_per_second",
      "train_throughput_stdev_MB_per_second", KEY_THROUGHPUT_BYTES, UNIT_MEBIBYTE_PER_SECOND },
};
static const char *const arguments[] = { "accelerator",          "model",
                                         "num_benchmark_runs",   "num_files_train",
                                         "num_samples_per_file", "train_num_accelerators" };

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("overall")) &&
                str_find(sniff->head, STR("\"num_benchmark_runs\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"train_throughput_mean_")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Mean and deviation of what the runs tell, held against what is stated of all. */
static void figure_read(struct reading *reading, const struct json *json,
                        const struct figure *figure)
{
    const struct json_item *overall = json_at(json_root(json), STR("/overall"));
    const struct json_item *runs = json_at(json_root(json), STR("/runs"));
    const struct json_item *mean = json_member(overall, str_from(figure->mean));
    const struct json_item *deviation = json_member(overall, str_from(figure->deviation));
    double value, sum = 0, stated;
    size_t count = 0;
    const double rounding = 1e-9;
    if (mean)
        json_fact(reading, json, mean, STR("mean of runs"), figure->key, figure->unit);
    if (deviation)
        json_fact(reading, json, deviation, STR("std of runs"), figure->key, figure->unit);
    for (const struct json_item *run = runs ? json_next(runs, NULL) : NULL;
         run && count < RUNS_MOST; run = json_next(runs, run)) {
        const struct json_item *item = json_member(run, str_from(figure->run));
        if (!item)
            continue;
        json_fact(reading, json, item, json_name(run), figure->key, figure->unit);
        if (json_type(item) == JSON_NUMBER && json_real(json, item, &value)) {
            sum += value;
            count++;
        }
    }
    if (mean && count > 0 && json_type(mean) == JSON_NUMBER && json_real(json, mean, &stated) &&
        fabs(sum / (double)count - stated) > rounding * fabs(stated))
        reading_contradiction(reading, json_scalar(json, mean), json_place(json, mean),
                              STR("the runs have another mean"));
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *overall = json_at(json_root(json), STR("/overall"));
    if (!overall || json_type(overall) != JSON_OBJECT)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(arguments); i++) {
        const struct json_item *item = json_member(overall, str_from(arguments[i]));
        if (item)
            json_fact(reading, json, item, str_from(arguments[i]), KEY_METHOD_ARGUMENTS, UNIT_NONE);
    }
    for (size_t i = 0; i < ARRAY_COUNT(figures); i++)
        figure_read(reading, json, &figures[i]);
    return true;
}

const struct adapter adapter_mlperf_storage_report = {
    .name = "mlperf-storage-report-json",
    .title = "Report of five runs against storage with emulated accelerators",
    .tool = "MLPerf Storage 0.5 and 1.0, mlperf_storage_report.json",
    .spec = "mlcommons/storage, report.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
