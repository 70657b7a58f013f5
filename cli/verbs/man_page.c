/* man_page.c - the manual page, made from the table of verbs, in mdoc(7). */
#include "man_page.h"
#include "verbs.h"

/* A text in a line of its own or behind a macro: nothing in it is a request or an escape. `prose`:
 * blanks may become ends of lines. */
static void put_characters(struct buf *out, struct str text, bool prose)
{
    enum { LONG = 64 };
    bool begins = true;
    size_t column = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (prose && c == ' ' && column > LONG)
            c = '\n';
        column = c == '\n' ? 0 : column + 1;
        if (begins && (c == '.' || c == '\''))
            buf_put(out, STR("\\&"));
        if (c == '\\')
            buf_put(out, STR("\\e"));
        else if (c == '-')
            buf_put(out, STR("\\-"));
        else
            buf_put_char(out, c);
        begins = c == '\n';
    }
}

static void put_text(struct buf *out, struct str text)
{
    put_characters(out, text, false);
}

static void put_literal(struct buf *out, struct str text)
{
    struct str line;
    buf_put(out, STR(".Bd -literal -compact\n"));
    while (str_cut(&text, '\n', &line)) {
        put_text(out, line);
        buf_put_char(out, '\n');
    }
    buf_put(out, STR(".Ed\n"));
}

static void put_options(struct buf *out, const struct verb *verb)
{
    if (verb->option_count == 0)
        return;
    buf_put(out, STR(".Bl -tag -width Ds\n"));
    for (size_t i = 0; i < verb->option_count; i++) {
        const struct option_row *row = &verb->option[i];
        buf_put(out, STR(".It "));
        if (row->letter != 0)
            buf_putf(out, "Fl %c , ", row->letter);
        buf_put(out, STR("Fl \\-"));
        put_text(out, str_from(row->name));
        if (row->argument) {
            buf_put(out, STR(" Ar "));
            put_text(out, str_from(row->argument));
        }
        buf_put_char(out, '\n');
        put_characters(out, str_from(row->help), true);
        buf_put_char(out, '\n');
    }
    buf_put(out, STR(".El\n"));
}

static void put_verb(struct buf *out, const struct verb *verb)
{
    buf_put(out, STR(".Ss dossier "));
    put_text(out, str_from(verb->name));
    buf_put_char(out, '\n');
    put_text(out, str_from(verb->summary));
    buf_put(out, STR(".\n.Pp\n"));
    put_literal(out, str_format(out->home, "dossier %.*s", STR_ARG(usage_line(out->home, verb))));
    if (verb->more) {
        buf_put(out, STR(".Pp\n"));
        put_literal(out, str_from(verb->more));
    }
    put_options(out, verb);
}

void man_page_put(struct buf *out, const struct verb *const *verbs)
{
    buf_put(out, STR(".\\\" Made by `dossier completion man` from the table of verbs.\n"
                     ".Dd November 29, 2026\n"
                     ".Dt DOSSIER 1\n"
                     ".Os\n"
                     ".Sh NAME\n"
                     ".Nm dossier\n"
                     ".Nd benchmark runs into evidence that can be checked\n"
                     ".Sh SYNOPSIS\n"
                     ".Nm\n"
                     ".Ar verb\n"
                     ".Op Ar options\n"
                     ".Op Ar argument ...\n"
                     ".Sh DESCRIPTION\n"
                     ".Nm\n"
                     "reads what benchmark tools left behind, decides by explicit rules\n"
                     "whether runs may be compared, writes a report whose every number leads\n"
                     "back to a byte of evidence, and packs all of it into a signed archive.\n"
                     "It opens no network connection and starts no other program.\n"
                     ".Sh COMMANDS\n"));
    for (size_t i = 0; verbs[i]; i++)
        put_verb(out, verbs[i]);
    buf_put(out, STR(".Sh EXIT STATUS\n"
                     ".Bl -tag -width Ds -compact\n"
                     ".It 0\nit holds\n.It 1\nit does not\n.It 2\nundecided\n"
                     ".It 3\nbad usage or input\n.It 4\nthe machine failed\n"
                     ".El\n"
                     ".Sh EXAMPLES\n"
                     "A first answer from two folders:\n"
                     ".Pp\n"
                     ".Dl dossier compare before/ after/\n"
                     ".Pp\n"
                     "A gate for continuous integration, which fails on a loss that is shown:\n"
                     ".Pp\n"
                     ".Dl dossier compare before/ after/ \\-\\-gate slower:2%\n"
                     ".Pp\n"
                     "From there to a signed dossier:\n"
                     ".Bd -literal -offset indent\n"
                     "dossier new A B \\-o DIR \\-\\-ask\n"
                     "dossier check DIR/case.json\n"
                     "dossier build DIR/case.json \\-o d.asice \\-\\-key me.key.pem \\-\\-cert "
                     "me.cert.pem\n"
                     "dossier verify d.asice \\-\\-trust me.cert.pem\n"
                     ".Ed\n"));
}
