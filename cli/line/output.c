/* output.c - printing for people and for other programs. */
#include "output.h"
#include "base/json.h"
#include "colour.h"
#include "progress_line.h"
#include "templates/templates.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, OUTPUT_MOST = 64 << 20 };

struct buf output_new(struct arena *home)
{
    return buf_new(home, OUTPUT_MOST);
}

size_t output_columns(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    return count;
}

/* "ms)," behind "8.5": a number and its unit stand in one line. */
static bool is_unit_behind(struct str number, struct str word)
{
    enum unit unit;
    while (word.len > 0 && strchr(".,;:)", word.at[word.len - 1]))
        word = str_sub(word, 0, word.len - 1);
    bool digit =
        number.len > 0 && number.at[number.len - 1] >= '0' && number.at[number.len - 1] <= '9';
    return digit && word.len > 0 && unit_find(word, &unit);
}

/* The next word of a line, with the unit behind it where it is a number. */
static bool word_cut(struct str *text, struct str *word)
{
    struct str rest, next;
    if (!str_cut(text, ' ', word))
        return false;
    rest = *text;
    if (str_cut(&rest, ' ', &next) && is_unit_behind(*word, next)) {
        word->len += 1 + next.len;
        *text = rest;
    }
    return true;
}

void output_words(struct buf *out, struct str text, size_t columns, size_t indent, size_t at)
{
    struct str word;
    size_t column = at;
    bool first = true;
    while (str_starts(text, STR(" "))) {
        buf_put_char(out, ' ');
        text = str_sub(text, 1, text.len);
        column++;
    }
    while (word_cut(&text, &word)) {
        size_t width = output_columns(word);
        if (width == 0)
            continue;
        if (!first && column + 1 + width > columns) {
            buf_put_char(out, '\n');
            for (size_t i = 0; i < indent; i++)
                buf_put_char(out, ' ');
            column = indent;
        } else if (!first) {
            buf_put_char(out, ' ');
            column++;
        }
        buf_put(out, word);
        column += width;
        first = false;
    }
    buf_put_char(out, '\n');
}

struct str output_visible(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, text.len * 12 + 64);
    buf_put_visible(&out, text);
    return buf_str(&out);
}

void output_wrap(struct buf *out, struct str text, size_t indent, size_t at)
{
    struct str rest = output_visible(out->home, text);
    while (str_starts(rest, STR(" ")))
        rest = str_sub(rest, 1, rest.len);
    output_words(out, rest, COLUMNS, indent, at);
}

void output_row(struct buf *out, const char *label, size_t width, struct str text)
{
    buf_putf(out, "  %-*s ", (int)width, label);
    output_wrap(out, text, width + 3, width + 3);
}

static void fault_put(enum diag_id id, struct str expected, const char *said)
{
    struct arena *scratch = arena_new((size_t)1 << 20);
    struct diags *diags = diags_new(scratch);
    diag_add(diags, id, (struct place){ .file = STR("standard output") }, expected, "%s", said);
    output_diags(diags, LEVEL_WARNING);
    arena_free(scratch);
}

bool output_print(struct str text)
{
    progress_line_clear();
    bool written = text.len == 0 || fwrite(text.at, 1, text.len, stdout) == text.len;
    if (fflush(stdout) == 0 && written)
        return true;
    int error = errno;
    if (error == EPIPE)
        return false; /* `| head` read what it wanted: a status, but no cause for words */
    fault_put(DIAG_FILE_WRITE, STR("a file, pipe or terminal that takes all of it"),
              error == ENOSPC  ? "no space left"
              : error == EBADF ? "it is closed"
                               : "writing failed");
    return false;
}

int output_end(const struct buf *out, int status)
{
    if (out->full) {
        fault_put(DIAG_FILE_LIMIT, STR("fewer or smaller files at a time"),
                  "the answer is longer than 64 MiB");
        return STATUS_INPUT;
    }
    struct buf shown = buf_new(out->home, 2 * (size_t)OUTPUT_MOST);
    bool coloured = colour_put_answer(&shown, buf_str(out));
    return output_print(buf_str(coloured ? &shown : out)) ? status : STATUS_MACHINE;
}

int answer_print(const struct request *request, const struct printers *printers, const void *answer,
                 int status)
{
    struct buf out = output_new(request->home);
    if (request->options.json) {
        struct json_out json;
        json_begin(&json, &out);
        json_open(&json, STR(""), printers->kind);
        if (printers->format)
            json_text(&json, STR("format"), str_from(printers->format));
        printers->json(answer, &json);
        json_close(&json);
    } else {
        printers->text(answer, &out);
    }
    return output_end(&out, status);
}

struct str systems_named(struct arena *home, const struct case_file *of)
{
    struct buf all = buf_new(home, (size_t)1 << 20);
    for (size_t i = 0; i < of->system_count; i++) {
        buf_put(&all, i == 0 ? STR("") : i + 1 < of->system_count ? STR(", ") : STR(" or "));
        buf_put_visible(&all, of->system[i].id);
    }
    return buf_str(&all);
}

struct str folder_typed(struct arena *home, const char *path)
{
    bool here = strcmp(path, ".") == 0 || strcmp(path, "./") == 0;
    struct str folder = str_from(here ? "" : path);
    return here || str_ends(folder, STR("/")) ? folder : str_format(home, "%.*s/", STR_ARG(folder));
}

void diags_join_below(struct arena *home, struct diags *to, const struct diags *found,
                      struct str below, struct str typed)
{
    for (const struct diag *diag = diags_first(found); diag; diag = diag->next) {
        struct place place = diag->place;
        if (diag_row(diag->id)->level >= LEVEL_INPUT && place.file.len > 0 &&
            !(typed.len > 0 && str_eq(place.file, typed)))
            place.file = str_format(home, "%.*s%.*s", STR_ARG(below), STR_ARG(place.file));
        diag_add(to, diag->id, place, diag->expected, "%.*s", STR_ARG(diag->said));
    }
}

void output_diags(const struct diags *diags, enum level least)
{
    progress_line_clear();
    struct arena *scratch = arena_new((size_t)64 << 20);
    struct diags *shown = diags_new(scratch);
    for (const struct diag *diag = diags_first(diags); diag; diag = diag->next)
        if (diag_row(diag->id)->level >= least)
            diag_add(shown, diag->id, diag->place, diag->expected, "%.*s", STR_ARG(diag->said));
    struct buf text = buf_new(scratch, (size_t)32 << 20);
    diags_put_text(shown, &text);
    struct buf coloured = buf_new(scratch, (size_t)48 << 20);
    struct str all = buf_str(colour_put_diags(&coloured, buf_str(&text)) ? &coloured : &text);
    if (all.len > 0)
        fwrite(all.at, 1, all.len, stderr);
    arena_free(scratch);
}

bool rules_built_in(struct arena *home, const struct rules **out, struct diags *diags)
{
    struct evidence *file = ARENA_NEW(home, struct evidence);
    file->name = file->packed = STR("rules.json");
    file->bytes = template_find(home, STR("rules.json"))->bytes;
    return rules_read(home, file, &limits_default, out, diags);
}

bool rules_profiled(struct arena *home, const struct rules *base, const char *profile,
                    const struct rules **out, struct diags *diags)
{
    struct evidence *file = ARENA_NEW(home, struct evidence);
    file->name = file->packed = str_format(home, "profiles/%s.json", profile);
    file->bytes = template_find(home, file->name)->bytes;
    return rules_extend(home, base, file, &limits_default, out, diags);
}

bool line_refused(struct diags *diags, struct str file, struct str expected, const char *said)
{
    diag_add(diags, DIAG_REFUSED, (struct place){ .file = file }, expected, "%s", said);
    return false;
}
