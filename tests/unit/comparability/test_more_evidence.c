/* test_more_evidence.c - what is added to a refused or undecided case improves its verdict only by
 * what it says itself: each flip of flips.c that refuses, and each needed key hidden on one side,
 * is judged again with something more beside it. */
#include "flips.h"

/* ---- what is added ---- */

static void (*first)(struct made_case *made); /* what the flip does at the end; NULL: nothing */

static struct run *run_of(struct made_case *made, size_t side)
{
    return &made->file.system[side].machine[0].run[0];
}

/* A copy of a run's facts for another run of the same machine; times and unit as they are. */
static void facts_copy(struct made_case *made, const struct run *of, struct run *to, size_t file)
{
    to->facts = facts_new(made->home);
    for (size_t i = 0; i < facts_count(of->facts); i++) {
        struct fact fact = *facts_at(of->facts, i);
        fact.run = to;
        fact.machine = to->machine;
        fact.system = to->machine->system;
        fact.source.evidence = &made->evidence[file];
        fact.source.from.file = made->evidence[file].name;
        facts_add(to->facts, &fact);
    }
}

/* The same samples would be a copy of a measurement: they come in the opposite order. */
static void series_turned(struct made_case *made, const struct run *of, struct run *to, size_t file)
{
    to->series = ARENA_MANY(made->home, of->series_count, struct series);
    to->series_count = of->series_count;
    for (size_t k = 0; k < of->series_count; k++) {
        struct series *series = &to->series[k];
        *series = of->series[k];
        series->source.evidence = &made->evidence[file];
        series->source.from.file = made->evidence[file].name;
        if (k > 0 || !series->duration)
            continue;
        double *value = ARENA_MANY(made->home, series->count, double);
        double *start = ARENA_MANY(made->home, series->count, double), at = 0;
        for (size_t i = 0; i < series->count; i++) {
            value[i] = series->duration[series->count - 1 - i];
            start[i] = at;
            at += value[i];
        }
        series->value = series->duration = value;
        series->start = start;
    }
}

/* `on`: the side whose machine it ran on, whose captures are its own. */
static void bridge_put(struct made_case *made, size_t like, size_t on)
{
    if (first)
        first(made);
    if (made->file.bridge_count > 0)
        return;
    struct system *bridge = ARENA_NEW(made->home, struct system);
    struct machine *machine = ARENA_NEW(made->home, struct machine);
    struct run *run = ARENA_NEW(made->home, struct run);
    *bridge = (struct system){
        .id = STR("bridge.1"), .index = 2, .machine = machine, .machine_count = 1
    };
    bridge->facts = facts_new(made->home);
    *machine =
        (struct machine){ .id = STR("bridge.1.1"), .system = bridge, .run = run, .run_count = 1 };
    machine->facts = facts_new(made->home);
    *run = (struct run){
        .id = STR("bridge-r1"), .machine = machine, .bridge = true, .like = &made->file.system[like]
    };
    facts_copy(made, run_of(made, on), run, 7);
    if (on != like) {
        struct facts *kept = facts_new(made->home);
        const struct fact *mode =
            facts_best(run_of(made, like)->facts, KEY_COMPILE_MODE, (struct str){ 0 });
        for (size_t i = 0; i < facts_count(run->facts); i++) {
            struct fact fact = *facts_at(run->facts, i);
            if (fact.key == KEY_COMPILE_MODE && mode)
                fact.value = mode->value;
            facts_add(kept, &fact);
        }
        run->facts = kept;
    }
    series_turned(made, run_of(made, like), run, 7);
    made->file.bridge = bridge;
    made->file.bridge_count = 1;
}

static void add_bridge_like_a(struct made_case *made)
{
    bridge_put(made, 0, 0);
}

static void add_bridge_like_b(struct made_case *made)
{
    bridge_put(made, 1, 1);
}

/* What bridges are for: A's executor on B's machine, which hides what B hides. */
static void add_bridge_on_b(struct made_case *made)
{
    bridge_put(made, 0, 1);
}

static void put(struct made_case *made, size_t side, const struct made_fact *row)
{
    struct machine *machine = &made->file.system[side].machine[0];
    if (first)
        first(made);
    made_fact_put(made, machine->facts, row, machine->system, NULL, 8);
}

/* A capture of A's machine that says what its runs say already. */
static void add_capture(struct made_case *made)
{
    put(made, 0, &(struct made_fact){ MADE_A, KEY_CPU_NAME, "", "Xeon", FACT_CAPTURED, UNIT_NONE });
}

static void add_accuracy_of_a(struct made_case *made)
{
    put(made, 0,
        &(struct made_fact){ MADE_A, KEY_ACCURACY_SCORE, "gsm8k", "0.8", FACT_MEASURED,
                             UNIT_RATIO });
}

static void add_document(struct made_case *made)
{
    static struct selector kept[] = {
        { .pattern = STR_INIT("plan.json"), .role = SELECT_DOCUMENTS },
        { .pattern = STR_INIT("ledger.json"), .role = SELECT_DOCUMENTS },
        { .pattern = STR_INIT("file-09"), .role = SELECT_DOCUMENTS },
    };
    if (first)
        first(made);
    made->file.selector = kept;
    made->file.selector_count = ARRAY_COUNT(kept);
}

/* One more run of A that tells nothing but its load and its samples. */
static void add_silent_run_of_a(struct made_case *made)
{
    if (first)
        first(made);
    struct system *system = &made->file.system[0];
    struct machine *machine = ARENA_MANY(made->home, system->machine_count + 1, struct machine);
    struct run *run = ARENA_NEW(made->home, struct run);
    memcpy(machine, system->machine, system->machine_count * sizeof *machine);
    for (size_t m = 0; m < system->machine_count; m++)
        for (size_t r = 0; r < machine[m].run_count; r++)
            machine[m].run[r].machine = &machine[m];
    machine[system->machine_count] = (struct machine){ .id = STR("A.9"),
                                                       .index = system->machine_count,
                                                       .system = system,
                                                       .run = run,
                                                       .run_count = 1 };
    machine[system->machine_count].facts = facts_new(made->home);
    *run = (struct run){ .id = STR("A-r9"), .machine = &machine[system->machine_count] };
    run->facts = facts_new(made->home);
    series_turned(made, run_of(made, 0), run, 9);
    system->machine = machine;
    system->machine_count++;
}

/* `best`: the verdict that a refused case may get at best. A run that tells nothing may leave open
 * what the others show, and passes nothing. */
static const struct {
    const char *name;
    void (*add)(struct made_case *made);
    enum verdict best;
} additions[] = {
    { "a bridge like A", add_bridge_like_a, VERDICT_NOT },
    { "a bridge like B", add_bridge_like_b, VERDICT_NOT },
    { "a bridge like A on B's machine", add_bridge_on_b, VERDICT_NOT },
    { "a capture of A", add_capture, VERDICT_NOT },
    { "the accuracy of A", add_accuracy_of_a, VERDICT_NOT },
    { "a document", add_document, VERDICT_NOT },
    { "a silent run of A", add_silent_run_of_a, VERDICT_INCOMPLETE },
};

/* ---- the property ---- */

static const char *worst_of(const struct comparison *comparison)
{
    const struct finding *worst = NULL;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        worst = !worst || finding->cell > worst->cell ? finding : worst;
    }
    return worst ? worst->said.at : "";
}

/* Number of additions after which a refused case is judged better. */
static size_t improved(const char *what, enum base base, const struct made_fact *fact,
                       void (*last)(struct made_case *),
                       void (*series)(struct arena *, struct run *, size_t, size_t))
{
    size_t wrong = 0;
    first = NULL;
    struct made_case *made = mutated(base, fact, last, series);
    enum verdict verdict = made->model.comparison[0].verdict;
    char said[200];
    snprintf(said, sizeof said, "%.190s", worst_of(&made->model.comparison[0]));
    made_free(made);
    for (size_t i = 0; verdict > VERDICT_STATED && i < ARRAY_COUNT(additions); i++) {
        first = last ? last : base_last(base);
        made = mutated(base, fact, additions[i].add, series);
        enum verdict least = additions[i].best < verdict ? additions[i].best : verdict;
        if (made->model.comparison[0].verdict < least) {
            print_error("%s with %s is judged better; without: %s\n", what, additions[i].name,
                        said);
            wrong++;
        }
        made_free(made);
    }
    return wrong;
}

#ifdef DOSSIER_SANITIZED /* five times as slow; what is judged is asked of all by the plain build  \
                          */
enum { FLIP_STEP = 3 };
#else
enum { FLIP_STEP = 1 };
#endif

static void nothing_refused_is_saved_by_more(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < flip_count; i += FLIP_STEP) {
        const struct flip *flip = &flips[i];
        const struct made_fact *fact = flip->fact.key == KEY_COUNT ? NULL : &flip->fact;
        wrong += improved(flip->rule, flip->base, fact, flip->last, flip->series);
    }
    assert_int_equal(wrong, 0);
}

static void what_one_side_hides_stays_hidden(void **state)
{
    (void)state;
    size_t wrong = 0, open = 0;
    for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
        struct made_fact gone = made_base[i];
        if (!vocabulary_row(gone.key)->needed || gone.side == MADE_A || gone.side == MADE_CASE)
            continue;
        gone.side = MADE_B;
        gone.text = NULL;
        wrong += improved(vocabulary_row(gone.key)->name, PLAIN, &gone, NULL, NULL);
        open++;
    }
    assert_int_equal(wrong, 0);
    assert_in_range(open, 30, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_refused_is_saved_by_more),
        cmocka_unit_test(what_one_side_hides_stays_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
