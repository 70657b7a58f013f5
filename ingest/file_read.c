/* file_read.c - which adapter reads a file, and what it reads. */
#include "file_read.h"

enum { HEAD = 1 << 16 };

bool file_decode(struct reading *reading)
{
    const struct evidence *evidence = reading->evidence;
    reading->name = evidence->name;
    reading->bytes = evidence->bytes;
    if (!compressed_is(evidence->bytes) || archive_is(evidence->name, evidence->bytes)) {
        return true;
    }
    reading->name = str_format(reading->home, "%.*s!", STR_ARG(evidence->name));
    return decompress(reading->scratch, evidence->name, evidence->bytes, reading->limits,
                      &reading->bytes, reading->diags);
}

const struct adapter *file_format(struct reading *reading)
{
    return format_among(reading, adapter_at);
}

const struct adapter *format_among(struct reading *reading,
                                   const struct adapter *(*at)(size_t index))
{
    struct sniff sniff = { .name = reading->evidence->name,
                           .head = str_sub(reading->bytes, 0, HEAD) };
    const struct adapter *best = NULL, *rival = NULL, *adapter;
    int highest = 0;
    for (size_t i = 0; (adapter = at(i)); i++) {
        int bid = adapter->bid(&sniff);
        if (bid > highest) {
            highest = bid;
            best = adapter;
            rival = NULL;
        } else if (bid == highest && bid > 0) {
            rival = adapter;
        }
    }
    if (rival) {
        diag_add(reading->diags, DIAG_FORMAT_TIE, (struct place){ .file = reading->evidence->name },
                 STR(""), "%s and %s", best->name, rival->name);
        return NULL;
    }
    return best;
}

static bool format_tied(const struct reading *reading, size_t errors_before)
{
    return diags_count(reading->diags, LEVEL_INPUT) > errors_before;
}

const struct adapter *file_read_facts(struct reading *reading,
                                      const struct declarations *declarations)
{
    struct str name = reading->evidence->name;
    size_t errors = diags_count(reading->diags, LEVEL_INPUT);
    reading->time_zone = declared_zone(declarations, name);
    struct series_declaration *series = declared_series(declarations, name, NULL);
    if (series) {
        reading->adapter = &adapter_dossier_series;
        reading->kind = adapter_dossier_series.kind;
        for (; series; series = declared_series(declarations, name, series)) {
            (void)series_read(reading,
                              series); /* what failed has said so; other series may be good */
        }
        return reading->adapter;
    }
    if (reading->bytes.len == 0) {
        return NULL;
    }
    const struct adapter *adapter = file_format(reading);
    if (!adapter) {
        if (!format_tied(reading, errors)) {
            diag_add(reading->diags, DIAG_FORMAT_NONE, (struct place){ .file = name }, STR(""),
                     "%s", "");
        }
        return NULL;
    }
    reading->adapter = adapter;
    reading->kind = adapter->kind;
    if (adapter != &adapter_dossier_run) {
        (void)adapter->read(reading);
    }
    return adapter;
}
