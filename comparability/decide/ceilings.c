/* ceilings.c - what the accelerator was measured to do at most, and how much of it a run uses at
 * least.
 *
 * A copy within the accelerator and a matrix product, each by a benchmark of its own, lie in a
 * folder that the system names as a profile. Such a ceiling is of a side only where its own content
 * names the side's accelerator, and for products the side's format. What the run uses is counted
 * from below: a decoder reads each of its weights but its table of tokens once an iteration, and
 * takes two operations a weight for each token; the cache, attention and all else come on top. A
 * model of experts reads some of its weights alone, and several accelerators share the work: there
 * nothing is counted. So a share near the ceiling tells what a run is near; a small one alone does
 * not tell that it is near nothing. */
#include "model/likeness.h"
#include "profiles.h"

#include <math.h>

enum { GIGA_DIGITS = 1, SHARE_DIGITS = 0 };

struct ceiling_side { /* of a system: what its run tells */
    const struct case_file *case_file;
    const struct run *run;
};

static const struct fact *own_fact(const struct ceiling_side *side, enum key key)
{
    struct str instance;
    const struct fact *fact = run_fact(side->case_file, side->run, key, STR(""));
    if (!fact && facts_instance(side->run->facts, key, STR(""), true, &instance))
        fact = run_fact(side->case_file, side->run, key, instance);
    if (!fact && facts_instance(side->run->machine->facts, key, STR(""), true, &instance))
        fact = run_fact(side->case_file, side->run, key, instance);
    return fact;
}

/* The first fact of the same file. */
static const struct fact *beside(const struct facts *facts, const struct fact *rate, enum key key)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == key && fact->source.evidence == rate->source.evidence &&
            !fact->placeholder)
            return fact;
    }
    return NULL;
}

/* ---- what was measured ---- */

/* Bytes a second that a copy within the accelerator moves; 0: the fact is of something else. A tool
 * that gives the buffer alone moves twice that. */
static double memory_rate(const struct facts *facts, const struct fact *fact)
{
    static const struct str local = STR_INIT("device_local_copy ");
    const struct fact *workload = beside(facts, fact, KEY_WORKLOAD_NAME);
    double rate;
    if (fact->key != KEY_THROUGHPUT_BYTES || fact->placeholder || !fact_base(fact, &rate))
        return 0;
    if (fact->instance.len == 0 && workload &&
        texts_alike(workload->value.text, STR("memory-copy")))
        return rate;
    bool one = str_starts(fact->instance, local) && !str_ends(fact->instance, STR(" sum"));
    return one ? 2 * rate : 0;
}

/* "8192, 8192, 8192" to the operations of one product; 0: no shape. */
static double product_operations(struct str shape)
{
    double operations = 2, length;
    struct str rest = shape, part;
    size_t count = 0;
    while (str_cut(&rest, ',', &part)) {
        operations *= num_real(str_trim(part), &length) && length > 0 ? length : 0;
        count++;
    }
    return count == 3 ? operations : 0;
}

static double compute_rate(const struct facts *facts, const struct fact *fact)
{
    const struct fact *shape = beside(facts, fact, KEY_INPUT_SHAPE);
    double rate;
    return fact->key == KEY_THROUGHPUT_MATMULS && !fact->placeholder && shape &&
                   fact_base(fact, &rate)
               ? rate * product_operations(shape->value.text)
               : 0;
}

/* ---- whose it is ---- */

static void refuse(struct ceiling *ceiling, enum profile_tie tie, const char *ground,
                   const struct fact *told, const struct fact *own)
{
    if (!ceiling->ground) {
        ceiling->tie = tie;
        ceiling->ground = ground;
        ceiling->told = told;
        ceiling->own = own;
    }
}

/* The first fact of the folder, whatever file it stands in. */
static const struct fact *within(const struct facts *facts, enum key key)
{
    for (size_t i = 0; i < facts_count(facts); i++)
        if (facts_at(facts, i)->key == key && !facts_at(facts, i)->placeholder)
            return facts_at(facts, i);
    return NULL;
}

/* Told by both and different: of something else; where it must be told and is not: untold. */
static void hold(struct arena *home, struct ceiling *ceiling, const char *ground,
                 const struct fact *told, const struct fact *own, bool must)
{
    if (told && own && !fact_tells_less(told, own)) {
        if (!facts_alike(home, told, own))
            refuse(ceiling, PROFILE_OTHER, ground, told, own);
    } else if (must) {
        refuse(ceiling, PROFILE_UNTOLD, ground, NULL, own);
    }
}

static void ceiling_tie(struct arena *home, const struct facts *facts,
                        const struct ceiling_side *side, const struct fact *rate,
                        struct ceiling *ceiling)
{
    ceiling->tie = PROFILE_TIED;
    hold(home, ceiling, "accelerator", beside(facts, rate, KEY_ACCELERATOR_NAME),
         own_fact(side, KEY_ACCELERATOR_NAME), true);
    hold(home, ceiling, "unit", within(facts, KEY_ACCELERATOR_UUID),
         own_fact(side, KEY_ACCELERATOR_UUID), false);
    if (!ceiling->memory) {
        hold(home, ceiling, "formats", beside(facts, rate, KEY_PRECISION_COMPUTE),
             own_fact(side, KEY_PRECISION_COMPUTE), true);
    }
}

/* ---- what a run uses ---- */

static double bytes_of_format(struct str format)
{
    static const struct {
        const char *name;
        double bytes;
    } formats[] = { { "fp32", 4 }, { "tf32", 4 }, { "bf16", 2 },
                    { "fp16", 2 }, { "fp8", 1 },  { "int8", 1 } };
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++)
        if (texts_alike(format, str_from(formats[i].name)))
            return formats[i].bytes;
    return 0;
}

/* All of them read by one accelerator in each iteration. */
static bool is_dense_on_one(const struct ceiling_side *side, const struct fact *architecture)
{
    static const char *const experts[] = { "moe", "mixtral", "expert", "deepseek", "dbrx" };
    const struct fact *count = own_fact(side, KEY_ACCELERATOR_COUNT);
    for (size_t i = 0; architecture && i < ARRAY_COUNT(experts); i++)
        if (text_holds(architecture->value.text, experts[i]))
            return false;
    return architecture && (!count || texts_alike(count->value.text, STR("1")));
}

static bool value_of(const struct fact *fact, double *out)
{
    return fact && !fact->placeholder && fact_base(fact, out) && *out > 0;
}

static const struct fact *rate_of_tokens(const struct ceiling_side *side)
{
    const struct fact *output =
        run_fact(side->case_file, side->run, KEY_THROUGHPUT_OUTPUT_TOKENS, STR(""));
    return output ? output
                  : run_fact(side->case_file, side->run, KEY_THROUGHPUT_PROMPT_TOKENS, STR(""));
}

/* Bytes or operations a second that the run needs at least; 0: not to be told. `input` gets the
 * facts. */
static double used_by(const struct ceiling_side *side, bool memory, const struct fact **input,
                      size_t *count)
{
    const struct fact *iteration =
        run_fact(side->case_file, side->run, KEY_LATENCY_ITERATION, STR("mean"));
    const struct fact *fact[] = { own_fact(side, KEY_MODEL_ARCHITECTURE),
                                  own_fact(side, KEY_MODEL_PARAMETERS),
                                  own_fact(side, KEY_MODEL_VOCABULARY),
                                  own_fact(side, KEY_MODEL_DIMENSION),
                                  memory ? iteration : rate_of_tokens(side),
                                  memory ? own_fact(side, KEY_PRECISION_WEIGHTS) : NULL };
    double parameters, vocabulary, dimension, pace;
    if (!is_dense_on_one(side, fact[0]) || !value_of(fact[1], &parameters) ||
        !value_of(fact[2], &vocabulary) || !value_of(fact[3], &dimension) ||
        !value_of(fact[4], &pace) || (memory && !fact[5]))
        return 0;
    for (size_t i = 0; i < ARRAY_COUNT(fact); i++)
        if (fact[i])
            input[(*count)++] = fact[i];
    double weights = parameters - vocabulary * dimension;
    return memory ? weights * bytes_of_format(fact[5]->value.text) / pace : weights * 2 * pace;
}

/* ---- the list ---- */

static void ceiling_take(struct deriving *deriving, const struct ceiling_side *side,
                         const struct facts *facts, const struct fact *fact,
                         struct ceiling *ceiling)
{
    enum { INPUTS = 8 };
    const struct fact *input[INPUTS] = { fact }, *shape = beside(facts, fact, KEY_INPUT_SHAPE);
    bool memory = ceiling->memory;
    double rate = memory ? memory_rate(facts, fact) : compute_rate(facts, fact);
    size_t count = 1;
    if (!memory)
        input[count++] = shape;
    struct derived want = {
        .row = memory ? DERIVE_CEILING_MEMORY : DERIVE_CEILING_COMPUTE,
        .system = ceiling->system,
        .instance = fact->source.evidence->name,
        .value = statistics_round(rate / (memory ? 1e9 : 1e12), 6),
        .unit = memory ? UNIT_GIGABYTE_PER_SECOND : UNIT_TERAFLOP_PER_SECOND,
        .printing = { .rule = PRINT_DECIMALS, .digits = GIGA_DIGITS },
        .input = input,
        .input_count = count,
    };
    ceiling->rate = derive(deriving, &want);
    ceiling_tie(deriving->home, facts, side, fact, ceiling);
    const struct fact *needs[INPUTS] = { ceiling->rate };
    count = 1;
    double used = ceiling->tie == PROFILE_TIED ? used_by(side, memory, needs, &count) : 0;
    if (used > 0) {
        want.row = memory ? DERIVE_CEILING_MEMORY_SHARE : DERIVE_CEILING_COMPUTE_SHARE;
        want.value = statistics_round(100 * used / rate, 6);
        want.unit = UNIT_PERCENT;
        want.printing.digits = SHARE_DIGITS;
        want.input = needs;
        want.input_count = count;
        ceiling->share = derive(deriving, &want);
    }
}

static void folder_take(struct deriving *deriving, const struct ceiling_side *side,
                        const struct system *system, const struct facts *facts,
                        struct ceiling *item, size_t *count, size_t most)
{
    const struct evidence *last = NULL;
    for (size_t i = 0; i < facts_count(facts) && *count < most; i++) {
        const struct fact *fact = facts_at(facts, i);
        bool memory = memory_rate(facts, fact) > 0;
        if (fact->source.evidence == last || (!memory && !(compute_rate(facts, fact) > 0)))
            continue;
        last = fact->source.evidence;
        item[*count] = (struct ceiling){ .system = system, .evidence = last, .memory = memory };
        ceiling_take(deriving, side, facts, fact, &item[(*count)++]);
    }
}

const struct ceiling *ceilings_find(struct deriving *deriving, const struct case_file *case_file)
{
    enum { MOST = 64 };
    struct ceiling *item = ARENA_MANY(deriving->home, MOST + 1, struct ceiling);
    size_t count = 0;
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        struct ceiling_side side = { .case_file = case_file };
        for (size_t j = 0; !side.run && j < system->machine_count; j++)
            side.run = system->machine[j].run_count > 0 ? &system->machine[j].run[0] : NULL;
        for (size_t j = 0; side.run && j < system->profile_count; j++)
            folder_take(deriving, &side, system, system->profile[j].facts, item, &count, MOST);
    }
    return item;
}
