/* verb_withhold.c - confidential evidence taken out, its digest and the reason left and signed. */
#include "amending.h"
#include "keys.h"
#include "output.h"
#include "withheld.h"
#include <stddef.h>

struct withholding {
    struct request *request;
    struct withhold_request withhold;
    unsigned number;
};

static bool make(void *self, struct sink *sink)
{
    struct withholding *w = self;
    return sign_withhold(w->request->home, &w->withhold, sink, &w->number, w->request->diags);
}

/* What is withheld once this is done: what was before, too. */
static struct entries out_of_it(struct arena *home, const struct entries *dossier,
                                const struct withhold_request *withhold)
{
    struct entries before = withheld_members(home, dossier);
    struct entry *item = ARENA_MANY(home, before.count + withhold->count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < before.count; i++)
        item[count++] = before.item[i];
    for (size_t i = 0; i < withhold->count; i++) {
        const struct entry *member = entries_find(dossier, withhold->path[i]);
        if (member)
            item[count++] = (struct entry){ .name = member->name, .digest = member->digest };
    }
    entries_sort(item, count);
    return (struct entries){ item, count };
}

static int write(struct withholding *w)
{
    struct request *request = w->request;
    struct entries dossier, members;
    struct withheld hangs;
    if (!sign_open(request->home, w->withhold.sign.name, w->withhold.sign.dossier, &dossier,
                   request->diags))
        return STATUS_INPUT;
    members = out_of_it(request->home, &dossier, &w->withhold);
    bool known = withheld_derive(request->home, request->options.argument[0],
                                 w->withhold.sign.dossier, &members, &hangs);
    int status = dossier_write(request, w->withhold.sign.dossier, make, w);
    if (status != STATUS_HOLDS)
        return status;
    struct buf out = output_new(request->home);
    buf_putf(&out, "dossier      %s\n", dossier_target(request));
    buf_putf(&out, "withheld     %zu members, by signature %03u\n", w->withhold.count, w->number);
    if (known)
        output_row(&out, "lost", 11, withheld_statement(request->home, &hangs));
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct withholding w = { .request = request };
    struct key_file *key = NULL;
    if (!o->key || !o->reason) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("withhold") },
                 STR("--key KEY [--cert CERT] and --reason TEXT"), "one of them is missing");
        return STATUS_INPUT;
    }
    size_t count = (size_t)o->argument_count - 1;
    struct str *path = ARENA_MANY(request->home, count + 1, struct str);
    for (size_t i = 0; i < count; i++)
        path[i] = str_from(o->argument[i + 1]);
    w.withhold = (struct withhold_request){
        .sign = { .name = str_from(o->argument[0]),
                  .signing_time = request->now,
                  .role = str_from(o->role),
                  .comment = str_from(o->comment),
                  .root_file = STR("data/report/report.html") },
        .path = path,
        .count = count,
        .reason = str_from(o->reason),
    };
    if (!dossier_read(request, o->argument[0], &w.withhold.sign.dossier) ||
        !keys_open(request->home, o, &key, request->diags))
        return STATUS_INPUT;
    w.withhold.sign.key = key;
    int status = write(&w);
    key_free(key);
    return status;
}

static const struct option_row rows[] = {
    { 0, "reason", "TEXT", "why, recorded and signed", offsetof(struct options, reason),
      OPTION_TEXT },
    OPTION_ROWS_KEY,
    { 0, "role", "ROLE", "of who withholds; makes a sign-off", offsetof(struct options, role),
      OPTION_TEXT },
    { 0, "comment", "TEXT", "the signer's remark", offsetof(struct options, comment), OPTION_TEXT },
    { 'o', "output", "FILE", "dossier to write; default: in place of the old one",
      offsetof(struct options, output), OPTION_REPLACES },
};
const struct verb verb_withhold = {
    .name = "withhold",
    .summary = "take evidence out, leave its digest, stay verifiable",
    .usage = "withhold FILE MEMBER... --reason TEXT --key KEY [--cert CERT] [options]",
    .more =
        "MEMBER: a name below data/evidence/, as `unzip -Z1 FILE` lists it. Earlier signatures\n"
        "stay as they are; verify lists what is withheld and then answers 2, or 0 with\n"
        "--allow-withheld. Keep the whole dossier elsewhere: what is out is out.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 64,
    .dated = true,
    .run = run,
};
