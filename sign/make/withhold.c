/* withhold.c - evidence taken out of a dossier, its digest left: withheld/NNN.json says what and
 * why, and the signature NNN over the rest covers it. Format dossier-withheld/1: docs/archive.md.
 */
#include "withhold.h"

#include "add.h"
#include "base/json.h"
#include "layout.h"

#include <assert.h>
#include <stdlib.h>

static bool refuse(struct amending *amending, struct str member, struct str expected,
                   const char *why)
{
    diag_add(amending->diags, DIAG_DOSSIER_FORMAT,
             (struct place){ .file = amending->name, .path = member }, expected, "%s", why);
    return false;
}

/* ---- door ---- */

static bool take_out(struct amending *amending, const struct withhold_request *request)
{
    struct arena *home = amending->home;
    struct withheld_member *member = ARENA_MANY(home, request->count + 1, struct withheld_member);
    for (size_t i = 0; i < request->count; i++) {
        struct str name = request->path[i];
        struct str content;
        if (!withhold_allowed(name)) {
            return refuse(amending, name, STR("a member of data/evidence/"),
                          "only evidence can be withheld");
        }
        if (!amend_content(amending, name, &content)) {
            return refuse(amending, name, STR("a member of this dossier; see unzip -Z1"),
                          "there is no such member");
        }
        member[i] = (struct withheld_member){ .name = name,
                                              .digest = digest_of(content),
                                              .size = content.len,
                                              .reason = request->reason };
        amend_drop(amending, name);
    }
    amend_put(amending, numbered_name(home, "withheld/", amending->signatures + 1, ".json"),
              withhold_text(home, member, request->count));
    return true;
}

bool sign_withhold(struct arena *home, const struct withhold_request *request, struct sink *sink,
                   unsigned *number, struct diags *diags)
{
    struct amending amending;
    const struct sign_request *sign = &request->sign;
    struct add_request add = { .role = sign->role,
                               .comment = sign->comment,
                               .decision = DECISION_WITHHELD,
                               .root_file = sign->root_file };
    if (request->reason.len == 0 || request->reason.len > REASON_MOST ||
        !str_is_utf8(request->reason)) {
        diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--reason TEXT of at most 1000 bytes"), "no reason that can be recorded");
        return false;
    }
    if (!amend_begin(home, sign->name, sign->dossier, sign->signing_time, &amending, diags) ||
        !take_out(&amending, request) ||
        !add_signature(&amending, &add, sign->key, sign->signing_time))
        return false;
    *number = amending.signatures;
    return amend_write(&amending, sink);
}
