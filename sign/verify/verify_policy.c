/* verify_policy.c - whether those have signed who must: persons are counted, not signatures.
 *
 * Two signatures are of one person where their certificates have the same subject or the same key.
 * Who fills which place is found by augmenting paths (Kuhn 1955, "The Hungarian method", section
 * 2, for equal weights), so that a person who could fill two places does not block another. */
#include "der.h"
#include "layout.h"
#include "policy.h"
#include "verify_records.h"

#include <string.h>

enum { PLACES_MOST = 64 * 64 };

static const char NOT_MET[] = "SIG_CONSTRAINTS_FAILURE";

struct voter { /* one signature that holds, with a sign-off that holds */
    const struct signature *signature;
    struct signoff signoff;
    struct str subject, key; /* DER, from the certificate */
    size_t person;           /* equal numbers: one person */
    bool superseded;         /* a later sign-off of this person in this role stands */
};
struct voting {
    struct verifying *verifying;
    struct signer_policy policy;
    struct voter *voter;
    size_t count;
    bool trusted_only;
    size_t *place_of; /* by place: requirement */
    size_t places;
    size_t *filled; /* by person: place + 1, or 0 */
    bool *tried;    /* by person */
};

/* Subject and SubjectPublicKeyInfo (RFC 5280 section 4.1). */
static bool certificate_parts(struct str der, struct voter *voter)
{
    struct der certificate;
    struct der body;
    struct der field;
    struct der subject;
    struct der key;
    if (!der_take(&der, DER_SEQUENCE, &certificate) ||
        !der_take(&certificate.content, DER_SEQUENCE, &body))
        return false;
    struct str rest = body.content;
    bool good = der_take(&rest, DER_CONTEXT_0, &field) && /* version: always 3 here */
                der_take(&rest, DER_INTEGER, &field) &&   /* serial */
                der_take(&rest, DER_SEQUENCE, &field) &&  /* signature algorithm */
                der_take(&rest, DER_SEQUENCE, &field) &&  /* issuer */
                der_take(&rest, DER_SEQUENCE, &field) &&  /* validity */
                der_take(&rest, DER_SEQUENCE, &subject) && der_take(&rest, DER_SEQUENCE, &key);
    if (good) {
        voter->subject = subject.whole;
        voter->key = key.whole;
    }
    return good;
}

static bool same_person(const struct voter *a, const struct voter *b)
{
    return str_eq(a->subject, b->subject) || str_eq(a->key, b->key);
}

/* Gives each voter a person's number; what links two persons makes them one. */
static void name_persons(struct voting *voting)
{
    for (size_t i = 0; i < voting->count; i++) {
        voting->voter[i].person = i;
        for (size_t k = 0; voting->policy.distinct && k < i; k++) {
            size_t other = voting->voter[k].person;
            size_t mine = voting->voter[i].person;
            if (!same_person(&voting->voter[k], &voting->voter[i]) || other == mine)
                continue;
            for (size_t j = 0; j <= i; j++)
                if (voting->voter[j].person == mine)
                    voting->voter[j].person = other;
        }
    }
    for (size_t i = 0; i < voting->count; i++) {
        for (size_t k = i + 1; k < voting->count; k++) {
            /* A stranger who takes the same name does not undo what a trusted signer said. */
            if ((voting->voter[k].signature->trust == CHECK_HOLDS ||
                 voting->voter[i].signature->trust != CHECK_HOLDS) &&
                same_person(&voting->voter[i], &voting->voter[k]) &&
                str_eq(voting->voter[i].signoff.role, voting->voter[k].signoff.role))
                voting->voter[i].superseded = true;
        }
    }
}

static void list_voters(struct voting *voting)
{
    struct verifying *verifying = voting->verifying;
    voting->voter = ARENA_MANY(verifying->home, verifying->signature_count + 1, struct voter);
    for (size_t i = 0; i < verifying->signature_count; i++) {
        struct voter voter = { .signature = &verifying->signature[i] };
        if (voter.signature->holds && voter.signature->trust != CHECK_FAILS &&
            signoff_of(verifying, voter.signature, &voter.signoff) &&
            certificate_parts(voter.signature->result.certificate_der, &voter))
            voting->voter[voting->count++] = voter;
    }
    name_persons(voting);
}

static bool path_has(const struct cms_path *path, struct digest ca)
{
    for (size_t i = 1; i < path->count; i++)
        if (digest_eq(path->item[i], ca))
            return true;
    return false;
}

static bool decision_fits(const struct requirement *requirement, enum decision decision)
{
    return requirement->by_decision ? decision == requirement->decision
                                    : decision == DECISION_APPROVED || decision == DECISION_MADE;
}

static bool qualifies(const struct voting *voting, const struct voter *voter,
                      const struct requirement *requirement)
{
    const struct signature *signature = voter->signature;
    if (voter->superseded || !str_eq(voter->signoff.role, requirement->role) ||
        !decision_fits(requirement, voter->signoff.decision))
        return false;
    if (requirement->by_person &&
        !digest_eq(digest_of(signature->result.certificate_der), requirement->person))
        return false;
    if (signature->trust != CHECK_HOLDS)
        return !voting->trusted_only; /* with other anchors it might */
    return (!requirement->by_ca || path_has(&signature->path, requirement->ca)) &&
           (!voting->policy.timestamp || signature->proven);
}

/* Finds a person for a place, moving others where that helps. */
static bool place_fill(struct voting *voting, size_t place)
{
    const struct requirement *requirement = &voting->policy.item[voting->place_of[place]];
    for (size_t i = 0; i < voting->count; i++) {
        size_t person = voting->voter[i].person;
        if (voting->tried[person] || !qualifies(voting, &voting->voter[i], requirement))
            continue;
        voting->tried[person] = true;
        if (voting->filled[person] == 0 || place_fill(voting, voting->filled[person] - 1)) {
            voting->filled[person] = place + 1;
            return true;
        }
    }
    return false;
}

/* Which requirements are met by persons, all at once. */
static void fill_places(struct voting *voting, bool trusted_only, size_t *met)
{
    struct arena *home = voting->verifying->home;
    voting->trusted_only = trusted_only;
    voting->filled = ARENA_MANY(home, voting->count + 1, size_t);
    memset(met, 0, voting->policy.count * sizeof(*met));
    for (size_t place = 0; place < voting->places; place++) {
        voting->tried = ARENA_MANY(home, voting->count + 1, bool);
        met[voting->place_of[place]] += place_fill(voting, place);
    }
}

static void list_places(struct voting *voting)
{
    voting->place_of = ARENA_MANY(voting->verifying->home, PLACES_MOST, size_t);
    for (size_t i = 0; i < voting->policy.count; i++)
        for (uint32_t k = 0; k < voting->policy.item[i].count; k++)
            voting->place_of[voting->places++] = i;
}

static void report_places(struct voting *voting)
{
    struct arena *home = voting->verifying->home;
    size_t *met = ARENA_MANY(home, voting->policy.count, size_t);
    size_t *might = ARENA_MANY(home, voting->policy.count, size_t);
    list_places(voting);
    fill_places(voting, true, met);
    fill_places(voting, false, might);
    for (size_t i = 0; i < voting->policy.count; i++) {
        const struct requirement *requirement = &voting->policy.item[i];
        struct str role = visible(home, requirement->role);
        struct str seen =
            str_format(home, "%.*s: %zu of %u signed", STR_ARG(role), met[i], requirement->count);
        struct verdict verdict = verdict_holds(seen);
        if (met[i] < requirement->count) {
            verdict = might[i] >= requirement->count
                          ? verdict_undecided(
                                "NO_CERTIFICATE_CHAIN_FOUND",
                                str_format(home, "%.*s whose signature is trusted", STR_ARG(seen)))
                          : verdict_fails(NOT_MET, seen);
        }
        check_add(&voting->verifying->checks, check_id(home, "policy", (unsigned)i + 1),
                  "who must have signed", verdict);
    }
}

/* Whether signature `later` covers manifest and signature `earlier`. */
static bool has_seen(const struct verifying *verifying, const struct signature *later,
                     const struct signature *earlier)
{
    const struct member *manifest = member_find(verifying, earlier->manifest_name);
    const struct member *signature = member_find(verifying, earlier->signature_name);
    return manifest && signature && later->covered[manifest - verifying->member] &&
           later->covered[signature - verifying->member];
}

static void report_sequence(const struct voting *voting)
{
    struct verifying *verifying = voting->verifying;
    struct verdict verdict = verdict_holds(STR("each signature covers the earlier ones"));
    for (size_t i = 1; i < verifying->signature_count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (!has_seen(verifying, &verifying->signature[i], &verifying->signature[k])) {
                verdict = verdict_fails(NOT_MET, str_format(verifying->home,
                                                            "signature %03zu does not cover %03zu",
                                                            i + 1, k + 1));
            }
        }
    }
    check_add(&verifying->checks, "policy-sequence", "who saw whose signature", verdict);
}

static void finish(struct verifying *verifying)
{
    struct voting voting = { .verifying = verifying };
    if (verifying->request->policy.len == 0)
        return;
    struct diags *diags = diags_new(verifying->home);
    if (!signer_policy_read(verifying->home, verifying->request->policy, &voting.policy, diags)) {
        check_add(&verifying->checks, "policy", "policy",
                  verdict_fails(NOT_MET, STR("it cannot be read")));
        return;
    }
    list_voters(&voting);
    report_places(&voting);
    if (voting.policy.sequential)
        report_sequence(&voting);
}

const struct verify_part verify_part_policy = { .name = "policy", .finish = finish };
