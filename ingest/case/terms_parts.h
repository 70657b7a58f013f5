/* terms_parts.h - private to ingest: how members of a case's terms are read. Each says what is
 * wrong at its place, makes `good` false, and gives a value that is safe to go on with. */
#ifndef INGEST_TERMS_PARTS_H
#define INGEST_TERMS_PARTS_H

#include "case_parts.h"
#include "model/decision.h"

struct terms_reading {
    const struct checking *checking;
    const struct json_item *root;
    struct case_file *case_file;
    struct terms *out;
    bool good;
};

void terms_refuse(struct terms_reading *r, const struct json_item *item, struct str expected);
struct str terms_text(const struct terms_reading *r, const struct json_item *object,
                      const char *name);
/* The declared fact of a member, read by `reading` or by the case's own; NULL: not stated. */
const struct fact *terms_fact_in(const struct terms_reading *r, struct reading *reading,
                                 const struct json_item *object, const char *name,
                                 struct str instance, enum key key);
const struct fact *terms_fact(const struct terms_reading *r, const struct json_item *object,
                              const char *name, struct str instance, enum key key);
/* A decimal that is not below zero; `fallback` where the member is absent. */
struct decimal terms_amount(struct terms_reading *r, const struct json_item *object,
                            const char *name, int64_t fallback);
/* A code of ISO 4217; empty where it is not stated. */
struct str terms_currency(struct terms_reading *r, const struct json_item *object,
                          const char *name);
/* The number in front of a quantity, exactly as written. */
MUST_USE bool terms_number(struct str text, struct decimal *out);
/* Percent, at most `most`, as a share; 0 where it is not stated. */
struct decimal terms_share(struct terms_reading *r, const struct json_item *object,
                           const char *name, const struct fact *fact, int64_t most);
int64_t terms_count(struct terms_reading *r, const struct json_item *object, const char *name,
                    const struct fact *fact, int64_t most);
/* The system that the member "system" names; NULL: none. */
const struct system *terms_system(struct terms_reading *r, const struct json_item *object);
const struct json_item *terms_list(const struct terms_reading *r, const char *name, size_t *count);

/* case_options.c: interest, hours of use and the options that the case states, with their lines.
 * Prices and demand are read by then. */
void stated_options_read(struct terms_reading *r);

/* case_tokens.c: how an interface is paid; `option` has its id. NULL: it does not say, and that is
 * told. */
const struct api_terms *api_terms_read(struct terms_reading *r, const struct json_item *item,
                                       const struct stated_option *option);

#endif
