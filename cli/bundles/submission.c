/* submission.c - layouts of mlcommons/policies, submission_rules.adoc: results, measurements and
 * compliance of one result lie under equal folders SYSTEM/BENCHMARK/SCENARIO; since round 6 they
 * are one folder. */
#include "submission.h"

#include <glib.h>
#include <string.h>

bool submission_of(const struct found_run *run)
{
    return strcmp(run->row->tool, "mlperf") == 0;
}

static bool is_audit(struct str part)
{
    bool test = part.len == 6 && str_starts(part, STR("TEST")) && g_ascii_isdigit(part.at[4]) &&
                g_ascii_isdigit(part.at[5]);
    return test || str_eq(part, STR("compliance")) || str_eq(part, STR("ranging")) ||
           str_eq(part, STR("accuracy"));
}

bool submission_audit(struct str name)
{
    struct str rest = str_folder(name), part;
    while (str_cut(&rest, '/', &part))
        if (is_audit(part))
            return true;
    return false;
}

/* "SYSTEM/BENCHMARK/SCENARIO/" of ".../SYSTEM/BENCHMARK/SCENARIO/performance/run_1/log"; empty:
 * it lies otherwise. */
static struct str filed_of(struct str name)
{
    size_t end = str_find(name, STR("/performance/"));
    size_t at = end, slashes = 0;
    if (end == SIZE_MAX)
        return (struct str){ 0 };
    while (at > 0 && (name.at[at - 1] != '/' || ++slashes < 3))
        at--;
    return slashes >= 2 ? str_sub(name, at, end + 1) : (struct str){ 0 };
}

bool submission_beside(const struct operand *operand, const struct found_run *run, size_t file)
{
    static const char *const formats[] = { "mlperf-measurements-json", "mlperf-accuracy" };
    const struct inspected *one = &operand->file[file];
    struct str name = one->evidence->name;
    struct str filed = filed_of(operand->file[run->file].evidence->name);
    if (!submission_of(run) || filed.len == 0 || !one->adapter)
        return false;
    struct str base = str_sub(name, str_folder(name).len, name.len);
    if (strcmp(one->adapter->name, "mlperf-system-json") == 0)
        return str_ends(base, STR(".json")) &&
               str_eq(str_sub(base, 0, base.len - 5), str_sub(filed, 0, str_find(filed, STR("/"))));
    size_t at = str_find(name, filed);
    bool beside = at != SIZE_MAX && (at == 0 || name.at[at - 1] == '/');
    bool audit = submission_audit(str_sub(name, 0, beside ? at : 0)) ||
                 str_find(name, STR("/TEST")) != SIZE_MAX;
    for (size_t i = 0; beside && !audit && i < ARRAY_COUNT(formats); i++)
        if (strcmp(one->adapter->name, formats[i]) == 0)
            return true;
    return false;
}

bool submissions_all(const struct operand *operand, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < operand[i].run_count; k++)
            if (!submission_of(&operand[i].run[k]))
                return false;
        if (operand[i].run_count == 0)
            return false;
    }
    return count > 0;
}

static bool run_fits(const struct run *run, struct str path, struct diags *diags)
{
    bool any = false;
    for (size_t i = 0; run->facts && i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i);
        const struct evidence *from = fact->source.evidence;
        if (fact->kind != FACT_MEASURED || !from || !from->format)
            continue;
        any = true;
        if (strncmp(from->format, "mlperf-", 7) != 0) {
            diag_add(diags, DIAG_CASE_VALUE, (struct place){ .file = from->name },
                     STR("logs of MLPerf alone: name another profile, or take the file out"),
                     "the profile mlperf over what %s tells", from->format);
            return false;
        }
    }
    if (!any)
        diag_add(diags, DIAG_CASE_VALUE, (struct place){ .file = path },
                 STR("logs of MLPerf in each run"), "the profile mlperf over run %.*s",
                 STR_ARG(run->path));
    return any;
}

static bool systems_fit(const struct system *system, size_t count, struct str path,
                        struct diags *diags)
{
    for (size_t i = 0; i < count; i++)
        for (size_t m = 0; m < system[i].machine_count; m++)
            for (size_t r = 0; r < system[i].machine[m].run_count; r++)
                if (!run_fits(&system[i].machine[m].run[r], path, diags))
                    return false;
    return true;
}

bool submission_profile(const struct case_file *case_file, struct str path, struct diags *diags)
{
    return !str_eq(case_file->profile, STR("mlperf")) ||
           (systems_fit(case_file->system, case_file->system_count, path, diags) &&
            systems_fit(case_file->bridge, case_file->bridge_count, path, diags));
}

struct str submission_root(struct str folder)
{
    static const struct str division[] = { STR_INIT("/closed/"), STR_INIT("/open/"),
                                           STR_INIT("/network/") };
    struct str whole = { folder.at, folder.len };
    for (size_t i = 0; i < ARRAY_COUNT(division); i++) {
        size_t at = str_find(whole, division[i]);
        if (at != SIZE_MAX && at > 0)
            return str_sub(whole, 0, at);
        struct str last = str_sub(division[i], 0, division[i].len - 1);
        if (str_ends(whole, last) && whole.len > last.len)
            return str_sub(whole, 0, whole.len - last.len);
    }
    return folder;
}
