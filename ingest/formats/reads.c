/* reads.c - what formats read by code, beside the tables of their adapters: a reads_ROOM.def in
 * each room.
 *
 * A place is a pointer or path in which * is any one step, the name of a column, or the words that
 * stand before the value on its line; * alone: the value is known by its form or where it stands.
 */
#include "ingest/ingest.h"

#include <string.h>

static const struct reads {
    const char *format, *place;
    enum key key;
} rows[] = {
#define READS(format, place, key) { format, place, KEY_##key },
#include "reads_accelerator.def"
#include "reads_accuracy.def"
#include "reads_engine.def"
#include "reads_general.def"
#include "reads_host.def"
#include "reads_mlperf.def"
#include "reads_own.def"
#include "reads_serving.def"
#include "reads_training.def"
#undef READS
};

bool adapter_reads(const struct adapter *adapter, size_t index, const char **place, enum key *key)
{
    if (index < adapter->field_count) {
        *place = adapter->field[index].path;
        *key = adapter->field[index].key;
        return true;
    }
    index -= adapter->field_count;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (strcmp(rows[i].format, adapter->name) == 0 && index-- == 0) {
            *place = rows[i].place;
            *key = rows[i].key;
            return true;
        }
    }
    return false;
}
