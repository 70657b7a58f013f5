/* adapter_fio.c - `fio --output-format=json` (and json+), fio 2.2 to 3.x.
 *
 * "jobs" has one element a job, or a group under group_reporting; each moves data in the directions
 * read, write and trim, of which those without an operation are passed over. "bw" is KiB/s and not
 * taken, "bw_bytes" is. "lat_ns" runs from the call to the end, "clat_ns" from submission to the
 * end; percentiles are of the latter, or with --lat_percentiles of the former. Before 3.0 both were
 * microseconds without "_ns". Two habits break the JSON: a second file name stands as a second
 * "filename" in "job options", and messages
 * ("fio: ...", "verify: ...") stand before or behind the value. Both are mended in a copy of equal
 * length, so that places hold; a message is an error of the run, unless it is a known notice.
 * Defined by axboe/fio, stat.c and HOWTO. */
#include "benchmarks.h"
#include "fio.h"
#include "sniff.h"

#include <string.h>

enum { MESSAGES_MOST = 20, NAMES_MOST = 256 };

static const struct field fields[] = {
    { "/fio version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, true },
    { "/timestamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/global options/ramp_time", KEY_METHOD_WARMUP, UNIT_NONE, false },
    { "/disk_util/*/name", KEY_STORAGE_NAME, UNIT_NONE, false },
};

static const struct field job_fields[] = {
    { "/jobname", KEY_WORKLOAD_NAME, UNIT_NONE, true },
    { "/error", KEY_RUN_EXIT, UNIT_NONE, true },
    { "/job options/ramp_time", KEY_METHOD_WARMUP, UNIT_NONE, false },
};

static const struct direction_row {
    const char *path, *instance;
    enum key key;
    enum unit unit;
} directions[] = {
    { "/bw_bytes", "", KEY_THROUGHPUT_BYTES, UNIT_BYTE_PER_SECOND },
    { "/iops", "", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND },
    { "/total_ios", "", KEY_REQUESTS_COMPLETED, UNIT_REQUEST },
    { "/runtime", "", KEY_WALL_TIME, UNIT_MILLISECOND },
    { "/lat_ns/mean", " mean", KEY_LATENCY_REQUEST, UNIT_NANOSECOND },
    { "/lat_ns/stddev", " std", KEY_LATENCY_REQUEST, UNIT_NANOSECOND },
    { "/lat_ns/percentile/50.000000", " p50", KEY_LATENCY_REQUEST, UNIT_NANOSECOND },
    { "/lat_ns/percentile/95.000000", " p95", KEY_LATENCY_REQUEST, UNIT_NANOSECOND },
    { "/lat_ns/percentile/99.000000", " p99", KEY_LATENCY_REQUEST, UNIT_NANOSECOND },
    { "/lat_ns/percentile/99.900000", " p99.9", KEY_LATENCY_REQUEST, UNIT_NANOSECOND },
    { "/lat/mean", " mean", KEY_LATENCY_REQUEST, UNIT_MICROSECOND },
    { "/clat_ns/mean", " mean", KEY_LATENCY_COMPLETION, UNIT_NANOSECOND },
    { "/clat_ns/percentile/50.000000", " p50", KEY_LATENCY_COMPLETION, UNIT_NANOSECOND },
    { "/clat_ns/percentile/95.000000", " p95", KEY_LATENCY_COMPLETION, UNIT_NANOSECOND },
    { "/clat_ns/percentile/99.000000", " p99", KEY_LATENCY_COMPLETION, UNIT_NANOSECOND },
    { "/clat_ns/percentile/99.900000", " p99.9", KEY_LATENCY_COMPLETION, UNIT_NANOSECOND },
    { "/clat/percentile/99.000000", " p99", KEY_LATENCY_COMPLETION, UNIT_MICROSECOND },
};

static int bid(const struct sniff *sniff)
{
    return str_find(sniff->head, STR("\"fio version\"")) != SIZE_MAX ? BID_SIGNATURE : BID_NONE;
}

/* ---- mending ---- */

/* Messages around the JSON become blanks, and facts. */
static void messages_blank(struct reading *reading, char *copy)
{
    struct lines lines;
    struct line line;
    bool inside = false;
    unsigned count = 0;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        inside = inside || str_starts(line.text, STR("{"));
        if (!inside && str_trim(line.text).len > 0) {
            memset(copy + line.offset, ' ', line.text.len);
            if (count++ < MESSAGES_MOST) {
                bool error = !fio_is_notice(line.text) && (str_starts(line.text, STR("fio: ")) ||
                                                           str_starts(line.text, STR("verify: ")));
                struct str instance =
                    error ? STR("") : str_format(reading->scratch, "line %u", line.number);
                reading_fact(reading, error ? KEY_RUN_ERROR : KEY_RESULT_REMARK, instance,
                             line.text, UNIT_NONE, line_place(reading, &line, line.text));
            }
        }
        inside = inside && !str_eq(line.text, STR("}"));
    }
}

/* A second file name gets a digit for its last letter; another option twice stays an error. */
static void options_part(char *copy, const struct str *name, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            if (str_starts(name[i], STR("filename")) && str_eq(name[i], name[j]))
                copy[name[i].at - copy + (ptrdiff_t)name[i].len - 1] = (char)('0' + (char)(i % 10));
    }
}

/* Options stand on lines of their own: "name" : "value". */
static void options_mend(const struct reading *reading, char *copy)
{
    struct str *name = ARENA_MANY(reading->scratch, NAMES_MOST, struct str);
    struct lines lines;
    struct line line;
    size_t count = 0;
    bool inside = false;
    lines_begin(&lines, (struct str){ copy, reading->bytes.len });
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        if (str_starts(text, STR("\"job options\"")) ||
            str_starts(text, STR("\"global options\""))) {
            inside = true;
            count = 0;
        } else if (inside && str_starts(text, STR("}"))) {
            options_part(copy, name, count);
            inside = false;
        } else if (inside && text.len > 1 && text.at[0] == '"' && count < NAMES_MOST) {
            struct str rest = str_sub(text, 1, text.len);
            name[count++] = str_sub(rest, 0, str_find(rest, STR("\"")));
        }
    }
}

/* ---- facts ---- */

/* A job's own option stands in place of the global one; where one job alone is read, only the
 * former was in force. */
static bool is_overridden(const struct reading *reading, const struct json *json, struct str name)
{
    const struct json_item *jobs = json_member(json_root(json), STR("jobs"));
    bool one = jobs && (json_count(jobs) == 1 || reading->selected.len > 0);
    const struct json_item *job = one ? json_next(jobs, NULL) : NULL;
    for (; job; job = json_next(jobs, job)) {
        const struct json_item *options = json_member(job, STR("job options"));
        if (options && json_member(options, name))
            return true;
    }
    return false;
}

static void options_facts(struct reading *reading, const struct json *json,
                          const struct json_item *options, bool of_job)
{
    for (const struct json_item *item = options ? json_next(options, NULL) : NULL; item;
         item = json_next(options, item)) {
        struct str name = json_name(item);
        if (!str_starts(name, STR("filenam")) && !str_eq(name, STR("name")) &&
            !str_eq(name, STR("directory")) && (of_job || !is_overridden(reading, json, name))) {
            /* By which interface of the system the work is handed over is software, and judged. */
            enum key key =
                str_eq(name, STR("ioengine")) ? KEY_ENGINE_SETTINGS : KEY_METHOD_ARGUMENTS;
            json_fact(reading, json, item, of_job ? result_instance(reading, name) : name, key,
                      UNIT_NONE);
        }
    }
}

/* Options that make a job what it is, with what fio takes where they are not given (HOWTO.rst);
 * without a default: told where they are given. Sizes in bytes. */
static const struct work_row {
    const char *name, *standard;
    bool size;
} works[] = {
    { "rw", "read", false },
    { "bs", "4096", true },
    { "iodepth", "1", false },
    { "numjobs", "1", false },
    { "direct", "0", false },
    { "bsrange", "", false },
    { "bssplit", "", false },
    { "size", "", true },
    { "io_size", "", true },
    { "rwmixread", "", false },
    { "rwmixwrite", "", false },
    { "fsync", "", false },
    { "sync", "", false },
    { "verify", "", false },
    { "zonemode", "", false },
    { "thinktime", "", false },
    { "rate", "", false },
    { "rate_iops", "", false },
    { "random_distribution", "", false },
};
static const char *const same_names[][2] = { { "readwrite", "rw" }, { "blocksize", "bs" } };

static struct str option_of(const struct json_item *options, struct str name)
{
    const struct json_item *item = options ? json_member(options, name) : NULL;
    for (size_t i = 0; options && !item && i < ARRAY_COUNT(same_names); i++) {
        item = str_eq(name, str_from(same_names[i][1]))
                   ? json_member(options, str_from(same_names[i][0]))
                   : NULL;
    }
    return item ? str_trim(json_string(item)) : (struct str){ 0 };
}

/* "64k", "1G" in bytes: fio's units are of 1024 unless kb_base says otherwise. */
static struct str in_bytes(struct arena *scratch, struct str text)
{
    static const char units[] = "kmgt";
    size_t end = 0;
    while (end < text.len && text.at[end] >= '0' && text.at[end] <= '9')
        end++;
    int64_t value;
    if (end == 0 || end > 12 || !num_int(str_sub(text, 0, end), &value) || end + 3 < text.len)
        return text;
    char unit = (char)(end < text.len ? text.at[end] : '\0');
    unit = (char)(unit >= 'A' && unit <= 'Z' ? unit - 'A' + 'a' : unit);
    double bytes = (double)value;
    for (size_t i = 0; unit && i < ARRAY_COUNT(units); i++) {
        bytes *= 1024;
        if (units[i] == unit)
            return str_format(scratch, "%.0f", bytes);
    }
    return unit ? text : str_format(scratch, "%.0f", bytes);
}

/* The job in one line, its own options before the global ones: other sizes of blocks or depths of
 * queues are other work, though the job has one name. */
static void work_fact(struct reading *reading, const struct json *json, const struct json_item *job)
{
    const struct json_item *global = json_member(json_root(json), STR("global options"));
    const struct json_item *own = json_member(job, STR("job options"));
    struct buf out = buf_new(reading->scratch, 1 << 12);
    if (!own && !global)
        return; /* fio 2.2 does not keep them */
    for (size_t i = 0; i < ARRAY_COUNT(works); i++) {
        struct str name = str_from(works[i].name), value = option_of(own, name);
        value = value.len > 0 ? value : option_of(global, name);
        value = value.len > 0 ? value : str_from(works[i].standard);
        value = works[i].size ? in_bytes(reading->scratch, value) : value;
        if (value.len > 0) {
            buf_putf(&out, "%s%s=%.*s", buf_str(&out).len > 0 ? " " : "", works[i].name,
                     STR_ARG(str_sub(value, 0, 100)));
        }
    }
    struct place place = json_place(json, own ? own : global);
    (void)reading_fact_alone(reading, KEY_WORKLOAD_NAME, result_instance(reading, STR("work")),
                             buf_str(&out), UNIT_NONE, place);
}

static bool moved(const struct json *json, const struct json_item *direction)
{
    const struct json_item *total = direction ? json_member(direction, STR("total_ios")) : NULL;
    const struct json_item *bytes = direction ? json_member(direction, STR("io_bytes")) : NULL;
    const struct json_item *seen = total ? total : bytes;
    return seen && !str_eq(json_literal(json, seen), STR("0"));
}

/* "N": 0: the job did not measure this (gtod_reduce, disable_lat), and its mean is no mean. */
static bool measured(struct arena *home, const struct json *json, const struct json_item *direction,
                     struct str path)
{
    static const char *const parts[] = { "lat_ns", "lat", "clat_ns", "clat" };
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        struct str head = str_format(home, "/%s/", parts[i]);
        if (str_starts(path, head)) {
            const struct json_item *part = json_member(direction, str_from(parts[i]));
            const struct json_item *count = part ? json_member(part, STR("N")) : NULL;
            return !count || !str_eq(json_literal(json, count), STR("0"));
        }
    }
    return true;
}

static void job_read(struct reading *reading, const struct json *json, const struct json_item *job)
{
    static const struct str names[] = { STR_INIT("read"), STR_INIT("write"), STR_INIT("trim") };
    json_fields(reading, json, job, (struct str){ 0 }, job_fields, ARRAY_COUNT(job_fields));
    options_facts(reading, json, json_member(job, STR("job options")), true);
    work_fact(reading, json, job);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        const struct json_item *direction = json_member(job, names[i]);
        for (size_t j = 0; moved(json, direction) && j < ARRAY_COUNT(directions); j++) {
            const struct direction_row *row = &directions[j];
            if (!measured(reading->scratch, json, direction, str_from(row->path)))
                continue;
            struct str what =
                str_format(reading->scratch, "%.*s%s", STR_ARG(names[i]), row->instance);
            (void)result_fact(reading, json, json_at(direction, str_from(row->path)), what,
                              row->key, row->unit);
        }
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    size_t size = reading->bytes.len;
    char *copy = ARENA_MANY(reading->scratch, size + 1, char);
    memcpy(copy, reading->bytes.at, size);
    messages_blank(reading, copy);
    options_mend(reading, copy);
    if (!json_read(reading->scratch, reading->name, (struct str){ copy, size }, reading->limits,
                   &json, reading->diags))
        return false;
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    options_facts(reading, json, json_member(root, STR("global options")), false);
    const struct json_item *jobs = json_member(root, STR("jobs"));
    unsigned index = 0;
    if (!jobs || json_type(jobs) != JSON_ARRAY) {
        reading_missing(reading, "/jobs");
        return true;
    }
    for (const struct json_item *job = json_next(jobs, NULL); job; job = json_next(jobs, job))
        if (reading_run(reading, str_format(reading->scratch, "%u", index++)))
            job_read(reading, json, job);
    return true;
}

const struct adapter adapter_fio = {
    .name = "fio-json",
    .title = "Throughput and latency of storage",
    .tool = "fio 2.2 to 3.x, --output-format=json",
    .spec = "axboe/fio, stat.c and HOWTO.rst",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
