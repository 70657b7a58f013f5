/* bundle_files.c - the files of a case's bundles, read side by side, and what came of each taken in
 * order. */
#include "bundle_files.h"
#include "file_read.h"

#include "base/progress.h"

#include <assert.h>

struct system *system_of(const struct bundles *b, const struct selector *selector)
{
    return selector->bridge ? &b->case_file->bridge[selector->system]
                            : &b->case_file->system[selector->system];
}

struct machine *machine_of(const struct bundles *b, const struct selector *selector)
{
    struct system *system = system_of(b, selector);
    assert(selector->machine < system->machine_count);
    return &system->machine[selector->machine];
}

struct target target_of(const struct bundles *b, size_t index)
{
    const struct selector *selector = b->bundle[index].selector;
    switch (b->bundle[index].role) {
    case BUNDLE_CAPTURES: {
        struct machine *machine = machine_of(b, selector);
        return (struct target){ .system = machine->system, .machine = machine };
    }
    case BUNDLE_RUNS: {
        struct machine *machine = machine_of(b, selector);
        return (
            struct target){ .system = machine->system, .machine = machine, .run = b->run[index] };
    }
    case BUNDLE_SWEEPS:
    case BUNDLE_PROFILES:
        return (struct target){ .system = system_of(b, selector) };
    case BUNDLE_DECLARATION:
    case BUNDLE_DOCUMENTS:
        break;
    }
    return (struct target){ 0 };
}

/* One file, by any thread. */
static void job_read(void *self, size_t index, struct arena *home, struct arena *scratch)
{
    const struct bundles *b = self;
    struct job *job = &b->job[index];
    struct read_file *out = &job->read;
    const struct bundle *bundle = &b->bundle[job->bundle];
    const struct file *file = &b->file[job->bundle][job->entry];
    struct target target = target_of(b, job->bundle);
    struct arena_mark mark = arena_mark(scratch);
    struct reading reading = bundle_reading(b, file);
    out->apart = arena_new(SIZE_MAX / 2);
    reading.home = home;
    reading.scratch = scratch;
    reading.system = target.system;
    reading.machine = target.machine;
    reading.run = target.run;
    reading.selected = bundle->selector->instance;
    reading.diags = out->diags = diags_new(out->apart);
    out->twin = !declared_series(&b->declarations, file->evidence->name, NULL) &&
                twin_of(scratch, &bundle->entries, job->entry, b->limits, reading.diags);
    if (!out->twin) {
        bool unread;
        const struct adapter *adapter =
            file_take(&reading, out->apart, &b->declarations, bundle->single, &unread);
        /* What was not read is of no format: nobody may infer from one what it does not say. */
        out->adapter = unread ? NULL : adapter;
    }
    out->facts = reading.facts;
    out->series = reading.series;
    out->series_last = reading.series_last;
    out->series_count = reading.series_count;
    out->selected_found = reading.selected_found;
    progress_add(PROGRESS_BYTES, file->evidence->bytes.len);
    file_passed(file->evidence->bytes);
    arena_rewind(scratch, mark);
}

static uint64_t job_size(const void *self, size_t index)
{
    const struct bundles *b = self;
    const struct job *job = &b->job[index];
    return b->file[job->bundle][job->entry].evidence->bytes.len;
}

static bool is_read(const struct bundles *b, size_t index)
{
    enum bundle_role role = b->bundle[index].role; /* documents are kept as they came; plan and
                                                      ledger are read below */
    return role == BUNDLE_RUNS ? b->run[index] != NULL
                               : role != BUNDLE_DECLARATION && role != BUNDLE_DOCUMENTS;
}

/* The files to read, in the order in which they are taken. */
static void jobs_list(struct bundles *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->count; i++)
        most += is_read(b, i) ? b->bundle[i].entries.count : 0;
    b->job = ARENA_MANY(b->scratch, most, struct job);
    for (size_t i = 0; i < b->count; i++) {
        for (size_t j = 0; is_read(b, i) && j < b->bundle[i].entries.count; j++) {
            b->file[i][j].job = b->job_count;
            b->job[b->job_count++] = (struct job){ .bundle = i, .entry = j };
        }
    }
}

/* Takes what one file said; true where it had the selected instance (or none was selected). */
static bool entry_take(struct bundles *b, const struct bundle *bundle, const struct file *file,
                       struct target *target)
{
    abreast_await(b->abreast, file->job);
    struct read_file *read = &b->job[file->job].read;
    if (!file->again)
        diags_join(b->diags, read->diags);
    if (!read->twin)
        format_set(b, file, read->adapter);
    for (size_t i = 0; read->facts && i < facts_count(read->facts); i++)
        facts_add(target->facts, facts_at(read->facts, i));
    if (read->series) {
        if (target->last)
            target->last->next = read->series;
        else
            target->series = read->series;
        target->last = read->series_last;
        target->series_count += read->series_count;
    }
    bool found = bundle->selector->instance.len == 0 || read->selected_found;
    arena_free(read->apart);
    *read = (struct read_file){ 0 };
    return found;
}

bool target_read(struct bundles *b, size_t index, struct target *target)
{
    const struct bundle *bundle = &b->bundle[index];
    bool found = bundle->selector->instance.len == 0;
    for (size_t j = 0; j < bundle->entries.count; j++)
        found = entry_take(b, bundle, &b->file[index][j], target) || found;
    return found;
}

void files_begin(struct bundles *b)
{
    uint64_t bytes = 0;
    jobs_list(b);
    for (size_t i = 0; i < b->job_count; i++)
        bytes += job_size(b, i);
    const struct abreast_work work = { b, b->job_count, job_size, job_read };
    progress_begin("taking facts", PROGRESS_BYTES, bytes);
    b->abreast = abreast_new(&work, b->home, b->scratch, b->threads);
}

void files_end(struct bundles *b)
{
    abreast_end(b->abreast);
    progress_end();
}
