/* build.c - nodes and sentences of the report's tree. */
#include "build.h"

#include "base/num.h"

#include <assert.h>

struct node *node_add(struct building *b, struct node *parent, enum node_type type)
{
    struct node *node = ARENA_NEW(b->nodes ? b->nodes : b->home, struct node);
    node->type = type;
    node->parent = parent;
    if (parent) {
        if (parent->last)
            parent->last->next = node;
        else
            parent->child = node;
        parent->last = node;
    }
    return node;
}

struct node *section_add(struct building *b, struct node *parent, enum role role, struct str id)
{
    struct node *section = node_add(b, parent, NODE_SECTION);
    section->role = role;
    section->id = id;
    return section;
}

struct node *heading_add(struct building *b, struct node *parent, uint8_t level, const char *string)
{
    struct node *heading = node_add(b, parent, NODE_HEADING);
    heading->level = level == 3 && b->of_pair ? 4 : level;
    if (string)
        text_add(b, heading, string);
    return heading;
}

struct node *paragraph_add(struct building *b, struct node *parent, enum role role)
{
    struct node *paragraph = node_add(b, parent, NODE_PARAGRAPH);
    paragraph->role = role;
    return paragraph;
}

struct node *text_add(struct building *b, struct node *parent, const char *string)
{
    struct node *text = node_add(b, parent, NODE_TEXT);
    text->text = skin_string(b->skin, string);
    return text;
}

struct node *quote_add(struct building *b, struct node *parent, struct str text,
                       const struct fact *fact)
{
    struct node *quote = node_add(b, parent, NODE_QUOTE);
    quote->text = text;
    quote->fact = fact;
    return quote;
}

void quote_ticked(struct building *b, struct node *parent, struct str text, enum style style)
{
    struct str part = { 0 };
    for (bool code = false; str_cut(&text, '`', &part); code = !code)
        if (part.len > 0)
            quote_add(b, parent, part, NULL)->style = code ? STYLE_MONO : style;
}

struct node *value_add(struct building *b, struct node *parent, const struct fact *fact,
                       enum form form)
{
    if (!fact || fact->placeholder) {
        struct node *text = text_add(b, parent, "not_disclosed");
        text->style = STYLE_BAD;
        if (fact) { /* a placeholder: its place is the reason */
            const struct fact *const mark[] = { fact };
            marks_add(b, parent, mark, 1);
        }
        return text;
    }
    struct node *value = node_add(b, parent, NODE_VALUE);
    value->fact = fact;
    value->form = form;
    return value;
}

struct node *link_add(struct building *b, struct node *parent, struct str target)
{
    struct node *link = node_add(b, parent, NODE_LINK);
    link->target = target;
    return link;
}

void marks_add(struct building *b, struct node *parent, const struct fact *const *fact,
               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fact[i]) {
            node_add(b, parent, NODE_VALUE)->fact = fact[i];
            parent->last->form = FORM_NUMBER;
        }
    }
}

/* ---- sentences ---- */

static const struct fill *fill_find(const struct fill *fill, size_t count, struct str name)
{
    for (size_t i = 0; i < count; i++)
        if (fill[i].name && str_eq(str_from(fill[i].name), name))
            return &fill[i];
    return NULL;
}

static void fill_add(struct building *b, struct node *parent, const struct phrase *piece,
                     const struct fill *fill)
{
    struct node *node;
    if (fill->string)
        node = text_add(b, parent, fill->string);
    else if (fill->quote.at)
        node = quote_add(b, parent, fill->quote, fill->fact);
    else
        node = value_add(b, parent, fill->fact, piece->form);
    if (fill->style != STYLE_PLAIN)
        node->style = fill->style;
    else if (piece->strong)
        node->style = STYLE_STRONG;
}

void say(struct building *b, struct node *parent, const char *string, const struct fill *fill,
         size_t count)
{
    struct str rest = skin_string(b->skin, string);
    struct phrase piece = { 0 };
    while (phrase_next(&rest, &piece)) {
        if (piece.slot) {
            const struct fill *found = fill_find(fill, count, piece.text);
            assert(found);
            fill_add(b, parent, &piece, found);
        } else {
            struct node *text = node_add(b, parent, NODE_TEXT);
            text->text = piece.text;
            text->style = piece.strong ? STYLE_STRONG : STYLE_PLAIN;
        }
    }
}

struct str said_plain(struct building *b, const char *string, const struct fill *fill, size_t count)
{
    struct str rest = skin_string(b->skin, string);
    struct buf out = buf_new(b->home, 1 << 16);
    struct phrase piece = { 0 };
    while (phrase_next(&rest, &piece)) {
        if (!piece.slot) {
            buf_put(&out, piece.text);
            continue;
        }
        const struct fill *found = fill_find(fill, count, piece.text);
        assert(found);
        if (found->string) {
            buf_put(&out, skin_string(b->skin, found->string));
        } else if (found->quote.at) {
            buf_put(&out, found->quote);
        } else if (!found->fact || found->fact->placeholder) {
            buf_put(&out, skin_string(b->skin, "not_disclosed"));
        } else {
            buf_put(&out, form_shown(b->home, b->skin, found->fact, piece.form));
            struct str symbol = fact_symbol(b->home, b->skin, found->fact);
            if (form_united(piece.form) && symbol.len > 0)
                buf_putf(&out, "\u202f%.*s", STR_ARG(symbol));
        }
    }
    return buf_str(&out);
}

void say_plain(struct building *b, struct node *parent, const char *string)
{
    say(b, parent, string, NULL, 0);
}

struct node *paragraph_plain(struct building *b, struct node *parent, enum role role,
                             const char *string)
{
    struct node *paragraph = paragraph_add(b, parent, role);
    say_plain(b, paragraph, string);
    return paragraph;
}

struct node *item_plain(struct building *b, struct node *list, const char *string)
{
    struct node *item = node_add(b, list, NODE_ITEM);
    say_plain(b, item, string);
    return item;
}

const char *joined(struct building *b, const char *head, const char *tail)
{
    return str_c(b->home, str_format(b->home, "%s.%s", head, tail));
}

const char *counted(struct building *b, const char *id, const struct fact *count)
{
    return joined(b, id, count && str_eq(count->value.text, STR("1")) ? "one" : "many");
}

bool string_has(const struct building *b, const char *id)
{
    return skin_has(b->skin, id);
}

void said_add(struct building *b, struct node *parent, struct str said,
              const struct finding *finding)
{
    while (said.len > 0) {
        size_t slot = str_find(said, STR("{"));
        struct str words = str_sub(said, 0, slot);
        if (words.len > 0)
            quote_ticked(b, parent, words, STYLE_PLAIN); /* the rule set's words */
        if (slot == SIZE_MAX)
            return;
        size_t end = str_find(said, STR("}"));
        int64_t index;
        if (end == SIZE_MAX || end < slot || !num_int(str_sub(said, slot + 1, end), &index) ||
            index < 0 || (uint64_t)index >= finding->count) {
            return; /* validate.c sees the missing value in the golden tree; nothing is made up here
                     */
        }
        const struct fact *fact = finding->seen[index];
        value_add(b, parent, fact, fact ? form_told(fact) : FORM_FULL);
        said = str_sub(said, end + 1, said.len);
    }
}

/* ---- tables ---- */

struct node *table_add(struct building *b, struct node *parent, enum role role, const char *caption,
                       const struct column *column, size_t count)
{
    struct node *table = node_add(b, parent, NODE_TABLE);
    table->role = role;
    table->text = skin_string(b->skin, caption);
    table->column = column;
    table->column_count = (uint32_t)count;
    return table;
}

static void column_drop(struct building *b, struct node *table, size_t column)
{
    struct column *kept = ARENA_MANY(b->home, table->column_count, struct column);
    for (size_t i = 0, k = 0; i < table->column_count; i++)
        if (i != column)
            kept[k++] = table->column[i];
    table->column = kept;
    table->column_count--;
    for (struct node *row = table->child; row; row = row->next) {
        struct node *before = NULL, *cell = row->child;
        for (size_t i = 0; i < column; i++) {
            before = cell;
            cell = cell->next;
        }
        *(before ? &before->next : &row->child) = cell->next;
        row->last = cell->next ? row->last : before;
    }
}

void side_drop(struct building *b, struct node *table, size_t column)
{
    if (b->model->case_file->system_count == 1)
        column_drop(b, table, column);
}

/* Whether the column says the same words of the report's own in each row. */
static bool column_bare(const struct node *table, size_t column)
{
    struct str word = { 0 };
    for (const struct node *row = table->child; row; row = row->next) {
        const struct node *cell = row->child;
        for (size_t i = 0; cell && i < column; i++)
            cell = cell->next;
        const struct node *said = cell ? cell->child : NULL;
        if (row->heading)
            continue;
        if (!said || said->next || said->type != NODE_TEXT ||
            (word.at && !str_eq(said->text, word)))
            return false;
        word = said->text;
    }
    return word.at != NULL;
}

void columns_thin(struct building *b, struct node *table, size_t from)
{
    for (size_t i = table->column_count; i-- > from;)
        if (column_bare(table, i))
            column_drop(b, table, i);
}

struct node *row_add(struct building *b, struct node *table)
{
    return node_add(b, table, NODE_ROW);
}

struct node *cell_add(struct building *b, struct node *row)
{
    return node_add(b, row, NODE_CELL);
}

struct node *cell_heading(struct building *b, struct node *row)
{
    struct node *cell = node_add(b, row, NODE_CELL);
    cell->heading = true;
    return cell;
}

void header_add(struct building *b, struct node *table, const char *const *string, size_t count)
{
    struct node *row = row_add(b, table);
    row->heading = true;
    for (size_t i = 0; i < count; i++) {
        struct node *cell = cell_heading(b, row);
        if (string[i])
            text_add(b, cell, string[i]);
    }
}

struct node *table_headed(struct building *b, struct node *parent, enum role role,
                          const char *caption, const struct column *column, const char *const *head,
                          size_t count)
{
    struct node *table = table_add(b, parent, role, caption, column, count);
    header_add(b, table, head, count);
    return table;
}

const char *judgement_id(const struct finding *finding)
{
    switch (finding->judgement) {
    case HOLDS:
        return "judgement.holds";
    case FAILS:
        return finding->severity == SEVERITY_BLOCKS ? "judgement.fails" : "judgement.differs";
    case UNKNOWN:
        return "judgement.unknown";
    case NOT_APPLICABLE:
        return "judgement.not_applicable";
    }
    return "judgement.holds";
}
