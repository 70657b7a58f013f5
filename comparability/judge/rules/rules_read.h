/* rules_read.h - parts of the reader of rule sets that a set of one's own shares. Private to
 * comparability. */
#ifndef COMPARABILITY_RULES_READ_H
#define COMPARABILITY_RULES_READ_H

#include "rules.h"

#include "base/json.h"

struct reading_rules {
    struct arena *home;
    const struct json *json;
    struct diags *diags;
    bool good;
    bool roles; /* its format gives keys by role where a test names them */
};
/* Says what is wrong with `item`, and that the set is not good. */
void rules_bad(struct reading_rules *in, const struct json_item *item, const char *expected,
               const char *what);
/* A text member that must be there. */
struct str rules_text(struct reading_rules *in, const struct json_item *object, const char *name);
/* Format, version and the names of members; false: no rule set. */
bool rules_head(struct reading_rules *in, const struct json_item *root, const char *const *member,
                size_t count, struct rules *out);
/* The keys that a list names; none and *count 0 where it is no list. */
const enum key *rules_keys(struct reading_rules *in, const struct json_item *list, size_t *count);
/* The keys of one row, by place, whichever way the row gives them; its test is read before. */
void rules_row_keys(struct reading_rules *in, const struct json_item *object, struct rule *rule);
/* The rows of the list into `out`. */
void rules_rows(struct reading_rules *in, const struct json_item *list, struct rules *out);
/* A list of names of formats, each without keys; NULL: there is none. */
const struct key_list *rules_names(struct reading_rules *in, const struct json_item *array,
                                   size_t *count);

#endif
