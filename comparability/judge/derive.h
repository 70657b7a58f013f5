/* derive.h - the only maker of derived facts. Private to comparability. */
#ifndef COMPARABILITY_DERIVE_H
#define COMPARABILITY_DERIVE_H

#include "model/model.h"

struct deriving { /* derived facts so far, in order */
    struct arena *home;
    struct fact **item;
    size_t count, room;
    struct str
        pair; /* "A-B": instance of facts of a comparison where there are several; else empty */
};

enum licence {
    LICENCE_FREE,     /* of one run or one system */
    LICENCE_COUNT,    /* counts what was found across systems, relates no measurements */
    LICENCE_PERMITTED /* relates systems: needs a verdict that permits it */
};
/* Each derived number by its row, so that a name that is none does not compile. */
enum derivation_id {
    DERIVE_NONE,
#define DERIVATION(id, name, formula, key, licence) DERIVE_##id,
#include "derivations.def"
#undef DERIVATION
    DERIVATIONS
};
struct derivation_row {
    const char *name;
    const char *formula; /* in words, printed beside the number */
    enum key out;
    enum licence licence;
};
const struct derivation_row *derivation_row(enum derivation_id id); /* NULL: no row */

/* How many digits a derived number shows. */
enum print_rule { PRINT_COUNT, PRINT_BY_HALF_WIDTH, PRINT_PERCENT, PRINT_DECIMALS, PRINT_DIGITS };
struct printing {
    enum print_rule rule;
    double
        half_width; /* BY_HALF_WIDTH, PERCENT: of the interval; its two significant digits decide */
    double estimate; /* PERCENT: its size decides whether there are decimals */
    int digits;      /* DECIMALS: after the point; DIGITS: at least that many significant ones */
};

struct derived { /* what is to be made */
    enum derivation_id row;
    struct str instance;
    const struct system *system; /* scope */
    const struct run *run;
    double value;
    enum unit unit;
    struct printing printing;
    struct str text; /* a word instead of a number; then value is not used */
    /* an exact number, printed as it stands ("EUR 12.50"); `value` is then for pictures alone */
    struct str amount;
    const struct fact *const *input;
    size_t input_count;
    const struct series *series;
    const struct comparison *licence;
};
/* Makes one derived fact. No row, inputs of nothing, or a row that relates systems
 * without a comparison whose verdict permits it, is our own mistake and ends the program. */
const struct fact *derive(struct deriving *deriving, const struct derived *want);

/* Decimals that two significant digits of `half_width` ask for; 0 to 9. */
int decimals_of(double half_width);

#endif
