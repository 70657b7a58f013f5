/* mends.c - what would end a silence, after a look at what is there: a file that only lacks a
 * declaration needs no new measurement. */
#include "judging.h"
#include "model/traits.h"

static bool under(struct str name, struct str path)
{
    return str_starts(name, path) &&
           (path.len == 0 || name.len == path.len || name.at[path.len] == '/' ||
            name.at[path.len] == '!' || path.at[path.len - 1] == '/');
}

static struct str base_of(struct str name)
{
    size_t at = name.len;
    while (at > 0 && name.at[at - 1] != '/' && name.at[at - 1] != '!')
        at--;
    return str_sub(name, at, name.len);
}

/* Whether a declaration speaks for the run: in its folder, in one above, or inside its archive. */
static bool declared(const struct judging *judging, const struct run *run)
{
    for (size_t i = 0; i < judging->evidence_count; i++) {
        struct str name = judging->evidence[i].name;
        if (!str_eq(base_of(name), STR("run.json")))
            continue;
        size_t folder = name.len - STR("run.json").len;
        if (under(name, run->path) ||
            under(run->path, str_sub(name, 0, folder > 0 ? folder - 1 : 0)))
            return true;
    }
    return false;
}

/* "No run.json stands above runs/flash. " where that is so. */
static struct buf mend_new(const struct judging *judging, const struct run *run)
{
    struct buf out = buf_new(judging->home, 1 << 16);
    if (!declared(judging, run))
        buf_putf(&out, "No run.json stands in or above %.*s. ", STR_ARG(run->path));
    return out;
}

static const struct evidence *log_of(const struct judging *judging, const struct run *run)
{
    for (size_t i = 0; i < judging->evidence_count; i++) {
        const struct evidence *evidence = &judging->evidence[i];
        if (evidence_has(evidence, TRAIT_KEEPS_ITERATIONS) && under(evidence->name, run->path))
            return evidence;
    }
    return NULL;
}

static const struct member *first_marked(const struct judging *judging, const bool *silent)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (silent[i])
            return &judging->member[i];
    return NULL;
}

/* Name of the file that a series was read from; one made by hand has none. */
static struct str file_of(const struct series *series)
{
    return series->source.evidence ? base_of(series->source.evidence->name) : STR("The series");
}

/* A file of the run's requests; NULL: none. */
static const struct series *requests_of(const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].count > 0 && series_of_requests(&run->series[i]))
            return &run->series[i];
    return NULL;
}

struct str mend_series(const struct judging *judging, const bool *silent)
{
    const struct member *member = first_marked(judging, silent);
    if (!member)
        return (struct str){ 0 };
    const struct series *series = member->alone->door.series;
    const struct evidence *log = series ? NULL : log_of(judging, member->run);
    const struct series *requests = series ? NULL : requests_of(member->run);
    struct buf out;
    if (requests) {
        out = buf_new(judging->home, 1 << 12);
        buf_putf(
            &out,
            "%.*s holds times of requests, which overlap: a rate needs their start times, first "
            "tokens, ends and output lengths. Keep them all, name %s as the metric of the case, or "
            "keep a log of the work done in each second.",
            STR_ARG(file_of(requests)), vocabulary_row(requests->key)->name);
        return buf_str(&out);
    }
    if (series && series->kind == SERIES_UNDECLARED && series_of_requests(series)) {
        out = buf_new(judging->home, 1 << 12); /* nothing that run.json can say would help */
        buf_putf(&out,
                 "%.*s is there, but without the start of each request, in order: keep "
                 "`start_times`, which newer versions of the tool write with --save-detailed.",
                 STR_ARG(file_of(series)));
        return buf_str(&out);
    }
    out = mend_new(judging, member->run);
    if (series && series->kind == SERIES_UNDECLARED) {
        buf_putf(&out,
                 "%.*s is there, its kind is not: declare `kind` (per_iteration or per_interval) "
                 "under `series` in run.json.",
                 STR_ARG(file_of(series)));
        return buf_str(&out);
    }
    if (log) {
        buf_putf(&out, "%.*s is there: declare it, with its kind, under `series` in run.json.",
                 STR_ARG(base_of(log->name)));
        return buf_str(&out);
    }
    return (struct str){ 0 };
}

/* A file in which the run's tool told what it measured, and `out`, it; empty: there is none. */
static struct str result_of(const struct run *run, const struct evidence **out)
{
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        if (fact->kind == FACT_MEASURED && fact->source.evidence &&
            vocabulary_row(fact->key)->group == GROUP_RESULT) {
            *out = fact->source.evidence;
            return base_of(fact->source.evidence->name);
        }
    }
    return (struct str){ 0 };
}

/* Keeping again a file that is there would tell no more. */
struct str mend_result(const struct judging *judging, const bool *silent, enum key key)
{
    const struct member *member = first_marked(judging, silent);
    struct str file = { 0 };
    const struct evidence *evidence = NULL;
    if (member)
        file = result_of(member->run, &evidence);
    if (file.len == 0)
        return file;
    if (key == KEY_REQUESTS_FAILED && evidence_has(evidence, TRAIT_ENDS_ON_FAILURE))
        return str_format(judging->home,
                          "For %.*s: measure with a release of the tool from 1.1 on, which stops "
                          "at a request that fails; earlier ones dropped it, and %.*s is of one.",
                          STR_ARG(silent_systems(judging, silent)), STR_ARG(file));
    return str_format(judging->home,
                      "For %.*s: keep a file of the tool that tells `%s`, such as its log; %.*s is "
                      "there and does not.",
                      STR_ARG(silent_systems(judging, silent)), vocabulary_row(key)->name,
                      STR_ARG(file));
}

struct str mend_telemetry(const struct judging *judging, const bool *silent)
{
    const struct member *member = first_marked(judging, silent);
    if (!member || !member->alone->telemetry_seen)
        return (struct str){ 0 };
    struct str file = file_of(member->alone->telemetry_seen);
    struct buf out = mend_new(judging, member->run);
    switch (member->alone->telemetry) {
    case TELEMETRY_UNTIMED:
        buf_putf(&out,
                 "%.*s is there, its time zone is not: add \"time_zone\": {\"%.*s\": \"UTC\"}, or "
                 "the zone that it is, to run.json.",
                 STR_ARG(file), STR_ARG(file));
        return buf_str(&out);
    case TELEMETRY_UNTIMED_UNPLACED:
        buf_putf(&out,
                 "%.*s is there, its time zone is not, nor when the load began: add \"time_zone\": "
                 "{\"%.*s\": \"UTC\"}, or the zone that it is, and `load.begin` to run.json.",
                 STR_ARG(file), STR_ARG(file));
        return buf_str(&out);
    case TELEMETRY_ALONE:
        buf_putf(&out, "%.*s is there: it is judged once the run has samples of the metric.",
                 STR_ARG(file));
        return buf_str(&out);
    case TELEMETRY_UNPLACED:
        buf_putf(&out, "%.*s is there, when the load began is not: state `load.begin` in run.json.",
                 STR_ARG(file));
        return buf_str(&out);
    case TELEMETRY_OUTSIDE:
        buf_putf(&out,
                 "%.*s is of another time than the load: check `time_zone` in run.json, or keep "
                 "telemetry from before the run until after it.",
                 STR_ARG(file));
        return buf_str(&out);
    case TELEMETRY_NONE:
    case TELEMETRY_USED:
        break;
    }
    return (struct str){ 0 };
}

/* ---- programs of vendors ---- */

enum { PROGRAMS_MOST = 8 };
struct programs { /* of the vendors whose accelerators runs used, each once */
    const struct vendor_program *item[PROGRAMS_MOST];
    size_t count;
    bool other; /* some are NVIDIA's, or nobody knows whose */
};

static void programs_find(const struct judging *judging, struct programs *out)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *name = member_any(judging, member, KEY_ACCELERATOR_NAME);
        struct str text = name ? name->value.text : (struct str){ 0 };
        const struct vendor_program *own = vendor_program(member_vendor(judging, member), text);
        bool known = !own || out->count == PROGRAMS_MOST;
        for (size_t k = 0; k < out->count; k++)
            known = known || out->item[k] == own;
        if (!known)
            out->item[out->count++] = own;
        out->other = out->other || !own;
    }
}

/* Whether keeping the output of its program would disclose the key. */
static bool discloses(const struct vendor_program *program, enum key key, bool watch)
{
    enum layer layer = vocabulary_row(key)->layer;
    return program->file && (layer == LAYER_NONE || (program->shows >> layer & 1U) != 0) &&
           !(watch && !str_eq(str_from(program->vendor), STR("AMD")));
}

/* "`amd-smi static --json`", or that it has to be stated where no format reads the program. */
static void program_put(struct buf *out, const struct vendor_program *program, enum key key,
                        bool watch)
{
    const char *command = watch ? program->watch : program->query;
    bool shows = command && (watch || vocabulary_row(key)->layer == LAYER_NONE ||
                             (program->shows >> vocabulary_row(key)->layer & 1U) != 0);
    if (discloses(program, key, watch)) {
        buf_putf(out, "`%s`", command);
        return;
    }
    if (vocabulary_row(key)->group == GROUP_HEALTH) { /* measured, never declared */
        buf_putf(out,
                 shows ? "keep the output of `%s`, which no format here reads yet"
                       : "keep what tells {name}",
                 command);
        return;
    }
    buf_put(out, STR("state {name} in run.json"));
    if (shows)
        buf_putf(out, ", and keep the output of `%s` that shows it", command);
}

struct str mend_by_vendor(const struct judging *judging, enum key key, struct str advice)
{
    static const struct {
        const char *theirs;
        bool watch;
    } places[] = { { "`nvidia-smi -q -x`", false }, { "`nvidia-smi --query-gpu`", true } };
    struct programs programs = { .count = 0 };
    for (size_t i = 0; i < ARRAY_COUNT(places); i++) {
        struct str theirs = str_from(places[i].theirs);
        size_t at = str_find(advice, theirs);
        if (at == SIZE_MAX)
            continue;
        if (programs.count == 0 && !programs.other)
            programs_find(judging, &programs);
        struct buf out = buf_new(judging->home, 1 << 16);
        if (programs.count == 1 && !programs.other &&
            !discloses(programs.item[0], key, places[i].watch)) {
            program_put(&out, programs.item[0], key, places[i].watch);
            return buf_str(&out);
        }
        buf_put(&out, str_sub(advice, 0, programs.other ? at + theirs.len : at));
        for (size_t k = 0; k < programs.count; k++) {
            bool first = k == 0 && !programs.other;
            if (!first)
                buf_putf(&out, " (of %s ", programs.item[k]->whose);
            program_put(&out, programs.item[k], key, places[i].watch);
            buf_put(&out, first ? STR("") : STR(")"));
        }
        buf_put(&out, str_sub(advice, at + theirs.len, advice.len));
        advice = buf_str(&out);
    }
    return advice;
}

/* ---- programs that any tool times ---- */

static bool member_untold(const struct judging *judging, const struct member *member)
{
    const struct processors *found = &member->alone->processors;
    const struct fact *kind = member_fact(judging, member, KEY_WORKLOAD_KIND, (struct str){ 0 });
    const struct told told = { member->run->facts, member->run->series, member->run->series_count };
    return !found->by && !found->against && !found->software && !found->telemetry &&
           timed_untold(judging->rules, &told, 1, judging->case_file->metric,
                        kind_is_learning(kind));
}

struct str mend_by_processors(const struct judging *judging, struct str silent, struct str mend)
{
    static const struct str theirs[] = { STR_INIT("`nvidia-smi"), STR_INIT("`nvcc") };
    bool asks = false;
    for (size_t i = 0; i < ARRAY_COUNT(theirs); i++)
        asks = asks || str_find(mend, theirs[i]) != SIZE_MAX;
    for (size_t i = 0; i < judging->member_count && asks; i++)
        asks = member_untold(judging, &judging->member[i]);
    if (!asks || silent.len == 0)
        return mend;
    return str_format(judging->home,
                      "For %.*s: state `%s` in run.json, 0 where processors alone did the work; "
                      "what else is wanted follows from it.",
                      STR_ARG(silent), vocabulary_row(KEY_ACCELERATOR_COUNT)->name);
}
