/* storage_checkpoints.c - checkpoints of MLPerf Storage by the rules of their round.
 *
 * A model's checkpoint has one size and is written by as many processes as its parallelism has; ten
 * are written, caches are cleared where the data of a host do not exceed three times its memory,
 * and ten are read (mlcommons/storage, Submission_guidelines.md and Rules.md). Node-local storage
 * may be measured by one host that writes its processes' part of a checkpoint. Closed may change
 * the folder; the tool itself writes the counts, the mode and, with a part, how often data are held
 * (mlpstorage, benchmarks/dlio.py). What a rule needs and no file tells leaves the result open. */
#include "base/num.h"
#include "storage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double subset_processes = 8; /* of a host that writes its part alone */

static struct str said(struct noting *in, const char *what, double value)
{
    return str_format(in->home, "%s %.*s", what, STR_ARG(number_text(in->home, value)));
}

/* "checkpoint.mode=subset": what stands behind the name, the last where it stands twice; `line`:
 * where. */
static struct str parameter_of(const struct storage_part *part, struct str name, uint32_t *line)
{
    for (size_t i = part->parameter_count; i-- > 0;) {
        struct str text = part->parameter[i].text;
        if (str_starts(text, name) && text.len > name.len && text.at[name.len] == '=') {
            *line = part->parameter[i].line;
            return str_trim(str_sub(text, name.len + 1, text.len));
        }
    }
    return (struct str){ 0 };
}

static bool is_closed(const struct noting *in)
{
    struct str division = in->run->division;
    return division.len == strlen("closed") &&
           g_ascii_strncasecmp(division.at, "closed", division.len) == 0;
}

/* Rates r of checkpoints of one size are size / time t. By Cauchy and Schwarz, mean(r) x mean(t)
 * lies above the size by no more than the deviation of r times that of t, and never below it. */
static void rate_judge(struct noting *in, const struct storage_part *part, bool saves)
{
    const double slack = 0.01;
    const struct storage_number *value = part->value, *size = &value[STORAGE_CHECKPOINT];
    const struct storage_number *rate = &value[saves ? STORAGE_SAVED : STORAGE_LOADED];
    const struct storage_number *time = &value[saves ? STORAGE_SAVE_TIME : STORAGE_LOAD_TIME];
    const struct storage_number *rates =
        &value[saves ? STORAGE_SAVED_DEVIATION : STORAGE_LOADED_DEVIATION];
    const struct storage_number *times =
        &value[saves ? STORAGE_SAVE_TIME_DEVIATION : STORAGE_LOAD_TIME_DEVIATION];
    if (!size->there || !rate->there || !time->there || size->value <= 0 || time->value <= 0)
        return;
    double product = rate->value * time->value;
    bool low = product < size->value * (1 - slack);
    bool high = rates->there && times->there &&
                product > size->value * (1 + slack) + rates->value * times->value;
    if (low || high)
        note(in, ROUND_RATE_CONTRADICTS, part->name, rate->line, said(in, "GiB/s", rate->value),
             str_format(in->home, "about %.*s, %.*s GiB at line %u in %.*s s at line %u",
                        STR_ARG(number_text(in->home, size->value / time->value)),
                        STR_ARG(number_text(in->home, size->value)), size->line,
                        STR_ARG(number_text(in->home, time->value)), time->line));
}

static void size_judge(struct noting *in, const struct storage_part *part, double share)
{
    const double about = 0.05; /* sizes of the rules are written with two to four digits */
    const struct benchmark *work = in->run->inside->work;
    const struct storage_number *size = &part->value[STORAGE_CHECKPOINT];
    double wanted = work->checkpoint_gib * share;
    if (size->there && wanted > 0 && fabs(size->value - wanted) > about * wanted)
        note(in, ROUND_SETTING_OTHER, part->name, size->line,
             said(in, "checkpoint_size_GB", size->value),
             str_format(in->home, "about %.*s", STR_ARG(number_text(in->home, wanted))));
}

static void processes_judge(struct noting *in, const struct storage_part *part, double wanted)
{
    enum { LEAST_A_HOST = 4 };
    const struct storage_number *devices = &part->value[STORAGE_ACCELERATORS];
    const struct storage_number *hosts = &part->value[STORAGE_HOSTS];
    if (devices->there && wanted > 0 && devices->value != wanted)
        note(in, ROUND_SETTING_OTHER, part->name, devices->line,
             said(in, "num_accelerators", devices->value), number_text(in->home, wanted));
    if (devices->there && hosts->there && hosts->value >= 1 &&
        devices->value / hosts->value < LEAST_A_HOST)
        note(in, ROUND_SETTING_OTHER, part->name, hosts->line,
             said(in, "accelerators a host:", devices->value / hosts->value), STR("4 or more"));
}

static void missing(struct noting *in, struct str file, uint32_t line, struct str what)
{
    note(in, ROUND_FIGURE_MISSING, file, line, str_format(in->home, "no %.*s", STR_ARG(what)),
         STR("what the tool writes"));
}

/* The figures of a summary that the rules above and below compare. */
static void figures_judge(struct noting *in, const struct storage_part *part, bool saves)
{
    static const struct needed {
        enum storage_value value;
        const char *name;
    } needed[][2] = {
        /* of what is written, of what is read */
        { { STORAGE_HOSTS, "num_hosts" }, { STORAGE_HOSTS, "num_hosts" } },
        { { STORAGE_CHECKPOINT, "checkpoint_size_GB" },
          { STORAGE_CHECKPOINT, "checkpoint_size_GB" } },
        { { STORAGE_SAVE_TIME, "save_checkpoint_duration_mean_seconds" },
          { STORAGE_LOAD_TIME, "load_checkpoint_duration_mean_seconds" } },
        { { STORAGE_SAVE_TIME_DEVIATION, "save_checkpoint_duration_stdev_seconds" },
          { STORAGE_LOAD_TIME_DEVIATION, "load_checkpoint_duration_stdev_seconds" } },
        { { STORAGE_SAVED_DEVIATION, "save_checkpoint_io_stdev_GB_per_second" },
          { STORAGE_LOADED_DEVIATION, "load_checkpoint_io_stdev_GB_per_second" } },
    };
    for (size_t i = 0; i < ARRAY_COUNT(needed); i++) {
        const struct needed *one = &needed[i][saves ? 0 : 1];
        if (!part->value[one->value].there)
            missing(in, part->name, 0, str_from(one->name));
    }
}

static void counts_judge(struct noting *in, const struct storage_part *part, bool saves)
{
    struct str name =
        saves ? STR("checkpoint.num_checkpoints_write") : STR("checkpoint.num_checkpoints_read");
    double wanted = in->run->inside->rules->checkpoints, count = 0;
    uint32_t line = 0;
    struct str text = parameter_of(part, name, &line);
    if (wanted > 0 && !num_real(text, &count))
        missing(in, part->settings_file != NO_FILE ? part->settings_name : part->name, line, name);
    else if (wanted > 0 && count != wanted)
        note(in, ROUND_SETTING_OTHER, part->settings_name, line,
             str_format(in->home, "%.*s=%.*s", STR_ARG(name), STR_ARG(text)),
             number_text(in->home, wanted));
    text = parameter_of(part, STR("checkpoint.fsync"), &line);
    if (text.len == strlen("false") && g_ascii_strncasecmp(text.at, "false", text.len) == 0)
        note(in, ROUND_SETTING_OTHER, part->settings_name, line, STR("checkpoint.fsync=False"),
             STR("each checkpoint written through to the storage"));
}

static bool begins(struct str text, const struct strs *with)
{
    for (size_t i = 0; i < with->count; i++)
        if (str_starts(text, with->item[i]))
            return true;
    return false;
}

/* What training may change and the rules of checkpoints do not name stays unjudged. */
static void settings_judge(struct noting *in, const struct storage_part *part, bool subset)
{
    const struct rule_set *rules = in->run->inside->rules;
    for (size_t i = 0; i < part->parameter_count; i++) {
        struct str text = part->parameter[i].text;
        bool known =
            rules->closed_checkpoints.count > 0 && !begins(text, &rules->closed_parameters);
        if (begins(text, &rules->closed_checkpoints) ||
            (subset && str_starts(text, STR("model.parallelism.data="))))
            continue;
        note(in, known ? ROUND_SETTING_OTHER : ROUND_RULES_PART, part->settings_name,
             part->parameter[i].line, text, STR("a parameter that closed may change"));
    }
    if (part->parameters_left > 0)
        note(in, ROUND_RULES_PART, part->settings_name, 0,
             str_format(in->home, "%zu more parameters", part->parameters_left),
             STR("so many as are judged"));
}

/* Ten checkpoints, on every host its processes' part of each. */
static void cache_judge(struct noting *in, const struct storage_part *part, double count)
{
    enum { MEMORY_TIMES = 3 };
    const struct storage_number *size = &part->value[STORAGE_CHECKPOINT];
    double held = count * size->value;
    if (size->there && part->memory > 0 && held <= MEMORY_TIMES * part->memory)
        note(in, ROUND_CACHE_UNPROVEN, part->name, size->line,
             str_format(in->home, "%.*s GiB written by hosts of %.*s GiB memory",
                        STR_ARG(number_text(in->home, held)),
                        STR_ARG(number_text(in->home, part->memory))),
             STR("over three times the memory, or cleared caches"));
    else if (!size->there || part->memory <= 0)
        note(in, ROUND_CACHE_UNPROVEN, part->name, 0,
             STR("no checkpoint_size_GB or host_memory_GB"),
             STR("over three times the memory, or cleared caches"));
}

void checkpoints_judge(struct noting *in, const struct storage_part *part)
{
    const struct benchmark *work = in->run->inside->work;
    const struct rule_set *rules = in->run->inside->rules;
    bool saves = in->run->inside->storage->kind == STORAGE_SAVE;
    uint32_t line = 0;
    rate_judge(in, part, saves);
    if (!work || !rules)
        return;
    if (work->processes <= 0) {
        note(in, ROUND_RULES_PART, part->name, 0, in->run->benchmark,
             STR("a model whose checkpoints the rules know"));
        return;
    }
    figures_judge(in, part, saves);
    bool subset = str_eq(parameter_of(part, STR("checkpoint.mode"), &line), STR("subset"));
    if (is_closed(in)) {
        double wanted = subset ? subset_processes : work->processes;
        processes_judge(in, part, wanted);
        size_judge(in, part, wanted / work->processes);
        counts_judge(in, part, saves);
        settings_judge(in, part, subset);
    } else {
        note(in, ROUND_RULES_PART, part->name, 0, in->run->division,
             STR("closed: what else may change of checkpoints is not judged"));
    }
    if (!saves)
        cache_judge(in, part, rules->checkpoints);
}
