/* stating.c - retract, waive and audit open a dossier, ask for a key, write and end alike. */
#include "stating.h"
#include "amending.h"
#include "answers.h"
#include "keys.h"
#include "output.h"

int statement_make(struct request *request, const struct stating *stating,
                   const struct key_file *key)
{
    const struct options *o = &request->options;
    struct opened old;
    struct said_of made;
    struct digest content;
    struct str beside = { 0 };
    if (!holding_named(request, o->argument[0], &old) ||
        !dossier_pinned(request, old.whole, &content))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct said_of statement = { .kind = stating->kind,
                                 .content = old.held.content,
                                 .case_id = held_text(&old.held, STR("/case/id")),
                                 .reason = str_from(o->reason ? o->reason : "") };
    if ((stating->fill && !stating->fill(request, &old, &statement, &beside)) ||
        !statement_write(request, &statement, beside, key, &made))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    held_put_head(&old.held, &out);
    buf_putf(&out, "wrote       %s/statement.json%.*s, sealed: seal-sha256.txt, seal.p7s\n",
             o->output, STR_ARG(stating->beside));
    buf_putf(&out, "content id  %.*s\n", STR_ARG(made.content));
    struct buf lines = buf_new(request->home, 4096);
    made.letter = statement.letter;
    struct str words = stating->ends(&old, &made, &lines);
    buf_put(&out, buf_str(&lines));
    buf_put_char(&out, '\n');
    output_wrap(&out, words, 0, 0);
    return output_end(&out, STATUS_HOLDS);
}

int statement_asked(struct request *request, const struct stating *stating, const char *missing,
                    int (*then)(struct request *request, const struct key_file *key))
{
    if (!missing)
        return keys_run(request, then);
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = stating->verb }, stating->options,
             "%s", missing);
    return STATUS_INPUT;
}
