/* predicates_captures.c - whether the captures are of the machine that ran: a capture folder names
 * no run, so only what both tell can tie them together. */
#include "model/likeness.h"
#include "signs.h"

enum tie { TIE_NONE, TIE_ALIKE, TIE_SAME, TIE_OTHER };

struct tied { /* what run and captures of one member say of one key */
    enum tie tie;
    const struct fact *run, *capture;
};

/* A value of `key` in `facts` that is alike; `other`: one that is not, NULL where there is none, or
 * where one tells less than `with`, or more, and may be it. */
static const struct fact *alike_in(struct arena *home, const struct facts *facts, enum key key,
                                   const struct fact *with, const struct fact **other)
{
    bool less = false;
    const struct fact *first = NULL;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key != key || fact->placeholder || fact->kind == FACT_DERIVED)
            continue;
        if (fact_tells_less(fact, with))
            less = true;
        else if (facts_alike(home, fact, with))
            return fact;
        else if (!first)
            first = fact;
    }
    *other = less ? NULL : first;
    return NULL;
}

/* Both name the key: alike in any value, or in none. A machine has several accelerators, several
 * nodes several host names; one in common is enough. */
static struct tied key_tied(struct arena *home, const struct run *run, enum key key)
{
    struct tied out = { TIE_NONE, NULL, NULL };
    for (size_t i = 0; i < facts_count(run->facts); i++) {
        const struct fact *fact = facts_at(run->facts, i), *other = NULL;
        if (fact->key != key || fact->placeholder || fact->kind == FACT_DERIVED)
            continue;
        const struct fact *same = alike_in(home, run->machine->facts, key, fact, &other);
        if (same)
            return (struct tied){ TIE_SAME, fact, same };
        if (other && !out.run)
            out = (struct tied){ TIE_OTHER, fact, other };
    }
    return out;
}

static bool has_captures(const struct machine *machine)
{
    for (size_t i = 0; i < facts_count(machine->facts); i++)
        if (facts_at(machine->facts, i)->kind == FACT_CAPTURED)
            return true;
    return false;
}

static bool is_identity(enum key key)
{
    return vocabulary_row(key)->likeness == LIKENESS_IDENTITY;
}

/* Software may change between capture and run, and X1 says so; a machine does not. */
static bool is_machine(enum key key)
{
    enum layer layer = vocabulary_row(key)->layer;
    return is_identity(key) || layer == LAYER_ACCELERATOR || layer == LAYER_HOST;
}

/* An identity in common ties them, a different one parts them. Without identities, two other keys
 * must agree and none of the hardware's may differ. */
static struct tied member_tied(struct arena *home, const struct member *member,
                               const struct rule *rule)
{
    enum { ALIKE_LEAST = 2 };
    struct tied parted = { TIE_NONE, NULL, NULL }, alike = parted;
    size_t agreeing = 0;
    for (size_t k = 0; k < rule->key_count; k++) {
        struct tied one = key_tied(home, member->run, rule->key[k]);
        if (one.tie == TIE_SAME && is_identity(rule->key[k]))
            return one;
        if (one.tie == TIE_OTHER && parted.tie == TIE_NONE && is_machine(rule->key[k])) {
            parted = one;
        } else if (one.tie == TIE_SAME) {
            agreeing++;
            alike = (struct tied){ TIE_ALIKE, one.run, one.capture };
        }
    }
    bool enough = parted.tie != TIE_NONE || agreeing >= ALIKE_LEAST;
    return parted.tie != TIE_NONE ? parted : enough ? alike : (struct tied){ TIE_NONE, NULL, NULL };
}

/* Captures of another machine; what is not there is D1's. */
enum shows other_machine(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *member = look->member;
    if (!has_captures(member->run->machine))
        return SHOWS_UNASKED;
    struct tied tied = member_tied(judging->home, member, look->ask->rule);
    if (tied.tie != TIE_OTHER)
        return SHOWS_NONE;
    out->fact = out->seen[0] = tied.run;
    out->seen[1] = tied.capture;
    if (tied.run->key == KEY_ACCELERATOR_SERIAL || tied.run->key == KEY_ACCELERATOR_UUID)
        out->raised = CONDITION_BIT(KEY_NEEDED); /* a host name may be a container's */
    return SHOWS_SIGN;
}

enum key machine_untied(struct judging *judging, const struct member *member, const struct ask *ask)
{
    return has_captures(member->run->machine) &&
                   member_tied(judging->home, member, ask->rule).tie == TIE_NONE
               ? ask->key[0]
               : KEY_COUNT;
}
