/* file_read.c - which adapter reads a file, and what it reads. */
#include "file_read.h"

#include <string.h>

enum { HEAD = 1 << 16 };

bool file_decode(struct reading *reading)
{
    const struct evidence *evidence = reading->evidence;
    reading->name = evidence->name;
    reading->bytes = evidence->bytes;
    if (archive_is(evidence->name, evidence->bytes)) {
        return true;
    }
    if (compressed_is(evidence->bytes)) {
        reading->name = str_format(reading->home, "%.*s!", STR_ARG(evidence->name));
        if (!decompress(reading->scratch, evidence->name, evidence->bytes, reading->limits,
                        &reading->bytes, reading->diags)) {
            return false;
        }
    }
    return text_decode(reading);
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

/* JSON and XML know where they end; lines and tables do not. */
static void note_cut(struct reading *reading)
{
    size_t from = reading->bytes.len;
    while (from > 0 && reading->bytes.at[from - 1] != '\n') {
        from--;
    }
    reading_error(reading, DIAG_TEXT_CUT, place_at(reading, from), STR(""), STR(""));
}

bool text_is_plain(struct reading *reading)
{
    struct str text = reading->bytes, first = str_trim(str_sub(text, 0, HEAD));
    /* "[03/05/2026-10:00:00]" begins a line of a log, no array; GGUF is no text at all. */
    bool dated = first.len > 3 && first.at[0] == '[' && first.at[3] == '/';
    bool lines = first.len > 0 && (dated || !strchr("{[", first.at[0])) &&
                 !str_starts(first, STR("<?")) && !str_starts(first, STR("<!")) &&
                 !str_starts(first, STR("GGUF"));
    if (lines && !str_ends(text, STR("\n"))) {
        note_cut(reading);
    }
    if (!lines || (reading->adapter->allows & (ALLOW_BARS | ALLOW_LEAD)) != 0) {
        return true;
    }
    for (size_t at = 0; at + 1 < text.len; at++) {
        const char *stroke = memchr(text.at + at, '\r', text.len - at - 1);
        if (!stroke) {
            break;
        }
        at = (size_t)(stroke - text.at);
        if (text.at[at + 1] != '\n' && text.at[at + 1] != '\r') {
            reading_error(reading, DIAG_TEXT_STROKE, place_at(reading, at), STR(""), STR(""));
            return false;
        }
    }
    return true;
}

bool file_facts(struct reading *reading)
{
    size_t from = facts_count(reading->facts);
    reading->round_from = from;
    bool good = text_is_plain(reading) && reading->adapter->read(reading);
    reading_twice(reading, from);
    return good;
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
        file_facts(reading);
    }
    return adapter;
}
