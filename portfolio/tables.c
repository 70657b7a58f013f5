/* tables.c - rows as text: JSON Lines, CSV, and the schema of both. */
#include "portfolio.h"

#include <assert.h>

void row_put_json(const struct table *table, const struct str *cell, struct buf *out)
{
    bool some = false;
    buf_put_char(out, '{');
    for (size_t i = 0; i < table->column_count; i++) {
        if (!cell[i].at)
            continue;
        buf_putf(out, "%s\"%s\": ", some ? ", " : "", table->column[i].name);
        some = true;
        if (table->column[i].type == COLUMN_TEXT)
            json_put_string(out, cell[i]);
        else
            buf_put(out, cell[i]);
    }
    buf_put(out, STR("}\n"));
}

static void put_csv_cell(struct str cell, struct buf *out)
{
    bool quote = false;
    for (size_t i = 0; i < cell.len; i++) {
        char c = cell.at[i];
        quote = quote || c == '"' || c == ',' || c == '\n' || c == '\r';
    }
    if (!quote) {
        buf_put(out, cell);
        return;
    }
    buf_put_char(out, '"');
    for (size_t i = 0; i < cell.len; i++)
        buf_put(out, cell.at[i] == '"' ? STR("\"\"") : str_sub(cell, i, i + 1));
    buf_put_char(out, '"');
}

void row_put_csv(const struct table *table, const struct str *cell, struct buf *out)
{
    for (size_t i = 0; i < table->column_count; i++) {
        buf_put(out, i > 0 ? STR(",") : STR(""));
        put_csv_cell(cell[i], out);
    }
    buf_put(out, STR("\r\n"));
}

void table_put_csv_header(const struct table *table, struct buf *out)
{
    for (size_t i = 0; i < table->column_count; i++)
        buf_putf(out, "%s%s", i > 0 ? "," : "", table->column[i].name);
    buf_put(out, STR("\r\n"));
}

static void put_row_schema(struct json_out *json, const struct table *table)
{
    static const char *const type[] = { [COLUMN_TEXT] = "string",
                                        [COLUMN_REAL] = "number",
                                        [COLUMN_INTEGER] = "integer",
                                        [COLUMN_FLAG] = "boolean" };
    json_open(json, str_from(table->name), '{');
    json_text(json, STR("description"), str_from(table->means));
    json_text(json, STR("type"), STR("object"));
    json_open(json, STR("properties"), '{');
    for (size_t i = 0; i < table->column_count; i++) {
        json_open(json, str_from(table->column[i].name), '{');
        json_text(json, STR("type"), str_from(type[table->column[i].type]));
        json_text(json, STR("description"), str_from(table->column[i].means));
        json_close(json);
    }
    json_close(json);
    json_open(json, STR("required"), '[');
    for (size_t i = 0; i < table->column_count; i++)
        if (table->column[i].always)
            json_text(json, STR(""), str_from(table->column[i].name));
    json_close(json);
    json_bool(json, STR("additionalProperties"), false);
    json_close(json);
}

void tables_put_schema(struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("$schema"), STR("https://json-schema.org/draft/2020-12/schema"));
    json_text(&json, STR("$id"), STR("dossier-facts/1"));
    json_text(&json, STR("title"), STR("rows that `dossier facts` writes, by table"));
    json_open(&json, STR("$defs"), '{');
    for (size_t i = 0; i < table_count(); i++)
        put_row_schema(&json, table_at(i));
    json_close(&json);
    json_close(&json);
}
