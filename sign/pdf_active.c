/* pdf_active.c - looks through the objects of a packed report for what could act on the reader's
 * machine or change what is shown (ISO 32000-1 sections 7.3, 7.5.4 and 12.6). Names are compared
 * where the syntax has names: text in strings and streams may say what it likes. */
#include "pdf_active.h"

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
    return c > ' ' && strchr("()<>[]{}/%", c) == NULL;
}

static size_t past_string(struct str text, size_t at)
{
    int depth = 0;
    for (; at < text.len; at++) {
        if (text.at[at] == '\\') {
            at++;
        } else if (text.at[at] == '(') {
            depth++;
        } else if (text.at[at] == ')' && --depth == 0) {
            return at + 1;
        }
    }
    return text.len;
}

static size_t past(struct str text, size_t at, char last)
{
    while (at < text.len && text.at[at] != last) {
        at++;
    }
    return at + 1;
}

static bool is_denied(struct str name)
{
    if (memchr(name.at, '#', name.len) != NULL) {
        return true; /* an escape: our writer needs none, and it can spell any name */
    }
    for (size_t i = 0; i < ARRAY_COUNT(denied); i++) {
        if (str_eq(name, str_from(denied[i]))) {
            return true;
        }
    }
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
    if (half || (closes && *depth == 0)) {
        return false;
    }
    *depth += c == '<' || c == '[';
    *depth -= closes;
    *at += wide ? 2 : 1;
    return true;
}

static struct str word_at(struct str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && is_regular(text.at[end])) {
        end++;
    }
    return str_sub(text, at, end);
}

/* Up to the object's end or the bytes of its stream; `read`: how far that was. Our writer puts no
 * comment into an object, and readers differ in what ends one; an object or a stream that ends or
 * begins inside a dictionary or an array hides from some what follows. Both are refused. */
static struct str in_object(struct str text, size_t *read)
{
    size_t at = 0;
    size_t depth = 0; /* of dictionaries and arrays */
    *read = text.len;
    while (at < text.len) {
        char c = text.at[at];
        if (c == '(') {
            at = past_string(text, at);
        } else if (c == '<' && at + 1 < text.len && text.at[at + 1] != '<') {
            at = past(text, at, '>');
        } else if (c == '%') {
            if (!is_file_end(str_sub(text, at, text.len), depth)) {
                return STR("a comment inside an object");
            }
            at = text.len;
        } else if (c == '/' || is_regular(c)) {
            struct str word = word_at(text, at);
            at += word.len;
            if (c == '/' && is_denied(str_sub(word, 1, word.len))) {
                return word;
            }
            if (str_eq(word, STR("stream")) || str_eq(word, STR("endobj"))) {
                *read = at;
                return depth != 0 ? STR("an object that ends inside a dictionary or an array")
                                  : (struct str){ 0 };
            }
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
        if (at + i >= text.len || text.at[at + i] < '0' || text.at[at + i] > '9') {
            return false;
        }
        value = value * 10 + (size_t)(text.at[at + i] - '0');
    }
    *out = value;
    return true;
}

struct str pdf_active(struct str file, size_t xref, size_t trailer)
{
    size_t at = past(file, past(file, xref, '\n'), '\n'); /* "xref", "0 SIZE" */
    size_t left = xref, read; /* objects stand side by side: none of their bytes is read twice */
    for (; at + ENTRY_SIZE <= trailer; at += ENTRY_SIZE) {
        size_t offset = 0;
        struct str end = str_sub(file, at + NUMBER_SIZE, at + ENTRY_SIZE);
        bool used = str_eq(end, STR(" 00000 n \n"));
        if (!digits_at(file, at, &offset) || (!used && !str_ends(end, STR(" f \n")))) {
            return STR("another kind of table");
        }
        if (!used) {
            continue;
        }
        struct str found = in_object(str_sub(file, offset, xref), &read);
        if (found.len > 0) {
            return found;
        }
        if (read > left) {
            return STR("another kind of table");
        }
        left -= read;
    }
    return at != trailer ? STR("another kind of table")
                         : in_object(str_sub(file, trailer, file.len), &read);
}
