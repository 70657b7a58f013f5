/* box.c - tables in boxes, two lines an accelerator. */
#include "box.h"

#include <string.h>

struct box {
    struct reading *reading;
    struct lines lines;
    bool body;      /* below the double rule that ends the heading */
    bool processes; /* below the heading of another table, which tells them */
};

static bool is_rule(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!strchr("+-=| ", text.at[i]) || text.at[i] == '\0')
            return false;
    return text.len > 2 &&
           (str_find(text, STR("--")) != SIZE_MAX || str_find(text, STR("==")) != SIZE_MAX);
}

static void cells_of(const struct line *line, struct box_cells *out)
{
    struct str rest = str_trim(line->text), cell;
    *out = (struct box_cells){ .line = *line };
    rest = str_sub(rest, rest.len > 0 && rest.at[0] == '|' ? 1 : 0, rest.len);
    rest = str_sub(rest, 0, rest.len - (str_ends(rest, STR("|")) ? 1 : 0));
    while (out->count < BOX_CELLS && str_cut(&rest, '|', &cell)) {
        struct str words = out->item[out->count] = str_trim(cell);
        struct box_words *list = &out->words[out->count++];
        while (list->count < BOX_WORDS && str_word(&words, &list->item[list->count]))
            list->count++;
    }
}

/* Said of two lines that are none of an accelerator. */
static void box_bad(struct reading *reading, const struct box_cells *of, const char *expected)
{
    reading_error(reading, DIAG_LINE_BAD, line_place(reading, &of->line, of->line.text),
                  str_from(expected), str_trim(of->line.text));
}

/* The next two lines of `cells` cells or more between rules below the heading; groups of another
 * number of lines are said. False: no more. */
static bool box_next(struct box *box, struct box_cells pair[2], size_t cells)
{
    struct line line;
    struct box_cells now;
    size_t count = 0;
    for (bool more = true; more;) {
        more = lines_next(&box->lines, &line);
        struct str text = more ? str_trim(line.text) : (struct str){ 0 };
        box->processes =
            box->processes || (box->body && str_find(text, STR("Process")) != SIZE_MAX);
        if (box->processes)
            return false;
        bool rule = !more || is_rule(text);
        if (!rule && text.len > 0 && text.at[0] == '|' && box->body) {
            cells_of(&line, &now);
            if (now.count >= cells && count++ < 2)
                pair[count - 1] = now;
            continue;
        }
        box->body = box->body || (rule && str_find(text, STR("==")) != SIZE_MAX);
        if (rule && count == 2)
            return true;
        if (rule && count > 0)
            box_bad(box->reading, &pair[0], "two lines an accelerator");
        count = rule ? 0 : count;
    }
    return false;
}

static void box_banner(struct reading *reading, const struct box_label *label, size_t count)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line) && str_find(line.text, STR("==")) == SIZE_MAX) {
        for (size_t i = 0; i < count; i++) {
            size_t at = str_find(line.text, str_from(label[i].label));
            if (at == SIZE_MAX)
                continue;
            struct str rest = str_sub(line.text, at + str_from(label[i].label).len, line.text.len),
                       word;
            if (str_word(&rest, &word) && !str_eq(word, STR("|")))
                (void)reading_fact(reading, label[i].key, STR(""), word, UNIT_NONE,
                                   line_place(reading, &line, word));
        }
    }
}

bool box_read(struct reading *reading, const struct box_form *form)
{
    struct box box = { .reading = reading };
    struct box_cells pair[2];
    size_t found = 0;
    box_banner(reading, form->label, form->label_count);
    lines_begin(&box.lines, reading->bytes);
    while (box_next(&box, pair, form->cells)) {
        if (form->is(pair)) {
            form->take(reading, &pair[0], &pair[1]);
            found++;
        } else {
            box_bad(reading, &pair[0], form->expected);
        }
    }
    if (found == 0)
        reading_missing(reading, "two lines an accelerator");
    return found > 0;
}

void box_fact(struct reading *reading, const struct box_cells *of, enum key key,
              struct str instance, struct str text, enum unit unit)
{
    if (text.len > 0)
        (void)reading_fact(reading, key, instance, text, unit,
                           line_place(reading, &of->line, text));
}

bool box_is_index(struct str word)
{
    int64_t index;
    return num_int(word, &index) && index >= 0;
}

struct str box_before(struct str text)
{
    size_t at = str_find(text, STR("/"));
    return at == SIZE_MAX ? STR("") : str_trim(str_sub(text, 0, at));
}

struct str box_behind(struct str text)
{
    size_t at = str_find(text, STR("/"));
    return at == SIZE_MAX ? STR("") : str_trim(str_sub(text, at + 1, text.len));
}
