/* verify_withheld.c - members that are absent by a signed record.
 *
 * With name, digest and size from the record, lists and identities come out as if the member were
 * there; so a record cannot make room for a member that never was. */
#include "layout.h"
#include "verify_records.h"
#include "withhold.h"

#include <stdlib.h>

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

struct gathered { /* what a record withholds, and how many came before it */
    struct entry entry;
    size_t order;
};
struct gathering {
    struct gathered *item; /* one list for all records, so that many small ones take no more */
    size_t count;
};

static int gathered_order(const void *a, const void *b)
{
    const struct gathered *left = a;
    const struct gathered *right = b;
    int order = str_order(left->entry.name, right->entry.name);
    return order != 0 ? order : (left->order > right->order) - (left->order < right->order);
}

static void add_members(const struct verifying *verifying, const struct withheld_member *member,
                        size_t count, struct gathering *out)
{
    if (count > ZIP_MEMBERS_MOST - out->count)
        return; /* more than there can have been: finish finds them unaccounted for */
    for (size_t i = 0; i < count; i++) {
        if (!member_find(verifying, member[i].name)) { /* present: finish says so */
            out->item[out->count] = (struct gathered){ { .name = member[i].name,
                                                         .bytes = { NULL, (size_t)member[i].size },
                                                         .digest = member[i].digest },
                                                       out->count };
            out->count++;
        }
    }
}

/* In byte order, sorted once; of what is withheld twice the first, and finish says so. */
static void gathered_keep(struct verifying *verifying, struct gathering *all)
{
    struct entry *list = ARENA_MANY(verifying->home, all->count + 1, struct entry);
    size_t kept = 0;
    if (all->count > 0)
        qsort(all->item, all->count, sizeof(*all->item), gathered_order);
    for (size_t i = 0; i < all->count; i++)
        if (kept == 0 || !str_eq(list[kept - 1].name, all->item[i].entry.name))
            list[kept++] = all->item[i].entry;
    verifying->withheld = list;
    verifying->withheld_count = kept;
}

static void prepare(struct verifying *verifying)
{
    struct gathering all = { 0 };
    for (size_t i = 0; i < verifying->count; i++) {
        struct withheld_member *member = NULL;
        size_t count = 0;
        struct str name = verifying->member[i].zip->name;
        if (!owns(name) ||
            !withhold_read(verifying->home, member_content(verifying, name), &member, &count))
            continue;
        if (!all.item)
            all.item = ARENA_MANY(verifying->home, ZIP_MEMBERS_MOST, struct gathered);
        add_members(verifying, member, count, &all);
    }
    gathered_keep(verifying, &all);
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
    if (!signature || !signature->holds || !signature->covered[record - verifying->member])
        return verdict_fails(FORMAT, STR("no signature of that number holds and covers it"));
    if (!is_meant(verifying, signature)) {
        return verdict_fails("SIG_CONSTRAINTS_FAILURE",
                             STR("its signature does not say that it withholds: no sign-off of "
                                 "that decision, no commitment"));
    }
    if (!withhold_read(home, member_content(verifying, record->zip->name), &member, &count))
        return verdict_fails(FORMAT, STR("it is no record of withheld members"));
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
