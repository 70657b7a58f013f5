/* later.c - what became of a dossier later, as far as the files given show. */
#include "later.h"
#include "chain.h"
#include "rebuild.h"
#include "statements.h"

static void tell(struct request *request, struct checks *checks, const char *id, const char *title,
                 enum check_state state, struct str detail)
{
    checks_add(request->home, checks,
               (struct check){
                   .id = id, .title = title, .state = state, .indication = "", .detail = detail });
}

static size_t retractions_add(struct request *request, const struct said_of *list, size_t count,
                              struct checks *checks)
{
    struct arena *home = request->home;
    struct str content = digest_hex(home, checks->content);
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        const struct said_of *one = &list[i];
        struct buf detail = buf_new(home, 1 << 16);
        if (!statement_retracts(one, content))
            continue;
        bool counts = statement_counts(one, checks->signer, checks->signer_count);
        told++;
        buf_put_visible(&detail, one->folder);
        buf_put(&detail, STR(": "));
        if (one->why.len > 0)
            buf_putf(&detail, "shows nothing: %.*s", STR_ARG(one->why));
        else
            buf_put(&detail, statement_words(home, one));
        buf_put(&detail, one->why.len > 0 || counts
                             ? STR("")
                             : STR("; this certificate did not sign the dossier, and no anchor "
                                   "given leads to it"));
        tell(request, checks, "retracted", "a retraction", counts ? CHECK_UNDECIDED : CHECK_NOTE,
             buf_str(&detail));
    }
    return told;
}

/* What an auditor's letter says of itself and of whoever signed it. */
static void letter_put(const struct said_of *one, bool own, struct buf *out)
{
    const struct letter_told *letter = &one->letter;
    buf_putf(out, " (%.*s; %zu procedures verified, %zu noted, %zu waived; %zu exception%s)",
             STR_ARG(letter->independence), letter->procedures[0], letter->procedures[1],
             letter->procedures[2], letter->exceptions, letter->exceptions == 1 ? "" : "s");
    if (own)
        buf_put(out, STR("; its certificate signed the dossier, too"));
}

/* Waivers and audits: told, and nothing hangs on them. */
static void others_add(struct request *request, const struct said_of *list, size_t count,
                       struct checks *checks)
{
    struct arena *home = request->home;
    struct str content = digest_hex(home, checks->content);
    for (size_t i = 0; i < count; i++) {
        const struct said_of *one = &list[i];
        bool waives = str_eq(one->kind, STR("waiver"));
        struct buf detail = buf_new(home, 1 << 16);
        if (!str_eq(one->content, content) || statement_retracts(one, content))
            continue;
        buf_put_visible(&detail, one->folder);
        buf_put(&detail, STR(": "));
        if (one->why.len > 0) {
            buf_putf(&detail, "shows nothing: %.*s", STR_ARG(one->why));
        } else {
            if (waives) {
                buf_put(&detail, STR("waives clause "));
                buf_put_visible(&detail, one->clause);
                buf_put(&detail, STR(" until "));
                buf_put_visible(&detail, one->until);
                buf_put(&detail, STR("; "));
            }
            buf_put(&detail, statement_words(home, one));
            if (!waives)
                letter_put(one, statement_by_signer(one, checks->signer, checks->signer_count),
                           &detail);
            if (!one->trusted)
                buf_put(&detail, STR("; no anchor given leads to that certificate"));
        }
        tell(request, checks, waives ? "waived" : "audited",
             waives ? "a waiver" : "an auditor's letter", CHECK_NOTE, buf_str(&detail));
    }
}

static size_t successors_add(struct request *request, const struct chain *chain,
                             struct checks *checks)
{
    struct str content = digest_hex(request->home, checks->content);
    size_t told = 0;
    for (size_t i = 0; i < chain->count; i++) {
        const struct chain_link *link = &chain->link[i];
        for (size_t k = 0; k < link->old_count; k++) {
            struct buf detail = buf_new(request->home, 1 << 16);
            if (!str_eq(link->old[k].content, content))
                continue;
            told++;
            buf_put_visible(&detail, link->summary.case_id);
            buf_put(&detail, STR(" takes its place ("));
            buf_put_visible(&detail, link->path);
            buf_putf(&detail, "), content id %.*s, signed by ", STR_ARG(link->summary.content));
            buf_put(&detail, link->summary.signers.len > 0 ? link->summary.signers : STR("nobody"));
            tell(request, checks, "superseded", "a later dossier", CHECK_NOTE, buf_str(&detail));
        }
    }
    return told;
}

bool later_add(struct request *request, struct str trust, struct checks *checks)
{
    const struct option_list *with = &request->options.with;
    struct said_of *statement;
    struct chain chain;
    size_t count;
    if (with->count == 0)
        return true;
    if (!statements_find(request->home, with->item, (size_t)with->count, trust, 0, &statement,
                         &count, request->diags) ||
        !chain_read(request, with->item, (size_t)with->count, &chain))
        return false;
    size_t told = retractions_add(request, statement, count, checks);
    told += successors_add(request, &chain, checks);
    others_add(request, statement, count, checks);
    if (chain.refused > 0) /* with it the line fails; whoever reads the answer alone is told, too */
        tell(request, checks, "later", "what became of it later", CHECK_UNDECIDED,
             chain.refused == 1
                 ? STR("one dossier there cannot be read or does not hold: what it says of this "
                       "one is not known")
                 : str_format(request->home,
                              "%zu dossiers there cannot be read or do not hold: what they say of "
                              "this one is not known",
                              chain.refused));
    else if (told == 0)
        tell(request, checks, "later", "what became of it later", CHECK_HOLDS,
             str_format(request->home,
                        "nothing retracts it or takes its place, among %zu statements and %zu "
                        "dossiers that hold",
                        count, chain.count));
    return true;
}
