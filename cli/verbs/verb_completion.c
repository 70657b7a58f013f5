/* verb_completion.c - completions of the command line for bash, zsh and fish, from the tables that
 * read it. */
#include "man_page.h"
#include "output.h"
#include "verbs.h"
#include <string.h>

/* Between single quotes of a shell: a quote ends them, stands for itself, and begins them again. In
 * zsh's descriptions brackets and colons divide. */
static void put_quoted(struct buf *out, const char *text, const char *divides)
{
    for (; *text != 0; text++) {
        if (*text == '\'')
            buf_put(out, STR("'\\''"));
        else {
            if (strchr(divides, *text))
                buf_put_char(out, '\\');
            buf_put_char(out, *text);
        }
    }
}

static void put_bash(struct buf *out, const struct verb *const *verbs)
{
    buf_put(out, STR("# bash completion of dossier\n_dossier() {\n"
                     "    local cur=${COMP_WORDS[COMP_CWORD]} opts=\n"
                     "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W \""));
    for (size_t i = 0; verbs[i]; i++)
        buf_putf(out, "%s%s", i > 0 ? " " : "", verbs[i]->name);
    buf_put(out, STR(" help --help --version\" -- \"$cur\"))\n        return\n    fi\n"
                     "    case ${COMP_WORDS[1]} in\n"));
    for (size_t i = 0; verbs[i]; i++) {
        const struct verb *verb = verbs[i];
        buf_putf(out, "    %s) opts=\"", verb->name);
        for (size_t k = 0; k < verb->option_count; k++)
            buf_putf(out, "--%s ", verb->option[k].name);
        buf_put(out, STR("--help\" ;;\n"));
    }
    buf_put(out, STR("    esac\n    case $cur in\n"
                     "    -*) COMPREPLY=($(compgen -W \"$opts\" -- \"$cur\")) ;;\n"
                     "    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n    esac\n}\n"
                     "complete -o filenames -F _dossier dossier\n"));
}

static void put_zsh(struct buf *out, const struct verb *const *verbs)
{
    buf_put(out, STR("#compdef dossier\nlocal -a verbs\nverbs=(\n"));
    for (size_t i = 0; verbs[i]; i++) {
        buf_putf(out, "    '%s:", verbs[i]->name);
        put_quoted(out, verbs[i]->summary, ":\\");
        buf_put(out, STR("'\n"));
    }
    buf_put(out, STR(")\nif (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\nfi\n"
                     "case $words[2] in\n"));
    for (size_t i = 0; verbs[i]; i++) {
        const struct verb *verb = verbs[i];
        buf_putf(out, "%s) _arguments", verb->name);
        for (size_t k = 0; k < verb->option_count; k++) {
            const struct option_row *row = &verb->option[k];
            buf_putf(out, " \\\n    '%s--%s%s[",
                     row->type == OPTION_LIST || row->type == OPTION_REST ? "*" : "", row->name,
                     row->type == OPTION_FLAG ? "" : "=");
            put_quoted(out, row->help, "[]:\\");
            buf_put(out, STR("]"));
            if (row->type != OPTION_FLAG) {
                buf_put_char(out, ':');
                put_quoted(out, row->argument, ":\\");
                buf_put(out, STR(":_files"));
            }
            buf_put_char(out, '\'');
        }
        buf_put(out, STR(" \\\n    '--help[print this text]' \\\n    '*:file:_files' ;;\n"));
    }
    buf_put(out, STR("esac\n"));
}

static void put_fish(struct buf *out, const struct verb *const *verbs)
{
    for (size_t i = 0; verbs[i]; i++) {
        const struct verb *verb = verbs[i];
        buf_putf(out, "complete -c dossier -n __fish_use_subcommand -f -a %s -d '", verb->name);
        put_quoted(out, verb->summary, "\\");
        buf_put(out, STR("'\n"));
        for (size_t k = 0; k < verb->option_count; k++) {
            const struct option_row *row = &verb->option[k];
            buf_putf(out, "complete -c dossier -n '__fish_seen_subcommand_from %s' ", verb->name);
            if (row->letter != 0)
                buf_putf(out, "-s %c ", row->letter);
            buf_putf(out, "-l %s%s -d '", row->name, row->type == OPTION_FLAG ? "" : " -r");
            put_quoted(out, row->help, "\\");
            buf_put(out, STR("'\n"));
        }
        buf_putf(out,
                 "complete -c dossier -n '__fish_seen_subcommand_from %s' -s h -l help -d 'print "
                 "this text'\n",
                 verb->name);
    }
}

static int run(struct request *request)
{
    static const struct {
        const char *name;
        void (*put)(struct buf *out, const struct verb *const *verbs);
    } shells[] = {
        { "bash", put_bash }, { "zsh", put_zsh }, { "fish", put_fish }, { "man", man_page_put }
    };
    struct buf out = output_new(request->home);
    for (size_t i = 0; i < ARRAY_COUNT(shells); i++) {
        if (strcmp(request->options.argument[0], shells[i].name) == 0) {
            shells[i].put(&out, request->verbs);
            return output_end(&out, STATUS_HOLDS);
        }
    }
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("completion") },
             STR("bash, zsh, fish or man"), "%s", request->options.argument[0]);
    return STATUS_INPUT;
}

const struct verb verb_completion = {
    .name = "completion",
    .summary = "completions of the command line, and the manual page",
    .usage = "completion SHELL|man",
    .more = "bash: dossier completion bash > /etc/bash_completion.d/dossier\n"
            "zsh:  dossier completion zsh > a folder of $fpath, as _dossier\n"
            "fish: dossier completion fish > ~/.config/fish/completions/dossier.fish\n"
            "man:  dossier completion man > dossier.1, for `man ./dossier.1`\n"
            "Exit status: 0, or 3.",
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
