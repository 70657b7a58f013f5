/* verify.c - whether a dossier holds: container, layout, then bag and signatures.
 *
 * Nothing here fails on bad input: each question becomes a check with an answer. Which answer
 * counts how: docs/archive.md. */
#include "verify.h"
#include "verify_records.h"

#include "layout.h"
#include "policy.h"

#include <stdlib.h>

static const char FORMAT[] = "FORMAT_FAILURE";
static int member_order(const void *a, const void *b)
{
    const struct member *left = a;
    const struct member *right = b;
    return str_order(left->zip->name, right->zip->name);
}

/* ---- container ---- */

static struct verdict open_container(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    struct zip_fault fault = { 0 };
    if (!zip_read(home, verifying->dossier, &verifying->zip, &fault)) {
        return verdict_fails(FORMAT,
                             str_format(home, "at byte %llu: %.*s",
                                        (unsigned long long)fault.offset, STR_ARG(fault.why)));
    }
    verify_passed(verifying); /* headers are scattered over all of it */
    verifying->count = verifying->zip.count;
    verifying->member = ARENA_MANY(home, verifying->count, struct member);
    for (size_t i = 0; i < verifying->count; i++)
        verifying->member[i].zip = &verifying->zip.member[i];
    struct str name;
    const char *why;
    if (!verify_members(verifying, &name, &why))
        return verdict_fails(FORMAT, str_format(home, "%.*s: %s", STR_ARG(name), why));
    qsort(verifying->member, verifying->count, sizeof(*verifying->member), member_order);
    return verdict_holds(
        str_format(home, "%zu members, each as its header says", verifying->count));
}

/* ---- layout ---- */

enum place_of { PLACE_KNOWN, PLACE_LATER, PLACE_NOWHERE };

static bool is_owned(struct str name)
{
    for (size_t i = 0; verify_part_at(i); i++)
        if (verify_part_at(i)->owns && verify_part_at(i)->owns(name))
            return true;
    return false;
}

/* Names of members that later versions will judge; here they keep a dossier from passing. */
static bool is_later(struct str name)
{
    return (str_starts(name, STR("META-INF/timestamp")) && str_ends(name, STR(".tst"))) ||
           (str_starts(name, STR("META-INF/ASiCArchiveManifest")) && str_ends(name, STR(".xml"))) ||
           (str_starts(name, STR("META-INF/evidencerecord")) &&
            (str_ends(name, STR(".ers")) || str_ends(name, STR(".xml")))) ||
           str_starts(name, STR("withheld/")) || str_starts(name, STR("signoff/"));
}

static enum place_of place_of(const struct member *member)
{
    struct str name = member->zip->name;
    unsigned number = 0;
    if (is_owned(name))
        return PLACE_KNOWN;
    if (is_later(name))
        return PLACE_LATER;
    for (size_t i = 0; i < TAG_COUNT; i++)
        if (str_eq(name, tag_name((enum tag_file)i)))
            return PLACE_KNOWN;
    bool known = member_is_payload(member) || str_eq(name, STR("mimetype")) ||
                 str_eq(name, STR("tagmanifest-sha256.txt")) || str_eq(name, STR(LAYOUT_PACKED)) ||
                 numbered_read(name, STR("META-INF/ASiCManifest"), STR(".xml"), &number) ||
                 numbered_read(name, STR("META-INF/signature"), STR(".p7s"), &number) ||
                 numbered_read(name, STR("VERIFY-"), STR(".txt"), &number) ||
                 (str_starts(name, STR("trust/")) && str_ends(name, STR(".pem")) &&
                  numbered_read(str_sub(name, 0, 9), STR("trust/"), (struct str){ 0 }, &number) &&
                  name.len > 10 && name.at[9] == '/');
    return known ? PLACE_KNOWN : PLACE_NOWHERE;
}

static void check_layout(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    struct verdict verdict = verdict_holds(STR("members stand where a dossier has them"));
    struct str later = { 0 };
    for (size_t i = 0; i < verifying->count; i++) {
        struct str name = verifying->member[i].zip->name;
        enum place_of place = place_of(&verifying->member[i]);
        if (place == PLACE_NOWHERE) {
            verdict = verdict_fails(
                FORMAT, str_format(home, "a dossier has no place for %.*s", STR_ARG(name)));
        } else if (place == PLACE_LATER && later.len == 0) {
            later = name;
        }
    }
    for (size_t i = 0; i < TAG_COUNT; i++) {
        if (!member_find(verifying, tag_name((enum tag_file)i))) {
            verdict = verdict_fails(
                FORMAT, str_format(home, "%.*s is missing", STR_ARG(tag_name((enum tag_file)i))));
        }
    }
    check_add(&verifying->checks, "layout", "layout of a dossier", verdict);
    if (later.len > 0) {
        check_add(&verifying->checks, "not-judged", "members that only a later version judges",
                  verdict_undecided("", str_format(home,
                                                   "%.*s is a record that this version of dossier "
                                                   "cannot judge",
                                                   STR_ARG(later))));
    }
}

bool sign_trust_usable(struct str pem, struct str name, struct diags *diags)
{
    if (trust_usable(pem))
        return true;
    diag_add(diags, DIAG_KEY_BAD, (struct place){ .file = name },
             STR("certificates in PEM, and revocation lists if you have them"),
             "no certificate, or something that cannot be read");
    return false;
}

bool sign_verify(struct arena *home, struct str dossier, const struct verify_request *request,
                 struct checks *out, struct diags *diags)
{
    struct verifying verifying = { .home = home,
                                   .again = sign_verify,
                                   .request = request,
                                   .dossier = dossier,
                                   .checks = check_list_new(home),
                                   .signers = buf_new(home, 8 << 20) };
    if (request->trust.len > 0) {
        (void)!sign_trust_usable(request->trust, STR("trust"),
                                 diags); /* told, and the rest asked */
    }
    if (request->trust_tsa.len > 0 && !trust_usable(request->trust_tsa)) {
        diag_add(diags, DIAG_KEY_BAD, (struct place){ .file = STR("trust-tsa") },
                 STR("certificates in PEM"), "no certificate, or something that cannot be read");
    }
    if (request->policy.len > 0 &&
        !signer_policy_read(home, request->policy, &(struct signer_policy){ 0 }, diags))
        return false;
    struct verdict container = open_container(&verifying);
    check_add(&verifying.checks, "container", "container is exactly one ZIP", container);
    if (container.state == CHECK_HOLDS) {
        check_layout(&verifying);
        for (size_t i = 0; verify_part_at(i); i++)
            if (verify_part_at(i)->prepare)
                verify_part_at(i)->prepare(&verifying);
        verify_bag(&verifying);
        verify_signatures(&verifying);
        for (size_t i = 0; verify_part_at(i); i++)
            if (verify_part_at(i)->finish)
                verify_part_at(i)->finish(&verifying);
    }
    *out = (struct checks){ .item = verifying.checks.item,
                            .count = verifying.checks.count,
                            .overall = check_worst(&verifying.checks),
                            .content = verifying.content,
                            .evidence = verifying.evidence,
                            .signer = signers_of(&verifying),
                            .signer_count = verifying.signature_count,
                            .signers = buf_str(&verifying.signers),
                            .report = verifying.report,
                            .case_file = member_content(&verifying, STR("data/case.json")) };
    return true;
}

bool sign_open(struct arena *home, struct str name, struct str dossier, struct entries *out,
               struct diags *diags)
{
    return sign_open_below(home, name, dossier, STR(""), out, diags);
}

bool sign_open_below(struct arena *home, struct str name, struct str dossier, struct str below,
                     struct entries *out, struct diags *diags)
{
    struct zip zip;
    struct zip_fault fault = { 0 };
    struct place place = { .file = name };
    if (!zip_read(home, dossier, &zip, &fault)) {
        place.offset = fault.offset;
        diag_add(diags, DIAG_DOSSIER_FORMAT, place, (struct str){ 0 }, "%.*s", STR_ARG(fault.why));
        return false;
    }
    struct entry *item = ARENA_MANY(home, zip.count, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < zip.count; i++) {
        const char *why = NULL;
        if (!str_starts(zip.member[i].name, below))
            continue;
        if (!zip_content(home, &zip.member[i], &item[count].bytes, &why)) {
            place.path = zip.member[i].name;
            place.offset = (uint64_t)(zip.member[i].packed.at - dossier.at);
            diag_add(diags, DIAG_DOSSIER_FORMAT, place, (struct str){ 0 }, "%s",
                     why ? why : "a member cannot be decoded");
            return false;
        }
        item[count].name = zip.member[i].name;
        item[count].digest = digest_of(item[count].bytes);
        count++;
    }
    entries_sort(item, count);
    *out = (struct entries){ .item = item, .count = count };
    return true;
}

bool sign_content_id(struct arena *home, struct str name, struct str dossier, struct digest *out,
                     struct diags *diags)
{
    struct zip zip;
    struct zip_fault fault = { 0 };
    struct str list;
    const char *why = "it lists no content";
    if (!zip_read(home, dossier, &zip, &fault)) {
        diag_add(diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = name, .offset = fault.offset },
                 (struct str){ 0 }, "%.*s", STR_ARG(fault.why));
        return false;
    }
    const struct zip_member *member = zip_find(&zip, tag_name(TAG_MANIFEST));
    if (!member || member->size > TEXT_MOST || !zip_content(home, member, &list, &why)) {
        diag_add(diags, DIAG_DOSSIER_FORMAT,
                 (struct place){ .file = name, .path = tag_name(TAG_MANIFEST) }, (struct str){ 0 },
                 "%s", why ? why : "cannot be decoded");
        return false;
    }
    *out = digest_of(list);
    return true;
}
