/* statement.c - a plain document that is no report, through the same pages. It holds quotations
 * alone: no figure of the evidence, and so no fact. */
#include "build.h"
#include "given.h"
#include "pdf.h"

static struct node *quoted(struct building *b, struct node *parent, struct str text)
{
    return quote_add(b, parent, text, NULL);
}

static void header_put(struct building *b, struct node *table, const struct statement_part *part)
{
    struct node *row = row_add(b, table);
    row->heading = true;
    for (size_t i = 0; i < part->column_count; i++)
        quoted(b, cell_heading(b, row), str_from(part->column[i].title));
}

static void table_put(struct building *b, struct node *section, const struct statement_part *part)
{
    struct column *column = ARENA_MANY(b->home, part->column_count, struct column);
    struct node *table = node_add(b, section, NODE_TABLE);
    bool headed = part->column[0].title != NULL;
    for (size_t i = 0; i < part->column_count; i++)
        column[i] = (struct column){ .share = part->column[i].share, .mono = part->column[i].mono };
    table->column = column;
    table->column_count = (uint32_t)part->column_count;
    if (headed)
        header_put(b, table, part);
    for (size_t r = 0; r < part->row_count; r++) {
        struct node *row = row_add(b, table);
        for (size_t i = 0; i < part->column_count; i++) {
            struct node *cell = i == 0 ? cell_heading(b, row) : cell_add(b, row);
            quoted(b, cell, part->cell[r * part->column_count + i]);
        }
    }
}

static struct node *statement_tree(struct building *b, const struct statement *statement)
{
    struct node *root = node_add(b, NULL, NODE_DOCUMENT);
    root->text = statement->kind;
    root->target = str_from(statement->subject_word);
    quoted(b, heading_add(b, root, 1, NULL), statement->title);
    for (size_t i = 0; i < statement->part_count; i++) {
        const struct statement_part *part = &statement->part[i];
        struct node *section = section_add(b, root, ROLE_NONE, (struct str){ 0 });
        quoted(b, heading_add(b, section, 2, NULL), str_from(part->heading));
        if (part->text.len > 0)
            quoted(b, paragraph_add(b, section, ROLE_NONE), part->text);
        if (part->column_count > 0)
            table_put(b, section, part);
    }
    return root;
}

bool render_statement(struct arena *home, const struct statement *statement,
                      const struct skin *skin, struct str *pdf, struct diags *diags)
{
    struct skin open = *skin;
    struct case_file about = { .id = statement->kind,
                               .question = statement->title,
                               .date = statement->day,
                               .language = STR("en") };
    struct report_model model = { .case_file = &about,
                                  .program = statement->program,
                                  .evidence_id = statement->subject };
    struct building b = { .home = home, .model = &model, .skin = &open, .diags = diags };
    struct pages pages = { 0 };
    if (!skin_open(home, &open, about.language, diags) ||
        !given_open(home, &open, &open.faces, diags))
        return false;
    bool good =
        fonts_open(home, &open, &b.fonts, diags) &&
        paginate(home, statement_tree(&b, statement), &model, &open, b.fonts, &pages, diags) &&
        pdf_write(home, &pages, &model, &open, NULL, pdf, diags);
    given_close(open.faces);
    return good;
}
