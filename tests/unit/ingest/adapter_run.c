/* adapter_run.c - one file through bid and read, and its facts as lines of text. */
#include "adapter_run.h"
#include "file_read.h"

enum { HEAD = 65536 };

struct adapter_result adapter_run(struct arena *home, struct str name, struct str bytes,
                                  struct str zone, struct str selected)
{
    struct adapter_result result = { .diags = diags_new(home), .facts = facts_new(home) };
    struct evidence *evidence = ARENA_NEW(home, struct evidence);
    *evidence = (struct evidence){ .name = name, .bytes = bytes };
    struct reading reading = {
        .home = home,
        .scratch = home,
        .evidence = evidence,
        .limits = &limits_default,
        .diags = result.diags,
        .facts = result.facts,
        .time_zone = zone,
        .selected = selected,
    };
    if (!file_decode(&reading))
        return result;
    struct sniff sniff = { .name = name, .head = str_sub(reading.bytes, 0, HEAD) };
    for (size_t i = 0; adapter_at(i); i++) {
        int bid = adapter_at(i)->bid(&sniff);
        result.tie = bid > 0 && bid == result.bid ? true : (bid > result.bid ? false : result.tie);
        if (bid > result.bid) {
            result.bid = bid;
            result.adapter = adapter_at(i);
        }
    }
    if (!result.adapter)
        return result;
    evidence->format = result.adapter->name;
    reading.adapter = result.adapter;
    reading.kind = result.adapter->kind;
    reading.scratch = arena_new((size_t)1 << 32);
    result.read = file_facts(&reading);
    arena_free(reading.scratch);
    result.series = reading.series;
    result.series_count = reading.series_count;
    return result;
}

static void place_line(struct place place, struct buf *out)
{
    if (place.path.len > 0) {
        buf_put(out, place.path);
        buf_put_char(out, ' ');
    }
    buf_putf(out, "%u:%u", place.line, place.column);
}

static void fact_put(const struct fact *fact, struct buf *out)
{
    buf_putf(out, "%s [", vocabulary_row(fact->key)->name);
    buf_put(out, fact->instance);
    buf_putf(out, "] %s = ", fact_kind_name(fact->kind));
    json_put_string(out, fact->value.text);
    if (fact->placeholder) {
        buf_put(out, STR(" placeholder"));
    } else if (fact->value.number) {
        buf_put(out, STR(" ("));
        buf_put_shortest(out, fact->value.value);
        buf_putf(out, " %s)", unit_row(fact->value.unit)->title);
    }
    buf_put(out, STR(" @ "));
    place_line(fact->source.from, out);
    buf_put_char(out, '\n');
}

static void number_put(const double *column, size_t at, struct buf *out)
{
    if (!column) {
        buf_put(out, STR(" -"));
    } else {
        buf_put_char(out, ' ');
        if (column[at] - column[at] != 0) /* NaN */
            buf_put(out, STR("nan"));
        else
            buf_put_shortest(out, column[at]);
    }
}

static void series_put(const struct series *series, struct buf *out)
{
    static const char *const kinds[] = { "undeclared", "per interval", "per iteration" };
    buf_putf(out, "%s [", vocabulary_row(series->key)->name);
    buf_put(out, series->instance);
    buf_putf(out, "] series of %zu, %s, in %s%s @ ", series->count, kinds[series->kind],
             unit_row(series->unit)->title, series->unix_clock ? ", Unix time" : "");
    place_line(series->source.from, out);
    buf_put(out, STR(" .. "));
    place_line(series->source.to, out);
    buf_put_char(out, '\n');
    for (size_t i = 0; i < series->count; i++) {
        buf_putf(out, "  %u:", series->row[i]);
        number_put(series->start, i, out);
        number_put(series->duration, i, out);
        number_put(series->value, i, out);
        number_put(series->work, i, out);
        buf_put_char(out, '\n');
    }
}

void adapter_result_put(const struct adapter_result *result, struct buf *out)
{
    buf_putf(out, "format %s\n", result->adapter ? result->adapter->name : "none");
    for (size_t i = 0; i < facts_count(result->facts); i++)
        fact_put(facts_at(result->facts, i), out);
    for (const struct series_item *item = result->series; item; item = item->next)
        series_put(&item->series, out);
    struct buf said = buf_new(out->home, (size_t)1 << 20);
    diags_put_text(result->diags, &said);
    buf_put(out, buf_str(&said));
}
