/* adapter_mlperf_storage.c - summary.json of one run of MLPerf Storage 1.0 (DLIO).
 *
 * Accelerators are simulated by waiting: their number says how much storage was asked for (each
 * takes one batch at a time), and no accelerator was there. A run is accepted where they were busy
 * for the share that the benchmark wants (train_au_meet_expectation: "success" or "fail").
 * train_io_..._MB_per_second are mebibytes: samples a second x bytes of a sample / 1048576. Epochs
 * have a list each. Defined by argonne-lcf/dlio_benchmark, utils/statscounter.py, and
 * mlcommons/storage. */
#include "reading.h"
#include "sniff.h"

static const struct member_row {
    const char *path, *instance;
    enum key key;
    enum unit unit;
} rows[] = {
    { "/metric/train_au_mean_percentage", "mean", KEY_STORAGE_BUSY, UNIT_PERCENT },
    { "/metric/train_au_meet_expectation", "", KEY_RUN_VALID, UNIT_NONE },
    { "/metric/train_au_stdev_percentage", "std", KEY_STORAGE_BUSY, UNIT_PERCENT },
    { "/metric/train_throughput_mean_samples_per_second", "mean", KEY_THROUGHPUT_SAMPLES,
      UNIT_SAMPLE_PER_SECOND },
    { "/metric/train_throughput_stdev_samples_per_second", "std", KEY_THROUGHPUT_SAMPLES,
      UNIT_SAMPLE_PER_SECOND },
    { "/metric/train_io_mean_MB_per_second", "mean", KEY_THROUGHPUT_BYTES,
      UNIT_MEBIBYTE_PER_SECOND },
    { "/metric/train_io_stdev_MB_per_second", "std", KEY_THROUGHPUT_BYTES,
      UNIT_MEBIBYTE_PER_SECOND },
    { "/model", "", KEY_WORKLOAD_NAME, UNIT_NONE }, /* v0.5 */
    { "/num_accelerators", "", KEY_LOAD_CONCURRENCY, UNIT_REQUEST },
    { "/num_accelerators", "num_accelerators", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "/num_files_train", "num_files_train", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "/num_hosts", "", KEY_NODES_COUNT, UNIT_COUNT },
    { "/num_samples_per_file", "num_samples_per_file", KEY_METHOD_ARGUMENTS, UNIT_NONE },
};
static const struct list_row {
    const char *path;
    enum key key;
    enum unit unit;
} lists[] = {
    { "/metric/train_au_percentage", KEY_STORAGE_BUSY, UNIT_PERCENT },
    { "/metric/train_throughput_samples_per_second", KEY_THROUGHPUT_SAMPLES,
      UNIT_SAMPLE_PER_SECOND },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("num_accelerators")) &&
                sniff_member(sniff, STR("num_hosts")) &&
                str_find(sniff->head, STR("\"train_au_")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void list_read(struct reading *reading, const struct json *json, const struct list_row *row)
{
    const struct json_item *list = json_at(json_root(json), str_from(row->path));
    unsigned epoch = 1;
    for (const struct json_item *item =
             list && json_type(list) == JSON_ARRAY ? json_next(list, NULL) : NULL;
         item; item = json_next(list, item)) {
        (void)json_fact(reading, json, item, str_format(reading->scratch, "epoch %u", epoch++),
                        row->key, row->unit);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct json_item *item = json_at(json_root(json), str_from(rows[i].path));
        if (item) {
            (void)json_fact(reading, json, item, str_from(rows[i].instance), rows[i].key,
                            rows[i].unit);
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(lists); i++)
        list_read(reading, json, &lists[i]);
    return true;
}

const struct adapter adapter_mlperf_storage = {
    .name = "mlperf-storage-json",
    .title = "One run against storage with simulated accelerators",
    .tool = "MLPerf Storage 1.0 (DLIO), summary.json",
    .spec = "argonne-lcf/dlio_benchmark, utils/statscounter.py; mlcommons/storage",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
