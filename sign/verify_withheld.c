/* verify_withheld.c - members that are absent by a signed record.
 *
 * With name, digest and size from the record, lists and identities come out as if the member were
 * there; so a record cannot make room for a member that never was. */
#include "layout.h"
#include "verify_records.h"
#include "withhold.h"

#include <string.h>

static const char FORMAT[] = "FORMAT_FAILURE";

static bool record_number(struct str name, unsigned *number)
{
    return numbered_read(name, STR("withheld/"), STR(".json"), number);
}

static bool owns(struct str name)
{
    unsigned number = 0;
    return record_number(name, &number);
}

static void add_members(struct verifying *verifying, const struct withheld_member *member,
                        size_t count)
{
    /* One list for all records, so that many small ones take no more than one. */
    if (!verifying->withheld_room) {
        verifying->withheld_room = ARENA_MANY(verifying->home, ZIP_MEMBERS_MOST, struct entry);
    }
    struct entry *list = verifying->withheld_room;
    size_t kept = verifying->withheld_count;
    if (count > ZIP_MEMBERS_MOST - kept) {
        return; /* more than there can have been: finish finds them unaccounted for */
    }
    for (size_t i = 0; i < count; i++) {
        /* Present, or withheld twice: the record is wrong, and finish says so. */
        if (!member_find(verifying, member[i].name) && !withheld_find(verifying, member[i].name)) {
            list[kept++] = (struct entry){ .name = member[i].name,
                                           .bytes = { NULL, (size_t)member[i].size },
                                           .digest = member[i].digest };
        }
    }
    entries_sort(list, kept);
    verifying->withheld = list;
    verifying->withheld_count = kept;
}

static void prepare(struct verifying *verifying)
{
    for (size_t i = 0; i < verifying->count; i++) {
        struct withheld_member *member = NULL;
        size_t count = 0;
        struct str name = verifying->member[i].zip->name;
        if (owns(name) &&
            withhold_read(verifying->home, member_content(verifying, name), &member, &count)) {
            add_members(verifying, member, count);
        }
    }
}

/* Whoever signs the record must mean it: by a sign-off of that decision, or by the commitment in
 * the signature where there is no sign-off. */
static bool is_meant(const struct verifying *verifying, const struct signature *signature)
{
    struct signoff signoff;
    struct str name = numbered_name(verifying->home, "signoff/", signature->number, ".json");
    struct str said = commitment_in(signature->parts.signed_attributes);
    return member_find(verifying, name)
               ? signoff_of(verifying, signature, &signoff) && signoff.decision == DECISION_WITHHELD
               : str_eq(said, commitment_oid(decision_commitment(DECISION_WITHHELD)));
}

static struct verdict judge(const struct verifying *verifying, const struct member *record,
                            unsigned number)
{
    struct arena *home = verifying->home;
    struct withheld_member *member = NULL;
    size_t count = 0;
    const struct signature *signature =
        number <= verifying->signature_count ? &verifying->signature[number - 1] : NULL;
    if (!signature || !signature->holds || !signature->covered[record - verifying->member]) {
        return verdict_fails(FORMAT, STR("no signature of that number holds and covers it"));
    }
    if (!is_meant(verifying, signature)) {
        return verdict_fails("SIG_CONSTRAINTS_FAILURE",
                             STR("its signature does not say that it withholds: no sign-off of "
                                 "that decision, no commitment"));
    }
    if (!withhold_read(home, member_content(verifying, record->zip->name), &member, &count)) {
        return verdict_fails(FORMAT, STR("it is no record of withheld members"));
    }
    struct buf said = buf_new(home, 1 << 20);
    for (size_t i = 0; i < count; i++) {
        if (member_find(verifying, member[i].name)) {
            return verdict_fails(FORMAT,
                                 str_format(home, "%.*s is said to be withheld, and is there",
                                            STR_ARG(member[i].name)));
        }
        const struct entry *known = withheld_find(verifying, member[i].name);
        if (!known || !digest_eq(known->digest, member[i].digest)) {
            return verdict_fails(FORMAT, str_format(home, "%.*s is withheld twice, differently",
                                                    STR_ARG(member[i].name)));
        }
        buf_putf(&said, "%s%.*s (%llu bytes, \"%.*s\")", i > 0 ? "; " : "", STR_ARG(member[i].name),
                 (unsigned long long)member[i].size, STR_ARG(visible(home, member[i].reason)));
    }
    struct str text = str_format(home, "withheld: %.*s", STR_ARG(buf_str(&said)));
    return verifying->request->allow_withheld ? verdict_holds(text) : verdict_undecided("", text);
}

static void finish(struct verifying *verifying)
{
    for (size_t i = 0; i < verifying->count; i++) {
        unsigned number = 0;
        if (record_number(verifying->member[i].zip->name, &number)) {
            check_add(&verifying->checks, check_id(verifying->home, "withheld", number),
                      "evidence withheld", judge(verifying, &verifying->member[i], number));
        }
    }
}

const struct verify_part verify_part_withheld = {
    .name = "withheld", .owns = owns, .prepare = prepare, .finish = finish
};
