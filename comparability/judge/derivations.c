/* derivations.c - the derivation table: each derived number, its formula and what licenses it. */
#include "derive.h"

#include "base/num.h"

static const struct derivation_row rows[DERIVATIONS] = {
#define DERIVATION(id, name, formula, key, licence)                                                \
    [DERIVE_##id] = { (name), (formula), KEY_##key, LICENCE_##licence },
#include "derivations.def"
#undef DERIVATION
};

const struct derivation_row *derivation_row(enum derivation_id id)
{
    return id > DERIVE_NONE && id < DERIVATIONS ? &rows[id] : NULL;
}
