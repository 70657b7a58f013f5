/* data.h - private to render: parts of data.json. */
#ifndef RENDER_DATA_H
#define RENDER_DATA_H

#include "devices.h"

#include "base/json.h"

void data_fact(struct json_out *json, const char *name,
               const struct fact *fact); /* its number; NULL: nothing */
void data_fact_row(struct arena *home, struct json_out *json, const struct fact *fact);

#endif
