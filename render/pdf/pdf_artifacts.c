/* pdf_artifacts.c - puts what a page's content paints outside the structure into Artifacts.
 *
 * Cairo writes flat content and has no tag for artifacts. The content is walked token by token
 * (PDF 1.7, 7.2 and 7.8.2); a stretch outside marked content that paints is wrapped, one that does
 * not is copied. */
#include "pdf_own.h"

enum { MARKED_DEPTH = 32, DICT_DEPTH = 32 };

enum token_type { TOKEN_END, TOKEN_BAD, TOKEN_OPERAND, TOKEN_OPERATOR };
struct token {
    enum token_type type;
    size_t from, to; /* bytes of the content */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

static bool is_delimiter(char c)
{
    return c == '(' || c == ')' || c == '<' || c == '>' || c == '[' || c == ']' || c == '{' ||
           c == '}' || c == '/' || c == '%';
}

static size_t string_end(struct str s, size_t at)
{
    int depth = 0;
    for (; at < s.len; at++)
        if (s.at[at] == '\\')
            at++;
        else if (s.at[at] == '(')
            depth++;
        else if (s.at[at] == ')' && --depth == 0)
            return at + 1;
    return SIZE_MAX;
}

static size_t word_end(struct str s, size_t at)
{
    while (at < s.len && !is_space(s.at[at]) && !is_delimiter(s.at[at]))
        at++;
    return at;
}

static size_t operand_end(struct str s, size_t at);

/* Arrays and dictionaries, whole. */
static size_t nested_end(struct str s, size_t at, int depth)
{
    bool dict = s.at[at] == '<';
    at += dict ? 2 : 1;
    while (at < s.len && depth < DICT_DEPTH) {
        char c = s.at[at];
        if (is_space(c))
            at++;
        else if (!dict && c == ']')
            return at + 1;
        else if (dict && c == '>')
            return at + 1 < s.len && s.at[at + 1] == '>' ? at + 2 : SIZE_MAX;
        else if (c == '[' || (c == '<' && at + 1 < s.len && s.at[at + 1] == '<'))
            at = nested_end(s, at, depth + 1);
        else
            at = operand_end(s, at);
    }
    return SIZE_MAX;
}

/* A string, hexadecimal string, name or word; SIZE_MAX: none. */
static size_t operand_end(struct str s, size_t at)
{
    char c = s.at[at];
    if (c == '(')
        return string_end(s, at);
    if (c == '<') {
        size_t end = str_find(str_sub(s, at, s.len), STR(">"));
        return end == SIZE_MAX ? SIZE_MAX : at + end + 1;
    }
    if (c == '/')
        return word_end(s, at + 1);
    size_t end = word_end(s, at);
    return end == at ? SIZE_MAX : end;
}

static struct token token_next(struct str s, size_t at)
{
    for (bool again = true; again;) {
        again = false;
        while (at < s.len && is_space(s.at[at]))
            at++;
        if (at < s.len && s.at[at] == '%') {
            while (at < s.len && s.at[at] != '\n' && s.at[at] != '\r')
                at++;
            again = true;
        }
    }
    if (at >= s.len)
        return (struct token){ TOKEN_END, s.len, s.len };
    char c = s.at[at];
    bool dict = c == '<' && at + 1 < s.len && s.at[at + 1] == '<';
    size_t end = c == '[' || dict ? nested_end(s, at, 0) : operand_end(s, at);
    if (end > s.len)
        return (struct token){ TOKEN_BAD, at, s.len };
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '\'' || c == '"';
    struct str word = str_sub(s, at, end);
    bool value =
        str_eq(word, STR("true")) || str_eq(word, STR("false")) || str_eq(word, STR("null"));
    return (struct token){ letter && !value ? TOKEN_OPERATOR : TOKEN_OPERAND, at, end };
}

static bool paints(struct str operator)
{
    static const char *const name[] = { "f", "F",  "f*", "B", "B*", "b",  "b*", "S",
                                        "s", "Tj", "TJ", "'", "\"", "Do", "sh" };
    for (size_t i = 0; i < ARRAY_COUNT(name); i++)
        if (str_eq(operator, str_from(name[i])))
            return true;
    return false;
}

struct marking {
    struct str content;
    struct buf *out;
    bool first;         /* the next artifact is the page's furniture */
    size_t stretch;     /* where the open stretch outside marked content began */
    bool painted, text; /* it paints; inside BT ... ET */
    bool owned[MARKED_DEPTH];
    int depth, owners;
};

static void stretch_end(struct marking *marking, size_t to)
{
    struct str bytes = str_sub(marking->content, marking->stretch, to);
    if (!marking->painted) {
        buf_put(marking->out, bytes);
        return;
    }
    buf_put(marking->out, marking->first ? STR("/Artifact << /Type /Pagination >> BDC\n")
                                         : STR("/Artifact << /Type /Layout >> BDC\n"));
    buf_put(marking->out, bytes);
    if (bytes.len > 0 && !is_space(bytes.at[bytes.len - 1]))
        buf_put_char(marking->out, '\n');
    buf_put(marking->out, STR("EMC\n"));
    marking->first = marking->painted = false;
}

/* BDC or BMC whose operands begin at `from`, operator ends at `to`. */
static bool marked_begin(struct marking *marking, size_t from, size_t to)
{
    bool owner = str_find(str_sub(marking->content, from, to), STR("/MCID")) != SIZE_MAX;
    if (marking->depth == MARKED_DEPTH || (owner && marking->text))
        return false;
    if (owner) {
        if (marking->depth > 0)
            return false; /* inside other marked content: Cairo nests no owners */
        stretch_end(marking, from);
        marking->painted = false;
        marking->stretch = from;
    }
    marking->owned[marking->depth++] = owner;
    marking->owners += owner;
    return true;
}

static bool marked_end(struct marking *marking, size_t to)
{
    if (marking->depth == 0)
        return false;
    bool owner = marking->owned[--marking->depth];
    marking->owners -= owner;
    if (!owner)
        return true;
    if (marking->text)
        return false;
    buf_put(marking->out, str_sub(marking->content, marking->stretch, to));
    buf_put_char(marking->out, '\n');
    marking->stretch = to;
    marking->painted = false;
    return true;
}

static bool operator_take(struct marking *marking, struct str operator, size_t from, size_t to)
{
    if (str_eq(operator, STR("BI")))
        return false;
    if (str_eq(operator, STR("BT")) || str_eq(operator, STR("ET"))) {
        bool begin = operator.at[0] == 'B';
        if (begin == marking->text)
            return false;
        marking->text = begin;
        return true;
    }
    if (str_eq(operator, STR("BDC")) || str_eq(operator, STR("BMC")))
        return marked_begin(marking, from, to);
    if (str_eq(operator, STR("EMC")))
        return marked_end(marking, to);
    if (marking->owners == 0 && paints(operator))
        marking->painted = true;
    return true;
}

bool artifacts_mark(struct str content, struct buf *out)
{
    struct marking marking = { .content = content, .out = out, .first = true };
    size_t at = 0;
    size_t operands = SIZE_MAX; /* where the operands of the next operator begin */
    for (;;) {
        struct token token = token_next(content, at);
        if (token.type == TOKEN_BAD)
            return false;
        if (token.type == TOKEN_END)
            break;
        if (operands == SIZE_MAX)
            operands = token.from;
        at = token.to;
        if (token.type != TOKEN_OPERATOR)
            continue;
        if (!operator_take(&marking, str_sub(content, token.from, token.to), operands, token.to))
            return false;
        operands = SIZE_MAX;
    }
    if (marking.depth != 0 || marking.text)
        return false;
    stretch_end(&marking, content.len);
    return !out->full;
}
