/* unread.c - that a file, or a part of it, was not read is a fact. */
#include "reading.h"

void reading_unread_stored(struct reading *reading, const char *part, struct str why,
                           struct place place)
{
    struct str name = reading->evidence->name;
    struct fact fact = {
        .key = KEY_UNREAD,
        .instance = str_format(reading->home, "%.*s%s", STR_ARG(name), part),
        .kind = FACT_MEASURED,
        .system = reading->system,
        .machine = reading->machine,
        .run = reading->run,
        .value = { .text = str_keep(reading->home, why) },
        .source = { .evidence = reading->evidence, .from = place },
    };
    fact.source.from.file = reading->name;
    fact.source.from.path = str_keep(reading->home, place.path);
    facts_add(reading->facts, &fact);
}

void reading_unread(struct reading *reading, const char *part, struct str why, struct place place)
{
    place.offset = reading_offset(reading, place.offset);
    reading_unread_stored(reading, part, why, place);
}
