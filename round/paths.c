/* paths.c - which folder of a path is which: {division}/{submitter}/{results|...}/{system}/
 * {benchmark}/{scenario}/..., whole or from any of its folders on, below folders that may have such
 * names by chance. */
#include "paths.h"
#include "base/num.h"
#include "rules.h"

#include <glib.h>
#include <string.h>

static bool same_word(struct str a, const char *b)
{
    return a.len == strlen(b) && g_ascii_strncasecmp(a.at, b, a.len) == 0;
}

static enum part_kind kind_of(struct str part)
{
    static const struct {
        struct str name;
        enum part_kind kind;
    } kinds[] = {
        { STR_INIT("results"), PART_RESULTS },
        { STR_INIT("measurements"), PART_MEASUREMENTS },
        { STR_INIT("compliance"), PART_COMPLIANCE },
        { STR_INIT("systems"), PART_SYSTEMS },
        { STR_INIT("documentation"), PART_OTHER },
        { STR_INIT("code"), PART_OTHER },
        { STR_INIT("src"), PART_OTHER },
    };
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++)
        if (same_word(part, kinds[i].name.at))
            return kinds[i].kind;
    return PART_NONE;
}

bool path_is_division(struct str part)
{
    return same_word(part, "closed") || same_word(part, "open") || same_word(part, "network");
}

bool path_is_training(struct str name)
{
    static const struct str before = STR_INIT("result_"), behind = STR_INIT(".txt");
    int64_t number;
    return str_starts(name, before) && str_ends(name, behind) &&
           name.len > before.len + behind.len &&
           num_int(str_sub(name, before.len, name.len - behind.len), &number) && number >= 0;
}

bool path_is_scaled(struct str folder)
{
    return str_eq(folder, STR("strong")) || str_eq(folder, STR("weak"));
}

bool path_is_training_side(struct str name)
{
    return str_eq(name, STR("scaling.json")) || str_eq(name, STR("package_checker_params"));
}

bool path_is_storage(struct str name)
{
    return str_eq(name, STR("summary.json")) || str_eq(name, STR("mlperf_storage_report.json")) ||
           str_eq(name, STR("overrides.yaml"));
}

/* "run1", "run_1", "run-1" */
static bool is_run_folder(struct str part)
{
    int64_t number;
    size_t from = part.len > 3 && strchr("_-", part.at[3]) ? 4 : 3;
    return part.len > from && str_starts(part, STR("run")) &&
           num_int(str_sub(part, from, part.len), &number) && number >= 0;
}

/* "20250707_142530", "2023-07-31-08-07-31" */
static bool is_time_folder(struct str part)
{
    size_t digits = 0;
    for (size_t i = 0; i < part.len; i++) {
        digits += part.at[i] >= '0' && part.at[i] <= '9';
        if (!strchr("0123456789_-T:.", part.at[i]))
            return false;
    }
    return digits >= 12;
}

bool path_storage(const struct path *path, size_t *result_to, size_t *run_to)
{
    enum { ABOVE = 3 };            /* a run's folder stands so few above its files */
    size_t last = path->count - 1; /* parts before the file, and before a folder of settings */
    if (str_eq(path->part[last], STR("overrides.yaml")) && last > 0)
        last--;
    *result_to = *run_to = last;
    if (str_eq(path->part[path->count - 1], STR("mlperf_storage_report.json")))
        return last > 0;
    for (size_t i = last; i > 0 && i + ABOVE > last; i--) {
        struct str part = path->part[i - 1];
        bool time = is_time_folder(part);
        if (!is_run_folder(part) && !time)
            continue;
        *run_to = i;
        *result_to = i - 1;
        if (!time && i > 1 && is_time_folder(path->part[i - 2]))
            *result_to = i - 2;
        struct str above = *result_to > 0 ? path->part[*result_to - 1] : (struct str){ 0 };
        if (str_eq(above, STR("datagen")))
            return false;
        *result_to -= str_eq(above, STR("runs")) || str_eq(above, STR("run"));
        break;
    }
    return *result_to > 0;
}

static bool is_scenario(const struct path *path, size_t at)
{
    return at < path->count && scenario_find(path->part[at]) < SCENARIO_COUNT;
}

/* How well a folder of such a name fits; 0: it may have the name by chance. */
static int fit(const struct path *path, size_t at)
{
    enum { LAID = 4, DIRECT = 3, DIVIDED = 2 };
    enum part_kind kind = kind_of(path->part[at]);
    int score = at >= 2 && path_is_division(path->part[at - 2]) ? DIVIDED : 0;
    if (kind == PART_SYSTEMS)
        return score + (at + 2 == path->count ? DIRECT : 0);
    bool trained = path_is_training(path->part[path->count - 1]) && kind == PART_RESULTS;
    bool training = trained && (at + 4 == path->count ||
                                (at + 5 == path->count && path_is_scaled(path->part[at + 2])));
    bool storage = kind == PART_RESULTS && path_is_storage(path->part[path->count - 1]);
    return score + (kind != PART_OTHER && (training || is_scenario(path, at + 3)) ? LAID
                    : storage                                                     ? DIRECT
                                                                                  : 0);
}

/* A folder named after a scenario right above what lies below none other. PARTS: none. */
static size_t bare_find(const struct path *path)
{
    enum { ABOVE = 3 }; /* the folder that holds SYSTEM, SYSTEM, BENCHMARK */
    for (size_t i = path->count; i-- > ABOVE;) {
        if (!is_scenario(path, i) || i + 2 >= path->count)
            continue;
        struct str below = path->part[i + 1];
        if (same_word(below, "performance") || same_word(below, "accuracy") ||
            str_starts(below, STR("TEST")))
            return i - ABOVE;
    }
    return PARTS;
}

static void marker_find(struct path *path)
{
    int best = -1;
    path->marker = PARTS;
    for (size_t i = 0; i < path->count; i++) {
        enum part_kind kind = kind_of(path->part[i]);
        bool divided = i >= 2 && path_is_division(path->part[i - 2]);
        if (kind == PART_NONE || (kind == PART_OTHER && !divided))
            continue;
        if (divided &&
            i >= path->own) { /* whatever lies below: a submitter's code may hold trees */
            path->marker = i;
            best = 1;
            break;
        }
        int score = fit(path, i);
        if (score > best) {
            best = score;
            path->marker = i;
        }
    }
    size_t bare = best > 0 ? PARTS : bare_find(path);
    path->bare = bare < PARTS;
    path->marker = path->bare ? bare : path->marker;
    path->kind = path->bare             ? PART_RESULTS
                 : path->marker < PARTS ? kind_of(path->part[path->marker])
                                        : PART_NONE;
}

/* "mlperf_log_detail.txt.gz" is the log that it holds, whatever the case of its letters. */
static void name_fold(struct str *name)
{
    static const struct str packed[] = { STR_INIT(".gz"), STR_INIT(".xz"), STR_INIT(".zst") };
    static const struct str names[] = { STR_INIT("mlperf_log_detail.txt"),
                                        STR_INIT("mlperf_log_summary.txt"),
                                        STR_INIT("mlperf_log_accuracy.json"),
                                        STR_INIT("accuracy.txt"), STR_INIT("spl.txt") };
    struct str plain = *name;
    for (size_t i = 0; i < ARRAY_COUNT(packed); i++)
        if (str_ends(*name, packed[i]))
            plain = str_sub(*name, 0, name->len - packed[i].len);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (same_word(plain, names[i].at))
            *name = names[i];
    if (path_is_training(plain))
        *name = plain;
}

/* Folders of a result are named in small letters by the suite. */
static void folders_fold(struct path *path)
{
    static const struct str names[] = { STR_INIT("performance"), STR_INIT("accuracy"),
                                        STR_INIT("ranging"), STR_INIT("power") };
    enum { BELOW = 4 };
    for (size_t i = path->marker < PARTS ? path->marker + BELOW : PARTS; i + 1 < path->count; i++) {
        for (size_t k = 0; k < ARRAY_COUNT(names); k++)
            if (same_word(path->part[i], names[k].at))
                path->part[i] = names[k];
    }
}

bool path_split(struct str above, struct str name, struct path *out)
{
    struct str rest = above, part;
    *out = (struct path){ 0 };
    while (str_cut(&rest, '/', &part))
        if (part.len > 0 && out->count < PARTS)
            out->part[out->count++] = part;
    out->own = out->count;
    rest = name;
    while (str_cut(&rest, '/', &part)) {
        if (out->count == PARTS)
            return false;
        out->part[out->count++] = part;
    }
    out->whole = name;
    if (out->count > 0)
        name_fold(&out->part[out->count - 1]);
    marker_find(out);
    folders_fold(out);
    return out->count > out->own;
}

struct str path_joined(struct arena *home, const struct path *path, size_t from, size_t to)
{
    struct buf buf = buf_new(home, 64 << 10); /* of paths, which the system keeps shorter */
    for (size_t i = from; i < to && i < path->count; i++) {
        buf_put(&buf, i > from ? STR("/") : STR(""));
        buf_put(&buf, path->part[i]);
    }
    return buf_str(&buf);
}
