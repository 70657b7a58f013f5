/* results.h - two dossiers side by side as results: what each of them says. Nothing of one is
 * divided by anything of the other: that would be a comparison that nobody judged. */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "base/json.h"
#include "holding.h"
#include "portfolio/summary.h"

struct said { /* one dossier */
    const struct held *held;
    struct summary summary;
};
struct pair_said { /* one text of each */
    const char *name, *label;
    struct str text[2];
};
struct rule_pair { /* a rule whose findings are others; texts can be seen */
    struct str rule, title;
    struct str judgement[2], makes[2]; /* empty: no finding */
};
struct comparison_pair {
    const struct summary_pair *like; /* which systems and work */
    const struct summary_pair *of[2];
    struct str words[2];
    struct rule_pair *rule;
    size_t rule_count;
};
struct amount_pair {
    struct str system;
    const struct summary_amount *of[2];
    struct str words[2];
};
enum { ONLY_A, ONLY_B, CHANGED, KINDS };
struct list_pair { /* what stands in one alone */
    const char *title;
    size_t many[2];
    struct str *found[KINDS];
    size_t count[KINDS];
};
struct results {
    struct arena *home;
    struct said side[2];
    struct pair_said member[8];
    struct comparison_pair *comparison;
    size_t comparison_count;
    struct amount_pair *amount;
    size_t amount_count;
    struct list_pair claims, evidence;
    struct str patch; /* from the case of A to that of B, as an array of JSON */
    size_t patch_count;
    bool long_cases, long_patch;
};

struct results results_of(struct arena *home, const struct opened *a, const struct opened *b);
/* Names that stand in one alone, or in both with other content. */
size_t results_apart(const struct list_pair *list);
/* Whether they say different things. Who signed does not count: the same dossier may be signed
 * once more. */
bool results_differ(const struct results *results);
/* The patch as member "case_patch", empty where the case files are too long; operations. */
size_t results_put_patch(const struct results *results, struct json_out *json);

void results_put_text(const struct results *results, struct buf *out);
/* The same as members of the object that is open. */
void results_put_json(const struct results *results, struct json_out *json);

#endif
