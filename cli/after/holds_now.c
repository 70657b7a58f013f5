/* holds_now.c - conditions of decisions, as newer captures have them: each file of the captures is
 * asked by itself, so that what one of them tells otherwise is not lost behind another. */
#include "holds_now.h"
#include "above.h"
#include "against.h"
#include "seals.h"

struct captured {
    struct inspected **file; /* by path */
    size_t *count;
    size_t paths;
};

bool captured_read(struct request *request, const struct option_list *paths, struct captured **out)
{
    struct arena *home = request->home;
    struct captured *made = ARENA_NEW(home, struct captured);
    made->paths = (size_t)paths->count;
    made->file = ARENA_MANY(home, made->paths + 1, struct inspected *);
    made->count = ARENA_MANY(home, made->paths + 1, size_t);
    for (size_t i = 0; i < made->paths; i++) {
        const char *path = paths->item[i];
        struct entries entries;
        struct str stored;
        struct diags *unread = diags_new(home); /* a file that no format reads tells nothing */
        if (!entries_read_stored(home, path, &limits_default, &entries, &stored, request->diags))
            return false;
        carried_tell(home, path, &entries, stored, request->diags);
        above_tell(home, path, &entries, stored, request->diags);
        if (diags_exit(request->diags) != 0)
            return false;
        if (!ingest_inspect(home, &entries, &limits_default, &made->file[i], &made->count[i],
                            unread))
            made->count[i] = 0;
    }
    *out = made;
    return true;
}

/* Fails where one file tells that it does; is not shown where none tells anything. */
static void ask_one(struct arena *home, const struct captured *captured, const struct hold *hold,
                    enum standing *standing, const struct fact **now)
{
    *standing = STANDING_NOT_SHOWN;
    *now = NULL;
    for (size_t i = 0; i < captured->paths; i++) {
        for (size_t k = 0; k < captured->count[i]; k++) {
            struct judged_hold one;
            hold_by_facts(home, hold, captured->file[i][k].facts, &one);
            if (one.standing == STANDING_NOT_SHOWN || *standing == STANDING_NOT_MET ||
                (one.standing == STANDING_MET && *standing == STANDING_MET))
                continue;
            *standing = one.standing;
            *now = one.now;
        }
    }
}

bool captured_ask(struct request *request, const struct captured *captured,
                  const struct opened *opened, const char *system, const struct held_now **out,
                  size_t *count)
{
    struct arena *scratch = arena_new((size_t)4 << 30);
    struct pipeline p = { .home = scratch, .diags = request->diags, .verified = opened->whole };
    *out = NULL;
    *count = 0;
    if (!pipeline_run(&p, str_c(scratch, opened->held.file), NULL, STAGE_CASE)) {
        arena_free(scratch);
        return false;
    }
    const struct terms *terms = p.case_file->terms;
    size_t most = terms ? terms->decision.holds_count : 0;
    struct held_now *list = ARENA_MANY(request->home, most + 1, struct held_now);
    for (size_t i = 0; i < most; i++) {
        const struct hold *hold = &terms->decision.holds_while[i];
        const struct fact *now;
        bool other = hold->system && (!system || !str_eq(hold->system->id, str_from(system)));
        if (!against_tells(hold) || other)
            continue;
        struct held_now *one = &list[(*count)++];
        ask_one(scratch, captured, hold, &one->standing, &now);
        one->condition = str_keep(request->home, hold->fact->value.text);
        one->now = now ? str_keep(request->home, now->value.text) : (struct str){ 0 };
    }
    *out = list;
    arena_free(scratch);
    return true;
}
