/* paths.c - which folder of a path is which: {division}/{submitter}/{results|...}/{system}/
 * {benchmark}/{scenario}/..., whole or from any of its folders on, below folders that may have such
 * names by chance. */
#include "paths.h"
#include "base/num.h"
#include "rules.h"

#include <glib.h>
#include <string.h>

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
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++) {
        if (str_eq(part, kinds[i].name))
            return kinds[i].kind;
    }
    return PART_NONE;
}

static bool same_word(struct str a, const char *b)
{
    return a.len == strlen(b) && g_ascii_strncasecmp(a.at, b, a.len) == 0;
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
    bool training =
        kind == PART_RESULTS && at + 4 == path->count && path_is_training(path->part[at + 3]);
    return score + (kind != PART_OTHER && (training || is_scenario(path, at + 3)) ? LAID : 0);
}

/* A folder named after a scenario right above what lies below none other. PARTS: none. */
static size_t bare_find(const struct path *path)
{
    enum { ABOVE = 3 }; /* the folder that holds SYSTEM, SYSTEM, BENCHMARK */
    for (size_t i = path->count; i-- > ABOVE;) {
        if (!is_scenario(path, i) || i + 2 >= path->count)
            continue;
        struct str below = path->part[i + 1];
        if (str_eq(below, STR("performance")) || str_eq(below, STR("accuracy")) ||
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

bool path_split(struct str above, struct str name, struct path *out)
{
    struct str rest = above, part;
    *out = (struct path){ 0 };
    while (str_cut(&rest, '/', &part)) {
        if (part.len > 0 && out->count < PARTS)
            out->part[out->count++] = part;
    }
    out->own = out->count;
    rest = name;
    while (str_cut(&rest, '/', &part)) {
        if (out->count == PARTS)
            return false;
        out->part[out->count++] = part;
    }
    out->whole = name;
    marker_find(out);
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
