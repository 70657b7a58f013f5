/* stack.c - the stack of both sides, layer by layer, what each run discloses of it, and where its
 * sources disagree. */
#include "compare.h"
#include "model/likeness.h"
#include "predicates.h"
#include "run_facts.h"

#include <math.h>
#include <string.h>

/* ---- sources ---- */

struct disagreeing {
    const struct judging *judging;
    const struct fact *best, *other;
    const struct fact *fuller;  /* tells more than the best one, or less, and nothing otherwise */
    const struct fact *weights; /* what a format stated "as weights" means */
};

static void disagreeing_visit(void *self, const struct fact *fact)
{
    struct disagreeing *in = (struct disagreeing *)self;
    if (in->other || fact->placeholder || fact == in->best)
        return;
    if (fact_tells_less(in->best, fact)) {
        bool otherwise = in->fuller && !fact_tells_less(in->fuller, fact) &&
                         !facts_alike(in->judging->home, in->fuller, fact);
        in->other = otherwise ? fact : NULL;
        bool longer = !in->fuller || fact->value.text.len > in->fuller->value.text.len;
        in->fuller = longer ? fact : in->fuller;
        return;
    }
    if (facts_alike(in->judging->home, in->best, fact))
        return;
    bool as_weights = vocabulary_row(fact->key)->group == GROUP_PRECISION &&
                      texts_alike(fact->value.text, STR("as weights"));
    if (!as_weights || (in->weights && !facts_alike(in->judging->home, in->best, in->weights)))
        in->other = fact;
}

const struct fact *source_disagreeing(const struct judging *judging, const struct member *member,
                                      enum key key, struct str instance, const struct fact **best)
{
    struct disagreeing in = { judging, member_fact(judging, member, key, instance), NULL, NULL,
                              member_fact(judging, member, KEY_PRECISION_WEIGHTS,
                                          (struct str){ 0 }) };
    *best = in.best;
    if (in.best)
        run_facts(judging->case_file, member->run, key, instance, disagreeing_visit, &in);
    return in.other;
}

/* ---- layers ---- */

/* Keys of a layer that can be compared: its executor keys, and the model's own workload and
 * formats. */
static bool key_of_layer(enum key key, enum layer layer)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    return row->layer == layer && row->likeness != LIKENESS_NOT &&
           row->likeness != LIKENESS_IDENTITY &&
           (row->group == GROUP_EXECUTOR || row->group == GROUP_WORKLOAD ||
            row->group == GROUP_PRECISION);
}

struct layering {
    const struct judging *judging;
    struct layer_difference *row;
    struct key_difference *difference;
    size_t count, room;
    size_t compared;                      /* keys disclosed by both sides */
    bool lopsided;                        /* a needed key that one side alone discloses */
    const struct fact *chief_a, *chief_b; /* of the first key of the best rank */
    unsigned chief_rank; /* 1: disclosed by both, 2: needed too, 3: the layer's chief key */
    struct sides told;   /* of the best key that one side alone discloses */
    unsigned told_rank;
};

/* The key that a lay reader knows a layer by, where its first needed key would be a riddle. */
static bool is_chief(enum layer layer, enum key key)
{
    static const struct {
        enum layer layer;
        enum key key;
    } chief[] = {
        { LAYER_CONTAINER, KEY_CONTAINER_HYPERVISOR },
        { LAYER_RUNTIME, KEY_RUNTIME_ATTENTION },
    };
    for (size_t i = 0; i < ARRAY_COUNT(chief); i++)
        if (chief[i].layer == layer && chief[i].key == key)
            return true;
    return false;
}

static void difference_add(struct layering *in, enum key key, struct str instance,
                           const struct sides *sides)
{
    ARENA_GROW(in->judging->home, struct key_difference, in->difference, in->count, in->room, 8);
    struct key_difference *one = &in->difference[in->count++];
    *one =
        (struct key_difference){ .key = key, .instance = instance, .a = sides->a, .b = sides->b };
    /* The first of each side say the same where some run within one side differs: then that one
     * is shown, as two equal values are no difference. */
    const struct fact *other_b =
        judging_single(in->judging) ? sides->other[SIDE_A] : sides->other[SIDE_B];
    if (sides->alike && other_b)
        one->b = other_b;
    else if (sides->alike && sides->other[SIDE_A])
        one->a = sides->other[SIDE_A];
}

/* What a server's command sets: the command is the list in which it stands or does not. */
static bool key_of_command(enum key key)
{
    return key == KEY_SERVER_OPTION || key == KEY_ENGINE_SETTINGS || key == KEY_COMPILE_OPTION;
}

/* What a command sets does not tell which engine or compiler it was that read it. */
static bool tells_layer(enum key key)
{
    return !key_of_command(key) && key != KEY_ENGINE_PREFIX_CACHE &&
           key != KEY_ENGINE_SPECULATION && key != KEY_PARALLEL_TENSOR &&
           key != KEY_PARALLEL_PIPELINE && key != KEY_PARALLEL_DATA;
}

/* The best key so far that both sides disclose, and the best that one alone does. */
static void chief_seen(struct layering *in, enum key key, const struct sides *sides)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    unsigned rank = is_chief(row->layer, key) ? 3 : row->needed ? 2 : 1;
    if (sides->a && sides->b) {
        if (rank > in->chief_rank) {
            in->chief_a = sides->a;
            in->chief_b = sides->b;
            in->chief_rank = rank;
        }
    } else if ((sides->a || sides->b) && rank > in->told_rank) {
        in->told = *sides;
        in->told_rank = rank;
    }
}

static void key_layered(struct layering *in, enum key key)
{
    struct str *instance;
    size_t count = instances_seen(in->judging, key, &instance), both = 0;
    bool needed = vocabulary_row(key)->needed, one = false;
    for (size_t i = 0; i < count; i++) {
        if (!instance_matters(key, instance[i]))
            continue;
        struct sides sides = sides_of(in->judging, key, instance[i], (double)NAN);
        bool disclosed = sides.a && sides.b;
        both += disclosed;
        one = one || !sides.a != !sides.b;
        bool differs = disclosed && (!sides.alike || sides.other[0] || sides.other[1]);
        bool listed = instances_listed(key) || key_of_command(key);
        if (differs || (listed && !disclosed && (sides.a || sides.b)))
            difference_add(in, key, instance[i], &sides);
        chief_seen(in, key, &sides);
    }
    in->compared += tells_layer(key) ? both : 0;
    in->lopsided = in->lopsided || (needed && both == 0 && one);
}

/* A package list that only one side has is a silence, not a list of differences. */
static void drop_lopsided_lists(struct layering *in)
{
    size_t kept = 0;
    for (size_t i = 0; i < in->count; i++) {
        enum key key = in->difference[i].key;
        bool listed[2] = { false, false };
        for (size_t j = 0; j < in->judging->member_count; j++) {
            const struct member *member = &in->judging->member[j];
            enum key list = key_of_command(key) ? KEY_METHOD_SERVER_COMMAND : key;
            if (member_any(in->judging, member, list))
                listed[member->like] = true;
        }
        const struct fact *a = in->difference[i].a, *b = in->difference[i].b;
        bool both = a && b;
        bool of_list = instances_listed(key) || (key_of_command(key) && !both);
        bool single = judging_single(in->judging);
        bool covered = single || both || !instances_listed(key) ||
                       lists_cover(in->judging, a ? SIDE_B : SIDE_A, a ? a : b);
        listed[1] = listed[1] || (listed[0] && single);
        if (!of_list || (listed[0] && listed[1] && covered))
            in->difference[kept++] = in->difference[i];
    }
    in->count = kept;
}

/* The difference that speaks for its layer: the first whose key a credible comparison needs. */
static const struct key_difference *difference_chief(const struct layering *in)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct key_difference *at = &in->difference[i];
        if (vocabulary_row(at->key)->needed && at->a && at->b)
            return at;
    }
    return &in->difference[0];
}

static bool is_under_test(const struct under_test *under_test, enum layer layer)
{
    for (size_t i = 0; i < under_test->layer_count; i++)
        if (under_test->layer[i] == layer)
            return true;
    return layer == LAYER_MODEL && under_test->precision;
}

static void layer_compare(const struct judging *judging, enum layer layer,
                          struct layer_difference *row)
{
    struct layering in = { .judging = judging, .row = row };
    row->layer = layer;
    row->under_test = is_under_test(&judging->case_file->under_test, layer);
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (key_of_layer((enum key)i, layer))
            key_layered(&in, (enum key)i);
    drop_lopsided_lists(&in);
    row->difference = in.difference;
    row->difference_count = in.count;
    row->a = in.chief_a;
    row->b = judging_single(judging) ? NULL : in.chief_b;
    if (in.count > 0) {
        const struct key_difference *speaks = difference_chief(&in);
        row->state = LAYER_CHANGED;
        row->a = speaks->a;
        row->b = judging_single(judging) ? NULL : speaks->b;
    } else {
        row->state = in.compared == 0 || in.lopsided ? LAYER_UNDISCLOSED : LAYER_SAME;
        bool empty = !row->a && !row->b && !judging_single(judging);
        if (row->state == LAYER_UNDISCLOSED && empty) { /* the silence is the other side's alone */
            row->a = in.told.a;
            row->b = in.told.b;
        }
    }
}

/* A layer that runs on processors alone do not have: what a credible comparison needs of it need
 * not be disclosed, and nothing of it is but that there is none. */
static bool layer_absent(const struct judging *judging, const struct layer_difference *row)
{
    bool counted = row->a && row->b && row->a->key == KEY_ACCELERATOR_COUNT;
    bool empty = row->state == LAYER_UNDISCLOSED || (row->state == LAYER_SAME && counted);
    size_t needed = 0;
    if (row->under_test || !empty || !all_on_processors(judging))
        return false;
    for (size_t i = 0; i < KEY_COUNT; i++) {
        enum key key = (enum key)i;
        if (!vocabulary_row(key)->needed || vocabulary_row(key)->layer != row->layer)
            continue;
        needed++;
        for (size_t j = 0; j < judging->member_count; j++) {
            const struct member *member = &judging->member[j];
            bool told = key != KEY_ACCELERATOR_COUNT && member_any(judging, member, key);
            if (told || !key_exempt(judging, member, key))
                return false;
        }
    }
    return needed > 0;
}

const struct layer_difference *stack_compare(const struct judging *judging, size_t *count)
{
    struct layer_difference *row = ARENA_MANY(judging->home, LAYER_COUNT, struct layer_difference);
    *count = 0;
    for (size_t i = LAYER_NONE + 1; i < LAYER_COUNT; i++) {
        layer_compare(judging, (enum layer)i, &row[*count]);
        *count += !layer_absent(judging, &row[*count]);
    }
    return row;
}

/* ---- coverage ---- */

static enum coverage_state state_of(const struct fact *fact)
{
    switch (fact->kind) {
    case FACT_CAPTURED:
        return COVERAGE_CAPTURED;
    case FACT_MEASURED:
        return COVERAGE_MEASURED;
    case FACT_DECLARED:
    case FACT_DERIVED:
        break;
    }
    return COVERAGE_DECLARED;
}

static bool key_clashes(const struct judging *judging, const struct member *member, enum key key)
{
    struct str *instance;
    size_t count =
        vocabulary_row(key)->likeness == LIKENESS_NOT ? 0 : instances_seen(judging, key, &instance);
    const struct fact *best;
    for (size_t i = 0; i < count; i++)
        if (source_disagreeing(judging, member, key, instance[i], &best))
            return true;
    return false;
}

/* Facts of layers stand in their layer; what belongs to none in its group. */
static bool key_of_row(enum key key, enum layer layer, enum group group)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    return row->needed && row->layer == layer && (layer != LAYER_NONE || row->group == group);
}

/* Keys of one row, which are the same for every run. */
struct row_keys {
    enum key *key;
    size_t count;
};

static struct row_keys row_keys_of(const struct judging *judging, enum layer layer,
                                   enum group group)
{
    enum key keys[KEY_COUNT];
    struct row_keys out = { NULL, 0 };
    for (int key = 0; key < KEY_COUNT; key++)
        if (key_of_row((enum key)key, layer, group))
            keys[out.count++] = (enum key)key;
    out.key = ARENA_MANY(judging->home, out.count, enum key);
    if (out.count > 0)
        memcpy(out.key, keys, out.count * sizeof *keys);
    return out;
}

static bool coverage_row(const struct judging *judging, const struct member *member,
                         const struct row_keys *of_row, struct coverage *row)
{
    enum key missing[KEY_COUNT];
    bool clash = false;
    row->run = member->run;
    row->state = COVERAGE_CAPTURED;
    for (size_t i = 0; i < of_row->count; i++) {
        enum key key = of_row->key[i];
        if (key_exempt(judging, member, key)) {
            bool closed = key_closed(judging, member, key);
            row->needed += closed; /* "none" is a statement: it answers */
            row->disclosed += closed;
            if (closed && key != KEY_ACCELERATOR_COUNT && row->state > COVERAGE_DECLARED)
                row->state = COVERAGE_DECLARED;
            continue;
        }
        const struct fact *fact = member_any(judging, member, key);
        row->needed++;
        clash = clash || key_clashes(judging, member, key);
        if (!fact) {
            missing[row->missing_count++] = key;
            row->state = COVERAGE_NONE;
            continue;
        }
        row->disclosed++;
        row->state = state_of(fact) < row->state ? state_of(fact) : row->state;
    }
    if (row->missing_count > 0) {
        enum key *kept = ARENA_MANY(judging->home, row->missing_count, enum key);
        memcpy(kept, missing, row->missing_count * sizeof *kept);
        row->missing = kept;
    }
    row->state = clash ? COVERAGE_CLASH : row->state;
    return row->needed > 0;
}

/* Rows are layers from 1 on, then groups of what belongs to no layer. */
static enum layer row_layer(size_t row)
{
    return row < LAYER_COUNT ? (enum layer)row : LAYER_NONE;
}

static enum group row_group(size_t row)
{
    return row < LAYER_COUNT ? GROUP_EXECUTOR : (enum group)(row - LAYER_COUNT);
}

const struct coverage *coverage_of(const struct judging *judging, size_t *count)
{
    enum { ROWS = LAYER_COUNT + GROUP_COUNT };
    struct row_keys keys[ROWS];
    struct coverage *list =
        ARENA_MANY(judging->home, ROWS * (judging->member_count + 1), struct coverage);
    *count = 0;
    for (size_t j = 1; j < ROWS; j++)
        keys[j] = row_keys_of(judging, row_layer(j), row_group(j));
    for (size_t i = 0; i < judging->member_count; i++) {
        for (size_t j = 1; j < ROWS; j++) {
            struct coverage *row = &list[*count];
            *row = (struct coverage){ .layer = row_layer(j), .group = row_group(j) };
            *count += coverage_row(judging, &judging->member[i], &keys[j], row);
        }
    }
    return list;
}
