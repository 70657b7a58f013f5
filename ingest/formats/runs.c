/* runs.c - the runs of a file to which a tool appends a JSON value a run. */
#include "runs.h"

void runs_begin(struct runs *runs, struct reading *reading)
{
    *runs = (struct runs){ 0 };
    documents_begin(&runs->documents, reading);
}

bool runs_next(struct runs *runs, struct json **out)
{
    struct reading *reading = runs->documents.reading;
    while (documents_next(&runs->documents, out)) {
        size_t index = runs->count++;
        bool more = runs->documents.cursor.at < reading->bytes.len;
        runs->several = runs->several || more;
        bool named = runs->several || reading->selected.len > 0;
        bool wanted = !named || reading_run(reading, str_format(reading->scratch, "%zu", index));
        if (*out && wanted)
            return true;
    }
    return false;
}
