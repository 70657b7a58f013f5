/* pdf_active.c - looks through the objects of a packed report for what could act on the reader's
 * machine or change what is shown (ISO 32000-1 sections 7.3, 7.5.4 and 12.6). Names are compared
 * where the syntax has names: text in strings and streams may say what it likes. */
#include "pdf_active.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY_SIZE = 20, NUMBER_SIZE = 10 };

static const char *const denied[] = {
    "3D",        "AA",           "Encrypt",     "EmbeddedFile", "EmbeddedFiles", "GoToE",
    "GoToR",     "ImportData",   "JS",          "JavaScript",   "Launch",        "Linearized",
    "Movie",     "OCProperties", "ObjStm",      "OpenAction",   "Rendition",     "ResetForm",
    "RichMedia", "Screen",       "SetOCGState", "Sound",        "SubmitForm",    "Trans",
    "XFA",       "XRef",         "XRefStm",
};

static bool is_regular(char c)
{
    return c > ' ' && !strchr("()<>[]{}/%", c);
}

static size_t past_string(struct str text, size_t at)
{
    int depth = 0;
    for (; at < text.len; at++)
        if (text.at[at] == '\\')
            at++;
        else if (text.at[at] == '(')
            depth++;
        else if (text.at[at] == ')' && --depth == 0)
            return at + 1;
    return text.len;
}

static size_t past(struct str text, size_t at, char last)
{
    while (at < text.len && text.at[at] != last)
        at++;
    return at + 1;
}

static bool is_denied(struct str name)
{
    if (memchr(name.at, '#', name.len))
        return true; /* an escape: our writer needs none, and it can spell any name */
    for (size_t i = 0; i < ARRAY_COUNT(denied); i++)
        if (str_eq(name, str_from(denied[i])))
            return true;
    return false;
}

/* Whether a comment is the end of the file, the only one that our writer makes. */
static bool is_file_end(struct str rest, size_t depth)
{
    struct str mark = STR("%%EOF");
    return depth == 0 && str_starts(rest, mark) &&
           str_trim(str_sub(rest, mark.len, rest.len)).len == 0;
}

/* Steps over what is no word, string or comment, and counts brackets; false: one closes nothing. */
static bool past_bracket(struct str text, size_t *at, size_t *depth)
{
    char c = text.at[*at];
    bool closes = c == '>' || c == ']', wide = c == '<' || c == '>';
    bool half = c == '>' && (*at + 1 == text.len || text.at[*at + 1] != '>');
    if (half || (closes && *depth == 0))
        return false;
    *depth += c == '<' || c == '[';
    *depth -= closes;
    *at += wide ? 2 : 1;
    return true;
}

static struct str word_at(struct str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && is_regular(text.at[end]))
        end++;
    return str_sub(text, at, end);
}

/* How far an object was read, and what comes then. */
struct ended {
    size_t read;
    bool stream;
    size_t length; /* what its dictionary says of the stream; SIZE_MAX: nothing */
};

/* The number behind /Length, in the outermost dictionary. */
static size_t length_at(struct str text, size_t at)
{
    size_t value = 0;
    size_t digits = 0;
    while (at < text.len && text.at[at] == ' ')
        at++;
    for (; digits < NUMBER_SIZE && at < text.len && text.at[at] >= '0' && text.at[at] <= '9';
         at++) {
        value = value * 10 + (size_t)(text.at[at] - '0');
        digits++;
    }
    bool reference =
        at + 1 < text.len && text.at[at] == ' ' && text.at[at + 1] >= '0' && text.at[at + 1] <= '9';
    return digits > 0 && !reference ? value : SIZE_MAX;
}

/* A name, a keyword or a number: what is wrong with it; `done`: it ends the object. */
static struct str on_word(struct str text, struct str word, size_t depth, struct ended *ended,
                          bool *done)
{
    size_t at = (size_t)(word.at - text.at) + word.len;
    if (word.at[0] == '/' && is_denied(str_sub(word, 1, word.len)))
        return word;
    if (depth == 1 && str_eq(word, STR("/Length"))) {
        if (ended->length != SIZE_MAX)
            return STR("two lengths of one stream");
        ended->length = length_at(text, at);
    }
    ended->stream = str_eq(word, STR("stream"));
    *done = ended->stream || str_eq(word, STR("endobj"));
    ended->read = *done ? at : ended->read;
    return *done && depth != 0 ? STR("an object that ends inside a dictionary or an array")
                               : (struct str){ 0 };
}

/* Up to the object's end or the bytes of its stream. Our writer puts no comment into an object, and
 * readers differ in what ends one; an object or a stream that ends or begins inside a dictionary or
 * an array hides from some what follows. All are refused. */
static struct str in_object(struct str text, struct ended *ended)
{
    size_t at = 0;
    size_t depth = 0; /* of dictionaries and arrays */
    bool done = false;
    *ended = (struct ended){ .read = text.len, .length = SIZE_MAX };
    while (at < text.len && !done) {
        char c = text.at[at];
        if (c == '(') {
            at = past_string(text, at);
        } else if (c == '<' && at + 1 < text.len && text.at[at + 1] != '<') {
            at = past(text, at, '>');
        } else if (c == '%') {
            if (!is_file_end(str_sub(text, at, text.len), depth))
                return STR("a comment inside an object");
            at = text.len;
        } else if (c == '/' || is_regular(c)) {
            struct str word = word_at(text, at);
            at += word.len;
            struct str fault = on_word(text, word, depth, ended, &done);
            if (fault.len > 0)
                return fault;
        } else if (!past_bracket(text, &at, &depth)) {
            return STR("a bracket that closes nothing");
        }
    }
    return (struct str){ 0 };
}

static bool digits_at(struct str text, size_t at, size_t *out)
{
    size_t value = 0;
    for (size_t i = 0; i < NUMBER_SIZE; i++) {
        if (at + i >= text.len || text.at[at + i] < '0' || text.at[at + i] > '9')
            return false;
        value = value * 10 + (size_t)(text.at[at + i] - '0');
    }
    *out = value;
    return true;
}

/* What our writer puts behind "endobj", or around the bytes of a stream; false: something else. */
static bool past_end(struct str file, const struct ended *ended, size_t *at)
{
    static const char behind[] = "\nendstream\nendobj";
    *at += ended->read;
    if (ended->stream) {
        if (ended->length > file.len || *at >= file.len || file.at[*at] != '\n')
            return false;
        *at += 1 + ended->length;
        if (!str_starts(str_sub(file, *at, file.len), str_from(behind)))
            return false;
        *at += sizeof behind - 1;
    }
    return (*at)++ < file.len && file.at[*at - 1] == '\n';
}

/* "%PDF-1.7", and the line of four bytes that says: not text. */
static size_t past_head(struct str file)
{
    size_t at = past(file, 0, '\n');
    return at < file.len && file.at[at] == '%' && at + 6 <= file.len && file.at[at + 5] == '\n'
               ? at + 6
               : at;
}

/* One object, which is to begin where the one before it ended. */
static struct str object_at(struct str file, size_t number, size_t xref, size_t *at)
{
    struct ended ended;
    char head[32];
    int len = snprintf(head, sizeof head, "%zu 0 obj\n", number);
    struct str text = str_sub(file, *at, xref);
    if (!str_starts(text, (struct str){ head, (size_t)len }))
        return STR("an object in another place than its table says, or one that no table names");
    struct str found = in_object(text, &ended);
    if (found.len > 0)
        return found;
    return !past_end(str_sub(file, 0, xref), &ended, at) ? STR("something between the objects")
                                                         : (struct str){ 0 };
}

struct str pdf_active(struct arena *home, struct str file, size_t xref, size_t trailer)
{
    size_t entry = past(file, past(file, xref, '\n'), '\n'); /* "xref", "0 SIZE" */
    size_t at = past_head(file);
    struct ended ended;
    for (size_t number = 0; entry + ENTRY_SIZE <= trailer; entry += ENTRY_SIZE, number++) {
        size_t offset = 0;
        struct str end = str_sub(file, entry + NUMBER_SIZE, entry + ENTRY_SIZE);
        bool used = str_eq(end, STR(" 00000 n \n"));
        if (!digits_at(file, entry, &offset) || (!used && !str_ends(end, STR(" f \n"))))
            return STR("another kind of table");
        struct str found = { 0 };
        if (used) {
            found = offset != at ? STR("another place in the table")
                                 : object_at(file, number, xref, &at);
        }
        if (found.len > 0)
            return str_format(home, "%.*s, object %zu", STR_ARG(found), number);
    }
    return entry != trailer ? STR("another kind of table")
           : at != xref     ? STR("something behind the objects")
                            : in_object(str_sub(file, trailer, file.len), &ended);
}
