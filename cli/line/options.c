/* options.c - the command line by table: each verb says which options it takes. */
#include "base/num.h"
#include "verbs.h"
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

static const struct option_row *row_find(const struct verb *verb, const char *word, size_t len,
                                         char letter)
{
    for (size_t i = 0; i < verb->option_count; i++) {
        const struct option_row *row = &verb->option[i];
        bool named = word && strlen(row->name) == len && memcmp(row->name, word, len) == 0;
        if (letter != 0 ? row->letter == letter : named)
            return row;
    }
    return NULL;
}

static void usage_error(const struct verb *verb, struct diags *diags, struct str expected,
                        const char *said)
{
    diag_add(diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = str_from(verb->name) }, expected, "%s",
             said);
}

struct str usage_line(struct arena *home, const struct verb *verb)
{
    struct buf out = buf_new(home, 1 << 12);
    struct str rest = str_from(verb->usage), line;
    while (str_cut(&rest, '\n', &line)) {
        line = str_trim(line);
        bool another = str_starts(line, STR("dossier "));
        if (buf_str(&out).len > 0)
            buf_put(&out, another ? STR(" or ") : STR(" "));
        buf_put(&out, another ? str_sub(line, STR("dossier ").len, line.len) : line);
    }
    return buf_str(&out);
}

/* The option that was meant, where one is near. */
static struct str nearest_option(struct arena *home, const struct verb *verb, const char *word)
{
    struct str rest = str_from(word), wrong;
    (void)str_cut(&rest, '=', &wrong);
    size_t reach = wrong.len / 3 + 1; /* farther is no help */
    struct buf all = buf_new(home, 1 << 12);
    struct str nearest = { 0 };
    for (size_t i = 0; i < verb->option_count; i++) {
        const struct option_row *row = &verb->option[i];
        struct str name = str_format(home, "--%s", row->name);
        buf_putf(&all, "%s--%s", i > 0 ? ", " : "an option of this verb: ", row->name);
        size_t far = str_distance(wrong, name);
        if (far < reach) {
            reach = far;
            nearest = row->type == OPTION_FLAG
                          ? str_format(home, "\"%.*s\"", STR_ARG(name))
                          : str_format(home, "\"%.*s %s\"", STR_ARG(name), row->argument);
        }
    }
    if (nearest.len > 0)
        return nearest;
    return verb->option_count > 0 ? buf_str(&all) : STR("no option but --help");
}

/* False: a list that is full. */
static bool option_set(const struct option_row *row, struct options *out, const char *value)
{
    char *field = (char *)out + row->offset;
    if (row->type == OPTION_LIST || row->type == OPTION_REST) {
        struct option_list *list = (void *)field;
        if (list->count == (int)ARRAY_COUNT(list->item))
            return false;
        list->item[list->count++] = value;
        return true;
    }
    if (row->type == OPTION_FLAG) {
        bool on = true;
        memcpy(field, &on, sizeof on);
    } else {
        memcpy(field, &value, sizeof value);
    }
    return true;
}

/* Whether the word behind an option may be its value: another option is not, or its name would
 * become a file's. What must begin with '-' is written behind '='; "-" alone is a value. */
static bool is_value(struct arena *home, const struct verb *verb, const struct option_row *row,
                     const char *option, const char *value, struct diags *diags)
{
    if (value && (value[0] != '-' || value[1] == 0))
        return true;
    struct str expected =
        !value ? str_format(home, "%s behind it", row->argument)
               : str_format(home, "%s behind it, or --%s=%s", row->argument, row->name, value);
    usage_error(verb, diags, expected,
                !value ? option : str_c(home, str_format(home, "%s %s", option, value)));
    return false;
}

/* One option word at argv[i]; answers how many words it took, 0 on an error. */
static int option_take(struct arena *home, const struct verb *verb, int argc, char **argv, int i,
                       struct options *out, struct diags *diags)
{
    const char *word = argv[i];
    const char *value = NULL;
    const struct option_row *row;
    if (word[1] == '-') {
        const char *equals = strchr(word, '=');
        size_t len = equals ? (size_t)(equals - word) - 2 : strlen(word) - 2;
        row = row_find(verb, word + 2, len, 0);
        value = equals ? equals + 1 : NULL;
    } else {
        row = word[2] == 0 ? row_find(verb, NULL, 0, word[1]) : NULL;
    }
    if (!row || (row->type == OPTION_FLAG && value)) {
        usage_error(verb, diags, nearest_option(home, verb, word), word);
        return 0;
    }
    if (row->type == OPTION_FLAG) {
        (void)option_set(row, out, NULL);
        return 1;
    }
    int words = value ? 1 : 2;
    if (!value) {
        value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!is_value(home, verb, row, word, value, diags))
            return 0;
    }
    bool room = option_set(row, out, value);
    while (room && row->type == OPTION_REST && i + words < argc &&
           (argv[i + words][0] != '-' || argv[i + words][1] == 0))
        room = option_set(row, out, argv[i + words++]);
    if (!room) {
        usage_error(verb, diags, STR("this option at most 32 times"), word);
        return 0;
    }
    return words;
}

bool options_read(struct arena *home, const struct verb *verb, int argc, char **argv,
                  struct options *out, struct diags *diags)
{
    *out = (struct options){ 0 };
    bool only_arguments = false;
    for (int i = 0; i < argc;) {
        const char *word = argv[i];
        if (!only_arguments && strcmp(word, "--") == 0) {
            only_arguments = true;
            i++;
            continue;
        }
        if (!only_arguments && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            out->help = true;
            return true;
        }
        if (!only_arguments && word[0] == '-' && word[1] != 0) {
            int taken = option_take(home, verb, argc, argv, i, out, diags);
            if (taken == 0)
                return false;
            i += taken;
            continue;
        }
        if (out->argument_count >= (int)ARRAY_COUNT(out->argument)) {
            usage_error(verb, diags, STR("at most 64 arguments"), word);
            return false;
        }
        out->argument[out->argument_count++] = word;
        i++;
    }
    if (out->argument_count < verb->least_arguments || out->argument_count > verb->most_arguments) {
        usage_error(verb, diags, usage_line(home, verb),
                    out->argument_count < verb->least_arguments ? "an argument is missing"
                                                                : "too many arguments");
        return false;
    }
    return true;
}

static const char *text_of(const struct option_row *row, const struct options *options)
{
    const char *text = NULL;
    if (row->type != OPTION_FLAG && row->type != OPTION_LIST && row->type != OPTION_REST)
        memcpy(&text, (const char *)options + row->offset, sizeof text);
    return text;
}

static bool same_file(const struct stat *output, const char *path)
{
    struct stat input;
    return path && stat(path, &input) == 0 && input.st_dev == output->st_dev &&
           input.st_ino == output->st_ino;
}

static bool output_is_input(const struct verb *verb, const struct options *options,
                            const struct option_row *output)
{
    struct stat found;
    if (stat(text_of(output, options), &found) != 0 || !S_ISREG(found.st_mode))
        return false;
    for (int i = output->type == OPTION_REPLACES ? 1 : 0; i < options->argument_count; i++)
        if (same_file(&found, options->argument[i]))
            return true;
    for (size_t i = 0; i < verb->option_count; i++) {
        const struct option_row *row = &verb->option[i];
        if (row != output && same_file(&found, text_of(row, options)))
            return true;
        const struct option_list *list = (const void *)((const char *)options + row->offset);
        for (int k = 0; row->type == OPTION_REST && k < list->count; k++)
            if (same_file(&found, list->item[k]))
                return true;
    }
    return false;
}

bool options_keep_input(struct arena *home, const struct verb *verb, const struct options *options,
                        struct diags *diags)
{
    for (size_t i = 0; i < verb->option_count; i++) {
        const struct option_row *row = &verb->option[i];
        bool writes = row->type == OPTION_WRITES || row->type == OPTION_REPLACES;
        if (!writes || !text_of(row, options) || !output_is_input(verb, options, row))
            continue;
        diag_add(diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(text_of(row, options)) },
                 str_format(home, "another file behind --%s", row->name),
                 "it is one of those that this command reads");
        return false;
    }
    return true;
}

bool threads_read(struct request *request, unsigned *out)
{
    enum { MOST = 8 };
    int64_t value = 0;
    const char *text = request->options.threads;
    if (text && (!num_int(str_from(text), &value) || value < 1 || value > MOST)) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ 0 }, STR("1 to 8"), "--threads %s",
                 text);
        return false;
    }
    *out = (unsigned)value;
    return true;
}

void options_help(const struct verb *verb, struct buf *out)
{
    buf_putf(out, "dossier %s - %s\n\nusage: dossier %s\n", verb->name, verb->summary, verb->usage);
    if (verb->more)
        buf_putf(out, "\n%s\n", verb->more);
    buf_put(out, STR("\noptions:\n"));
    for (size_t i = 0; i < verb->option_count; i++) {
        const struct option_row *row = &verb->option[i];
        struct str head =
            row->letter != 0
                ? str_format(out->home, "-%c, --%s %s", row->letter, row->name,
                             row->argument ? row->argument : "")
                : str_format(out->home, "--%s %s", row->name, row->argument ? row->argument : "");
        buf_putf(out, "  %-24.*s %s\n", STR_ARG(head), row->help);
    }
    buf_putf(out, "  %-24s %s\n", "-h, --help", "print this text");
}
