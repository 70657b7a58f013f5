/* colour.c - colour on a terminal, line by line.
 *
 * No meaning hangs on it: glyphs and words say the same. Text of files cannot colour anything: its
 * control characters are made visible before they come here. Codes are those of ECMA-48, SGR. */
#include "colour.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BOLD "\033[1m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define RED "\033[31m"
#define CYAN "\033[36m"
#define PLAIN "\033[0m"

static bool answers, faults; /* one command line a process */

static bool is_terminal(int file)
{
    const char *no = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(file) && !(no && *no) && kind && strcmp(kind, "dumb") != 0;
}

static bool takes_colour(const struct verb *verb)
{
    for (size_t i = 0; i < verb->option_count; i++)
        if (strcmp(verb->option[i].name, "color") == 0)
            return true;
    return false;
}

bool colour_begin(struct request *request)
{
    const struct options *options = &request->options;
    const char *when = options->color ? options->color : "auto";
    bool always = strcmp(when, "always") == 0, never = strcmp(when, "never") == 0;
    if (!takes_colour(request->verb))
        return true;
    if (!always && !never && strcmp(when, "auto") != 0) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ 0 }, STR("auto, always or never"),
                 "--color %s", when);
        return false;
    }
    bool plain = options->json || options->csv || options->markdown || options->run_json;
    answers = !plain && (always || (!never && is_terminal(STDOUT_FILENO)));
    faults = always || (!never && is_terminal(STDERR_FILENO));
    return true;
}

struct style {
    struct str begin; /* of a line, behind its blanks */
    const char *code;
    bool whole; /* the line, else that word alone */
};

static const struct style *style_of(struct str line, const struct style *style, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_starts(line, style[i].begin))
            return &style[i];
    return NULL;
}

static void put_line(struct buf *out, struct str line)
{
    static const struct style styles[] = {
        { STR_INIT("= "), BOLD GREEN, true },
        { STR_INIT("≈ "), BOLD YELLOW, true },
        { STR_INIT("≠ "), BOLD RED, true },
        { STR_INIT("… "), BOLD CYAN, true },
        { STR_INIT("TOTAL-PASSED"), BOLD GREEN, true },
        { STR_INIT("TOTAL-FAILED"), BOLD RED, true },
        { STR_INIT("INDETERMINATE"), BOLD YELLOW, true },
        { STR_INIT("FAILS"), BOLD RED, false },
        { STR_INIT("fails "), BOLD RED, false },
        { STR_INIT("holds "), GREEN, false },
        { STR_INIT("undecided "), YELLOW, false },
        { STR_INIT("Next:"), BOLD, false },
    };
    size_t blanks = 0;
    while (blanks < line.len && line.at[blanks] == ' ')
        blanks++;
    struct str text = str_sub(line, blanks, line.len);
    const struct style *style = style_of(text, styles, sizeof styles / sizeof *styles);
    if (!style) {
        buf_put(out, line);
        return;
    }
    size_t len = style->whole ? text.len : style->begin.len;
    buf_put(out, str_sub(line, 0, blanks));
    buf_put(out, str_from(style->code));
    buf_put(out, str_sub(text, 0, len));
    buf_put(out, STR(PLAIN));
    buf_put(out, str_sub(text, len, text.len));
}

bool colour_put_answer(struct buf *out, struct str text)
{
    struct str rest = text, line;
    while (answers && rest.len > 0 && str_cut(&rest, '\n', &line)) {
        put_line(out, line);
        if (rest.len > 0 || text.at[text.len - 1] == '\n')
            buf_put_char(out, '\n');
    }
    return answers && !out->full;
}

/* "nope.json: input: cannot be read": the word that tells how grave it is. */
static void put_diag(struct buf *out, struct str line)
{
    static const struct {
        struct str word;
        const char *code;
    } levels[] = { { STR_INIT("input: "), BOLD RED },
                   { STR_INIT("machine: "), BOLD RED },
                   { STR_INIT("warning: "), BOLD YELLOW } };
    size_t first = SIZE_MAX, of = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        size_t at = str_find(line, levels[i].word);
        bool begins = at != SIZE_MAX && (at == 0 || line.at[at - 1] == ' ');
        if (begins && at < first) {
            first = at;
            of = i;
        }
    }
    if (first == SIZE_MAX) {
        buf_put(out, line);
        return;
    }
    size_t len = levels[of].word.len - 1;
    buf_put(out, str_sub(line, 0, first));
    buf_put(out, str_from(levels[of].code));
    buf_put(out, str_sub(line, first, first + len));
    buf_put(out, STR(PLAIN));
    buf_put(out, str_sub(line, first + len, line.len));
}

bool colour_put_diags(struct buf *out, struct str text)
{
    struct str rest = text, line;
    while (faults && rest.len > 0 && str_cut(&rest, '\n', &line)) {
        put_diag(out, line);
        buf_put_char(out, '\n');
    }
    return faults && !out->full;
}
