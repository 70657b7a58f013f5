/* mutations_lines.c - lines of text in another order, or said twice with another value. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- neighbours in reverse ---- */

enum { RUN_MOST = 400 };

struct text_line {
    struct str text, label; /* text: with its line end; label: empty: none */
    size_t indent;
    bool item; /* of a list: "- name: value" */
};

static size_t blanks_before(struct str text)
{
    size_t count = 0;
    while (count < text.len && (text.at[count] == ' ' || text.at[count] == '\t'))
        count++;
    return count;
}

/* What stands before the first of the separators; '>' among them: before the last. */
static struct str label_of(struct str text, const char *separators)
{
    bool last = strchr(separators, '>') != NULL;
    size_t end = SIZE_MAX;
    for (size_t i = 0; i < text.len && (last || end == SIZE_MAX); i++)
        end = strchr(separators, text.at[i]) ? i : end;
    return end == SIZE_MAX ? (struct str){ 0 } : str_trim(str_sub(text, 0, end));
}

static size_t lines_split(struct str bytes, const struct format_family *family,
                          struct text_line *out)
{
    struct str rest = bytes, line;
    size_t count = 0;
    while (rest.len > 0 && str_cut(&rest, '\n', &line)) {
        size_t begin = (size_t)(line.at - bytes.at), len = line.len + (rest.at ? 1 : 0);
        bool item = str_starts(str_trim(line), STR("-"));
        struct str label = label_of(line, family->separators);
        bool stays =
            item || !rest.at || (family->opener && str_eq(label, str_from(family->opener)));
        out[count++] =
            (struct text_line){ str_sub(bytes, begin, begin + len),
                                stays ? (struct str){ 0 } : label, blanks_before(line), item };
    }
    return count;
}

/* Whether the line may change places: it has a label, and nothing stands below it. */
static bool is_leaf(const struct text_line *line, const struct text_line *end)
{
    const struct text_line *below = line + 1;
    bool alone = below == end || str_trim(below->text).len == 0 || below->indent < line->indent ||
                 (below->indent == line->indent && !below->item);
    return line->label.len > 0 && alone;
}

/* As many lines from `first` on as stand beside one another as equals, each label once. */
static size_t run_length(const struct text_line *first, const struct text_line *end)
{
    size_t count = 0;
    while (first + count < end && count < RUN_MOST && is_leaf(first + count, end) &&
           first[count].indent == first->indent) {
        for (size_t i = 0; i < count; i++)
            if (str_eq(first[i].label, first[count].label))
                return count;
        count++;
    }
    return count;
}

/* The first line stays where it is: formats are told by it. */
size_t lines_reorder(const struct input *input, const struct adapter_result *whole,
                     const struct format_family *family)
{
    size_t most = 1, tried = 0;
    for (size_t i = 0; i < input->bytes.len; i++)
        most += input->bytes.at[i] == '\n' ? 1 : 0;
    struct arena *home = arena_new((size_t)1 << 32);
    struct text_line *line = ARENA_MANY(home, most + 1, struct text_line);
    size_t count = lines_split(input->bytes, family, line);
    struct buf out = buf_new(home, input->bytes.len + 1);
    buf_put(&out, count > 0 ? line[0].text : STR(""));
    bool changed = false;
    for (size_t i = 1; i < count;) {
        size_t run = run_length(&line[i], line + count);
        changed = changed || run > 1;
        for (size_t k = run; k > 0; k--)
            buf_put(&out, line[i + k - 1].text);
        if (run == 0)
            buf_put(&out, line[i].text);
        i += run > 0 ? run : 1;
    }
    if (changed)
        tried = reordered_judge(input, whole, buf_str(&out), "lines in reverse");
    arena_free(home);
    return tried;
}

/* ---- a line again ---- */

size_t lines_twice(const struct input *input, const struct adapter_result *whole,
                   const struct format_family *family)
{
    (void)family;
    const struct fact *fact[MEMBERS];
    size_t times = mutant_times(MEMBERS, input->bytes.len);
    size_t count = facts_choose(input, whole, times, fact);
    for (size_t i = 0; i < count; i++) {
        size_t begin = literal_at(input->bytes, fact[i]), end = begin + fact[i]->value.text.len;
        while (begin > 0 && input->bytes.at[begin - 1] != '\n')
            begin--;
        while (end < input->bytes.len && input->bytes.at[end - 1] != '\n')
            end++;
        fact_twice_judge(input, whole, fact[i], begin, end);
    }
    return count;
}

/* ---- words of one line ---- */

enum { WORDS_MOST = 256 };

static size_t words_split(struct str line, struct str *word)
{
    size_t count = 0, begin = 0;
    bool quoted = false;
    for (size_t at = 0; at <= line.len && count < WORDS_MOST; at++) {
        quoted = at < line.len && line.at[at] == '"' ? !quoted : quoted;
        if (at == line.len || (line.at[at] == ' ' && !quoted)) {
            word[count] = str_sub(line, begin, at);
            count += word[count].len > 0 ? 1 : 0;
            begin = at + 1;
        }
    }
    return count;
}

/* The first stays: the format is told by it. */
size_t words_reorder(const struct input *input, const struct adapter_result *whole,
                     const struct format_family *family)
{
    (void)family;
    struct str word[WORDS_MOST + 1];
    struct arena *home = arena_new((size_t)1 << 32);
    struct buf out = buf_new(home, input->bytes.len + 64);
    size_t count = words_split(str_trim(input->bytes), word), tried = 0;
    buf_put(&out, count > 0 ? word[0] : STR(""));
    for (size_t i = count; i > 1; i--) {
        buf_put_char(&out, ' ');
        buf_put(&out, word[i - 1]);
    }
    buf_put_char(&out, '\n');
    if (count > 2)
        tried = reordered_judge(input, whole, buf_str(&out), "words in reverse");
    arena_free(home);
    return tried;
}

size_t words_twice(const struct input *input, const struct adapter_result *whole,
                   const struct format_family *family)
{
    (void)family;
    const struct fact *fact[MEMBERS];
    size_t times = mutant_times(MEMBERS, input->bytes.len);
    size_t count = facts_choose(input, whole, times, fact);
    for (size_t i = 0; i < count; i++) {
        size_t begin = literal_at(input->bytes, fact[i]), end = begin + fact[i]->value.text.len;
        while (begin > 0 && input->bytes.at[begin - 1] != ' ' && input->bytes.at[begin - 1] != '\n')
            begin--;
        while (end < input->bytes.len && input->bytes.at[end] != '\n' &&
               input->bytes.at[end - 1] != ' ')
            end++;
        fact_twice_judge(input, whole, fact[i], begin, end);
    }
    return count;
}

/* ---- results ---- */

/* A line of results again is a repetition: of one, a word is said twice; of another, the line. */
size_t results_twice(const struct input *input, const struct adapter_result *whole,
                     const struct format_family *family)
{
    const struct fact *fact[MEMBERS];
    size_t count = facts_choose(input, whole, mutant_times(MEMBERS, input->bytes.len), fact);
    for (size_t i = 0; i < count; i++) {
        size_t at = literal_at(input->bytes, fact[i]), line = at;
        while (line > 0 && input->bytes.at[line - 1] != '\n')
            line--;
        if (!str_starts(str_sub(input->bytes, line, input->bytes.len), STR("Benchmark"))) {
            size_t end = at + fact[i]->value.text.len;
            while (end < input->bytes.len && input->bytes.at[end - 1] != '\n')
                end++;
            fact_twice_judge(input, whole, fact[i], line, end);
            continue;
        }
        struct arena *home = arena_new((size_t)1 << 32);
        struct buf out = buf_new(home, input->bytes.len + 16);
        at += fact[i]->value.text.len;
        buf_put(&out, str_sub(input->bytes, 0, at));
        buf_put(&out, STR(" 77777"));
        buf_put(&out, str_sub(input->bytes, at, input->bytes.len));
        second_judge(input, whole, buf_str(&out), family->name);
        arena_free(home);
    }
    return count;
}
