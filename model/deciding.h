/* deciding.h - the kinds of question that a case may ask. */
#ifndef MODEL_DECIDING_H
#define MODEL_DECIDING_H

/* What a case decides: its answer has a sentence of its own for each. */
enum decides {
    DECIDES_CHANGE,     /* what did a change do */
    DECIDES_BOTTLENECK, /* is software what holds back */
    DECIDES_CHOICE,     /* which of several */
    DECIDES_UNITS,      /* how many, at what cost */
    DECIDES_ACCEPTANCE, /* does what was delivered meet the contract */
    DECIDES_REGRESSION, /* did it get worse */
    DECIDES_COUNT
};
const char *decides_name(enum decides decides); /* "change", ...; NULL past the last */

#endif
