/* against_nearest.c - the system of a dossier that new runs are nearest to. */
#include "against_nearest.h"
#include "output.h"

static bool told(const struct against *a, struct str expected, const char *said)
{
    diag_add(a->request->diags, DIAG_REFUSED, (struct place){ .file = str_from(a->path) }, expected,
             "%s", said);
    return false;
}

/* Judged beside one system, with diagnostics of its own: of a system that cannot be set beside them
 * (a quotation, say, that has none of the files which a declaration above it speaks of) nobody
 * asked. */
static bool nearest_try(struct against *a, const struct against_wish *wish, struct pipeline *p)
{
    struct diags *told = a->request->diags, *own = diags_new(a->request->home);
    a->request->diags = own;
    bool good = against_judge(a, wish, p) && diags_exit(own) == 0;
    a->request->diags = told;
    p->diags = told;
    for (const struct diag *diag = good ? diags_first(own) : NULL; diag; diag = diag->next)
        diag_add(told, diag->id, diag->place, diag->expected, "%.*s", STR_ARG(diag->said));
    return good;
}

static bool alike_told(const struct against *a, size_t system)
{
    return told(a,
                str_format(a->request->home,
                           "the one that is meant; name it, such as --system %.*s",
                           STR_ARG(a->then.case_file->system[system].id)),
                "several of its systems are equally near to the new runs");
}

static bool why_told(struct against *a, size_t system, struct str requirements,
                     struct pipeline *out)
{
    const struct against_wish wish = { .system = system, .requirements = requirements };
    return against_judge(a, &wish, out) && diags_exit(a->request->diags) == 0;
}

/* `other`: a system beside which they cannot be set; SIZE_MAX: none was judged. */
static bool none_near(struct against *a, size_t other, struct str requirements,
                      struct pipeline *out)
{
    struct str own = against_all_own(a);
    if (own.len > 0)
        return told(a,
                    STR("runs of a new measurement; measure again, or compare two dossiers by "
                        "dossier diff"),
                    str_c(a->request->home,
                          str_format(a->request->home,
                                     "each is a run of the dossier itself, the first of them %.*s",
                                     STR_ARG(own))));
    if (other != SIZE_MAX)
        return why_told(a, other, requirements, out);
    return told(a,
                STR("runs that can be set beside those of the dossier; dossier inspect shows what "
                    "is read of them"),
                "nothing to compare");
}

bool against_nearest(struct against *a, const char *only, struct str requirements, size_t *system,
                     struct pipeline *out)
{
    size_t least = SIZE_MAX, none = SIZE_MAX; /* none: the first beside which they cannot be set */
    size_t alike = 0;
    bool known = false, preferred = false;
    for (size_t i = 0; i < a->then.case_file->system_count; i++) {
        struct pipeline p;
        struct str id = a->then.case_file->system[i].id;
        if (only && !str_eq(id, str_from(only)))
            continue;
        known = true;
        struct against_wish wish = { .system = i, .requirements = requirements };
        if (!nearest_try(a, &wish, &p)) {
            none = none != SIZE_MAX ? none : i;
            continue;
        }
        size_t distance = against_distance(&p);
        bool nearer = distance<least, same_id = a->prefer.len> 0 && str_eq(id, a->prefer);
        alike = nearer ? 1 : alike + (distance == least);
        if (nearer || (distance == least && same_id)) {
            least = distance;
            preferred = same_id;
            *system = i;
            *out = p;
        }
    }
    if (!known)
        return told(a,
                    str_format(a->request->home,
                               "the id of a system of its case: %.*s; name one of them",
                               STR_ARG(systems_named(a->request->home, a->then.case_file))),
                    only ? only : "no system");
    if (least == SIZE_MAX)
        return none_near(a, none, requirements, out);
    if (alike > 1 && least < BLOCKED && !preferred) /* where none answers, the first says why */
        return alike_told(a, *system);
    return true;
}
