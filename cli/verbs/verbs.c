/* verbs.c - the list of verbs, and the way from a command line to one of them. */
#include "verbs.h"
#include "cli/cli.h"
#include "clock.h"
#include "colour.h"
#include "output.h"
#include "progress_line.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct verb *const verbs[] = {
    &verb_accept,     &verb_audit,     &verb_build,    &verb_capture_script,
    &verb_check,      &verb_clause,    &verb_compare,  &verb_completion,
    &verb_contest,    &verb_diff,      &verb_due,      &verb_facts,
    &verb_formats,    &verb_history,   &verb_index,    &verb_inspect,
    &verb_keygen,     &verb_letter,    &verb_new,      &verb_plan,
    &verb_receive,    &verb_recipe,    &verb_report,   &verb_request,
    &verb_rerun,      &verb_retract,   &verb_review,   &verb_rules,
    &verb_runs,       &verb_schema,    &verb_seal,     &verb_sign,
    &verb_steady,     &verb_timestamp, &verb_trace,    &verb_verify,
    &verb_vocabulary, &verb_waive,     &verb_withhold, NULL,
};
enum { VERBS = ARRAY_COUNT(verbs) - 1 };

static const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    return NULL;
}

static struct str nearest_verb(struct arena *home, struct str wrong)
{
    size_t reach = wrong.len / 3 + 2; /* farther is no help */
    struct str nearest = STR("a verb");
    for (size_t i = 0; i < VERBS; i++) {
        size_t far = str_distance(wrong, str_from(verbs[i]->name));
        if (far < reach) {
            reach = far;
            nearest = str_format(home, "\"%s\"", verbs[i]->name);
        }
    }
    return nearest;
}

static void put_overview(struct buf *out)
{
    buf_put(out,
            STR("dossier " DOSSIER_VERSION " - benchmark runs into evidence that can be checked\n\n"
                "usage: dossier VERB [options] ...\n\nto begin with:\n"
                "    dossier compare A B           a first answer from two folders or files\n"
                "    dossier new A B -o DIR --ask  a case of them; then check, build and verify\n"
                "    dossier recipe TOOL           how a tool is run so that its files decide\n"
                "\nverbs:\n"));
    for (size_t i = 0; i < VERBS; i++)
        buf_putf(out, "  %-14s %s\n", verbs[i]->name, verbs[i]->summary);
    buf_put(out, STR("\n`dossier help VERB` tells more. Exit status: 0 it holds, 1 it does not,\n"
                     "2 undecided, 3 bad usage or input, 4 the machine failed.\n"));
}

static int overview(struct arena *home, int status)
{
    struct buf out = output_new(home);
    put_overview(&out);
    struct str text = buf_str(&out);
    if (status == STATUS_HOLDS)
        return output_print(text) ? STATUS_HOLDS : STATUS_MACHINE;
    fwrite(text.at, 1, text.len, stderr);
    return status;
}

static int help_of(struct request *request)
{
    struct buf out = output_new(request->home);
    options_help(request->verb, &out);
    return output_end(&out, STATUS_HOLDS);
}

static int run_verb(struct request *request, int argc, char **argv)
{
    if (!options_read(request->home, request->verb, argc, argv, &request->options, request->diags))
        return STATUS_INPUT;
    if (request->options.help)
        return help_of(request);
    if (!colour_begin(request))
        return STATUS_INPUT;
    if (!options_keep_input(request->home, request->verb, &request->options, request->diags))
        return STATUS_INPUT;
    if (request->verb->dated && !clock_read(&request->now, request->diags))
        return STATUS_INPUT;
    progress_line_begin();
    int status = request->verb->run(request);
    progress_line_end();
    return status;
}

/* `dossier VERB ...`, or `dossier help VERB`. */
static int named(struct arena *home, int argc, char **argv)
{
    bool help = strcmp(argv[1], "help") == 0;
    const char *name = argv[help ? 2 : 1];
    struct request request = {
        .verb = verb_find(name), .verbs = verbs, .home = home, .diags = diags_new(home)
    };
    int status = STATUS_INPUT;
    if (!request.verb) {
        diag_add(request.diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 nearest_verb(home, str_from(name)), "%s", name);
    } else if (help) {
        status = help_of(&request);
    } else {
        status = run_verb(&request, argc - 2, argv + 2);
    }
    /* Notes (a file that no format claims) are of interest to `inspect`, which lists such files
     * itself. */
    output_diags(request.diags, LEVEL_WARNING);
    int worst = diags_exit(request.diags);
    return worst > status ? worst : status;
}

int cli_main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe must be a status, not a silent death, */
    signal(SIGXFSZ, SIG_IGN); /* and so must a limit on the size of files */
    struct arena *home = arena_new((size_t)16 << 30);
    int status;
    if (argc < 2)
        status = overview(home, STATUS_INPUT);
    else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
             (argc == 2 && strcmp(argv[1], "help") == 0))
        status = overview(home, STATUS_HOLDS);
    else if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        status = output_print(STR("dossier " DOSSIER_VERSION "\n")) ? STATUS_HOLDS : STATUS_MACHINE;
    else
        status = named(home, argc, argv);
    arena_free(home);
    return status;
}
