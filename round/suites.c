/* suites.c - results of MLPerf Training and Storage among those of Inference: folders of several
 * runs that are scored together. */
#include "reader.h"
#include "storage.h"
#include "training.h"

#include <string.h>

static void load_training(struct reader *in, struct training *training)
{
    struct str bytes;
    for (size_t i = 0; i < training->count; i++) {
        struct training_run *run = &training->run[i];
        if (reader_load(in, run->file, &run->name, &bytes))
            training_run_read(in->home, in->scratch, bytes, run);
    }
    struct arena_mark mark = arena_mark(in->scratch);
    if (reader_load(in, training->scaling_file, &training->scaling_name, &bytes))
        training_scaling_read(in->scratch, bytes, training);
    arena_rewind(in->scratch, mark);
    struct str name;
    if (reader_load(in, training->check_file, &name, &bytes))
        training_check_read(bytes, training);
}

static void load_storage(struct reader *in, struct storage *storage)
{
    struct str bytes;
    for (size_t i = 0; i < storage->count; i++) {
        struct storage_part *part = &storage->part[i];
        struct arena_mark mark = arena_mark(in->scratch);
        if (reader_load(in, part->file, &part->name, &bytes))
            storage_part_read(in->home, in->scratch, bytes, part);
        arena_rewind(in->scratch, mark);
        if (reader_load(in, part->settings_file, &part->settings_name, &bytes))
            storage_settings_read(in->home, bytes, part);
    }
    struct arena_mark mark = arena_mark(in->scratch);
    if (reader_load(in, storage->report_file, &storage->report_name, &bytes))
        storage_report_read(in->home, in->scratch, bytes, storage);
    arena_rewind(in->scratch, mark);
}

bool suite_load(struct reader *in, struct round_run *run)
{
    if (run->inside->training)
        load_training(in, run->inside->training);
    if (run->inside->storage)
        load_storage(in, run->inside->storage);
    return run->inside->training || run->inside->storage;
}

/* ---- what it is ---- */

static void work_take(struct round_run *run, const struct benchmark *work)
{
    run->inside->work = work;
    if (!work)
        return;
    run->stands_for = work->name;
    run->model = work->model;
    run->dataset = work->dataset;
}

/* What a benchmark of Training asks for does not differ between the rounds that have it: without
 * a set that is asked for, any tells it. */
static const struct benchmark *training_work(const struct reader *in, struct str name)
{
    const struct benchmark *work = NULL;
    for (size_t i = 0; i < in->sets.count && !in->asked; i++)
        if (in->sets.item[i]->suite == SUITE_TRAINING && !work)
            work = benchmark_find(in->sets.item[i], name);
    return in->asked ? benchmark_find(in->asked, name) : work;
}

static void training_know(struct reader *in, struct round_run *run)
{
    reader_system(in, run);
    training_names(run);
    run->inside->rules = in->asked;
    work_take(run, training_work(in, run->benchmark));
    run->round = in->asked ? in->asked->round : run->round;
    training_take(in->home, run);
}

/* Summaries name their model in v0.5 alone; between the later rounds the benchmarks are the same,
 * and which of them it was only the tree's name says. */
static const struct benchmark *storage_work(const struct reader *in, const struct round_run *run)
{
    const struct storage *storage = run->inside->storage;
    bool first = storage->count > 0 && storage->part[0].model.len > 0;
    for (size_t i = 0; i < in->sets.count && !in->asked; i++) {
        const struct rule_set *set = in->sets.item[i];
        if (set->suite == SUITE_STORAGE && str_eq(set->round, STR("0.5")) == first &&
            benchmark_find(set, run->benchmark))
            return benchmark_find(set, run->benchmark);
    }
    return in->asked ? benchmark_find(in->asked, run->benchmark) : NULL;
}

/* Published trees leave out the folder of the system where the submitter has only one. */
static void sole_system(struct reader *in, struct round_run *run)
{
    const struct layout *layout = &in->layout;
    struct str owner = run->inside->owner, only = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < layout->system_count; i++) {
        struct str key = layout->system[i].key;
        if (str_starts(key, owner) && key.len > owner.len + 1 && key.at[owner.len] == '/') {
            only = str_sub(key, owner.len + 1, key.len);
            count++;
        }
    }
    if (run->system.len == 0 && count == 1)
        run->system = only;
}

static void storage_know(struct reader *in, struct round_run *run)
{
    sole_system(in, run);
    reader_system(in, run);
    storage_names(in->home, run);
    run->inside->rules = in->asked;
    work_take(run, storage_work(in, run));
    run->round = in->asked ? in->asked->round : run->round;
    storage_take(in->home, run);
    if (!in->asked && run->inside->storage->round.len > 0)
        run->round = run->inside->storage->round;
}

bool suite_know(struct reader *in, struct round_run *run)
{
    if (run->inside->training)
        training_know(in, run);
    if (run->inside->storage)
        storage_know(in, run);
    return run->inside->training || run->inside->storage;
}

bool suite_judge(struct noting *in)
{
    if (in->run->inside->training)
        training_judge(in);
    if (in->run->inside->storage)
        storage_judge(in);
    return in->run->inside->training || in->run->inside->storage;
}

void suites_keep(const struct reader *in, struct round *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->run_count; i++) {
        const struct run_inside *inside = out->run[i].inside;
        enum suite suite = inside->training  ? SUITE_TRAINING
                           : inside->storage ? SUITE_STORAGE
                                             : SUITE_INFERENCE;
        bool asked = !in->asked || in->asked->suite == suite;
        if (asked && (!inside->training || training_is(inside->training)) &&
            (!inside->storage || storage_is(inside->storage)))
            out->run[kept++] = out->run[i];
    }
    out->run_count = kept;
}
