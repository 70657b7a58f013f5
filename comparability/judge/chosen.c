/* chosen.c - all that a run sees, and whether its one accelerator was chosen of several. */
#include "clashes.h"
#include "judging.h"

static void facts_gather(const struct facts *facts, const struct fact **out, size_t *count)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        out[(*count)++] = facts_at(facts, i);
    }
}

size_t member_facts(const struct judging *judging, const struct member *member,
                    const struct fact ***out)
{
    const struct facts *scope[] = { member->run->machine->system->facts,
                                    member->run->machine->facts, member->run->facts };
    size_t room = 0;
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(scope); i++) {
        room += facts_count(scope[i]);
    }
    *out = ARENA_MANY(judging->home, room + 1, const struct fact *);
    for (size_t i = 0; i < ARRAY_COUNT(scope); i++) {
        facts_gather(scope[i], *out, &count);
    }
    return count;
}

bool accelerator_chosen(const struct judging *judging, const struct member *member)
{
    const struct fact **fact;
    size_t count = member_facts(judging, member, &fact);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct fact *last;
        if (fact[i]->key != KEY_ACCELERATOR_ATTACHED || fact[i]->placeholder) {
            continue;
        }
        const struct evidence *evidence = fact[i]->source.evidence;
        if (!accelerators_chosen(fact, count, evidence) ||
            accelerators_listed(evidence, fact, count, &last) != 1) {
            return false;
        }
        any = true;
    }
    return any;
}
