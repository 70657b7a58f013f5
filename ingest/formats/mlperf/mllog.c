/* mllog.c - lines ":::MLLOG {json}" of MLPerf's logs: LoadGen's detailed log has nothing else, a
 * training log has its launcher's output between them, and in front of them on one line. Defined
 * by mlcommons/logging, mlperf_logging/mllog/mllog.py, and mlcommons/inference,
 * loadgen/logging.cc. */
#include "mllog.h"
#include "glance.h"

#include <string.h>

static const struct str mark = STR_INIT(":::MLLOG ");

void mllog_begin(struct mllog *log, struct reading *reading, bool mixed)
{
    *log = (struct mllog){ .reading = reading, .mixed = mixed };
    reading_lines(&log->lines, reading);
}

/* The line with blanks up to its JSON, so that places count in the line. */
static struct str blanked(struct reading *reading, struct str text, size_t from)
{
    char *copy = ARENA_MANY(reading->scratch, text.len + 1, char);
    memset(copy, ' ', from);
    memcpy(copy + from, text.at + from, text.len - from);
    return (struct str){ copy, text.len };
}

static bool line_parse(struct reading *reading, size_t from, struct mllog_line *out)
{
    struct json *json = NULL;
    const struct line *line = &out->line;
    if (!json_read_line(reading->scratch, reading->name, blanked(reading, line->text, from),
                        line->number, line->offset, reading->limits, &json, reading->diags))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *key = json_member(root, STR("key"));
    if (!key || json_type(key) != JSON_STRING) {
        reading_error(reading, DIAG_LINE_BAD, json_place(json, root), STR("a member \"key\""),
                      line->text);
        return false;
    }
    out->json = json;
    out->name = key;
    out->key = json_string(key);
    out->value = json_member(root, STR("value"));
    out->metadata = json_member(root, STR("metadata"));
    out->time = json_member(root, STR("time_ms"));
    return true;
}

static bool is_idle(const struct mllog *log, struct str text, size_t from)
{
    struct str key;
    return log->idle && mllog_glance(str_sub(text, from, text.len), log->reading->limits, &key) &&
           log->idle(log->reading, text, key);
}

bool mllog_next(struct mllog *log, struct mllog_line *out)
{
    while (lines_next(&log->lines, &out->line)) {
        struct str text = out->line.text;
        size_t at = str_starts(text, mark) ? 0 : str_find(text, mark);
        if (at != SIZE_MAX) {
            if (!is_idle(log, text, at + mark.len) && line_parse(log->reading, at + mark.len, out))
                return true;
        } else if (!log->mixed && str_trim(text).len > 0) {
            reading_error(log->reading, DIAG_LINE_BAD, line_place(log->reading, &out->line, text),
                          STR("a line that begins with \":::MLLOG\""), text);
        }
    }
    return false;
}

struct str mllog_text(const struct mllog_line *line)
{
    return line->value ? json_scalar(line->json, line->value) : (struct str){ 0 };
}

struct place mllog_place(const struct mllog_line *line)
{
    return json_place(line->json, line->value);
}
