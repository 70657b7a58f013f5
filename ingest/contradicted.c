/* contradicted.c - statements that their own file contradicts. */
#include "reading.h"

void reading_contradiction(struct reading *reading, struct str text, struct place place,
                           struct str against)
{
    struct place told = place;
    told.file = reading->name;
    told.offset = reading_offset(reading, place.offset);
    diag_add(reading->diags, DIAG_CONTRADICTION, told, STR(""), "\"%.*s\", but %.*s", STR_ARG(text),
             STR_ARG(against));
    (void)reading_fact(reading, KEY_CONTRADICTION, against, text, UNIT_NONE, place);
}
