/* case_stands.c - a case.json that stands where `new` would write one. */
#include "case_stands.h"
#include "base/json.h"
#include <fnmatch.h>

static bool other(struct diags *diags, const char *path, const char *said)
{
    diag_add(
        diags, DIAG_REFUSED, (struct place){ .file = str_from(path) },
        STR("a folder without another case.json: none is written over; name another behind -o"),
        "%s", said);
    return false;
}

static const struct json_item *list_of(const struct json_item *item, const char *name)
{
    const struct json_item *list =
        json_type(item) == JSON_OBJECT ? json_member(item, str_from(name)) : NULL;
    return list && json_type(list) == JSON_ARRAY ? list : NULL;
}

/* A person may have put a pattern in the place of paths. */
static bool names(struct arena *home, const struct json_item *list, struct str path)
{
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one))
        if (json_type(one) == JSON_STRING &&
            (str_eq(json_string(one), path) ||
             fnmatch(str_c(home, json_string(one)), str_c(home, path), FNM_PATHNAME) == 0))
            return true;
    return false;
}

/* Whether runs or captures of a system, of any of its machines, name a path; or those of a bridge,
 * which is a machine by itself. */
static bool owner_names(struct arena *home, const struct json_item *owner, struct str path)
{
    const struct json_item *machines = list_of(owner, "machines");
    bool named =
        names(home, list_of(owner, "runs"), path) || names(home, list_of(owner, "captures"), path);
    for (const struct json_item *one = machines ? json_next(machines, NULL) : NULL; one && !named;
         one = json_next(machines, one))
        named =
            names(home, list_of(one, "runs"), path) || names(home, list_of(one, "captures"), path);
    return named;
}

struct weighing {
    struct arena *home;
    const struct json_item *owner; /* what stands; NULL: nothing under this id */
    size_t runs, missing;          /* runs that it names; paths that it does not */
    struct str first;
};

static void paths_weigh(struct weighing *w, const struct json_item *list, bool runs)
{
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one))
        if (w->owner && owner_names(w->home, w->owner, json_string(one)))
            w->runs += runs;
        else if (w->missing++ == 0)
            w->first = json_string(one);
}

static void owner_weigh(struct weighing *w, const struct json_item *made)
{
    const struct json_item *machines = list_of(made, "machines");
    paths_weigh(w, list_of(made, "runs"), true);
    paths_weigh(w, list_of(made, "captures"), false);
    for (const struct json_item *one = machines ? json_next(machines, NULL) : NULL; one;
         one = json_next(machines, one)) {
        paths_weigh(w, list_of(one, "runs"), true);
        paths_weigh(w, list_of(one, "captures"), false);
    }
}

/* The item of a list whose `key` has the value that it has in `made`. */
static const struct json_item *alike(const struct json_item *list, const struct json_item *made,
                                     const char *key)
{
    const struct json_item *wanted = json_member(made, str_from(key));
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        const struct json_item *own =
            json_type(one) == JSON_OBJECT ? json_member(one, str_from(key)) : NULL;
        if (own && wanted && json_type(own) == JSON_STRING &&
            str_eq(json_string(own), json_string(wanted)))
            return one;
    }
    return NULL;
}

static bool says(const struct json_item *held, const char *name, const char *asked)
{
    const struct json_item *own = held ? json_member(held, str_from(name)) : NULL;
    return !asked ||
           (own && json_type(own) == JSON_STRING && str_eq(json_string(own), str_from(asked)));
}

/* `asked`: "ttft.client[p99]"; NULL: nothing. */
static bool says_metric(struct arena *home, const struct json_item *root, const char *asked)
{
    const struct json_item *metric = json_member(root, STR("metric"));
    if (!asked)
        return true;
    if (metric && json_type(metric) != JSON_OBJECT)
        metric = NULL;
    struct str text = str_from(asked);
    size_t at = str_find(text, STR("["));
    const char *instance = at == SIZE_MAX ? NULL : str_c(home, str_sub(text, at + 1, text.len - 1));
    return says(metric, "key", str_c(home, str_sub(text, 0, at))) &&
           says(metric, "instance", instance);
}

bool case_stands(struct request *request, const char *path, struct str text, size_t *missing,
                 struct str *first, struct diags *diags)
{
    struct arena *home = request->home;
    const struct options *o = &request->options;
    struct json *held, *made;
    struct str bytes;
    if (!file_read(home, path, &limits_default, &bytes, diags) ||
        !json_read(home, str_from(path), bytes, &limits_default, &held, diags) ||
        !json_read(home, STR("case.json"), text, &limits_default, &made, diags))
        return false;
    const struct json_item *root = json_root(held), *wanted = json_root(made);
    if (json_type(root) != JSON_OBJECT || !list_of(root, "systems"))
        return other(diags, path, "it is no case");
    if (!says(root, "id", o->id) || !says(root, "question", o->question) ||
        !says(root, "profile", o->profile) || !says_metric(home, root, o->metric))
        return other(diags, path, "it asks something else");
    static const char *const lists[] = { "systems", "bridge" };
    for (size_t k = 0; k < ARRAY_COUNT(lists); k++) {
        const struct json_item *list = list_of(wanted, lists[k]);
        for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
             one = json_next(list, one)) {
            struct weighing w = { .home = home,
                                  .owner =
                                      alike(list_of(root, lists[k]), one, k == 0 ? "id" : "like") };
            owner_weigh(&w, one);
            if (k == 0 && w.runs == 0)
                return other(diags, path, "it is of other runs");
            *first = *missing == 0 ? w.first : *first;
            *missing += w.missing;
        }
    }
    return true;
}
