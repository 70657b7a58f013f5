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

/* What may differ: named layers, or the executor as a whole. */
enum under_test_kind { UNDER_TEST_LAYERS, UNDER_TEST_EXECUTOR };

/* What the metric of a case is taken over. */
enum metric_kind {
    METRIC_PER_RUN,
    METRIC_AT_LOAD,
    METRIC_AT_OBJECTIVE,
    METRIC_TO_COMPLETION,
    METRIC_WHOLE_RUN
};

#endif
