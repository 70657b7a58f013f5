/* ledger.c - a ledger of runs (docs/ledger.md), CSV with a header or JSON Lines: one line a run
 * that was planned or started, whether it is present, and why not. */
#include "model/records.h"
#include "records.h"

#include <math.h>
#include <string.h>

enum { LINES_MOST = 20000 };

/* Columns by what they tell; several names for one, since harnesses write them so. */
enum ledger_column {
    COLUMN_RUN,
    COLUMN_PLANNED,
    COLUMN_PRESENT,
    COLUMN_EXCLUDED,
    COLUMN_REASON,
    COLUMN_DIGEST,
    COLUMN_SIDE,
    COLUMN_HOST,
    COLUMN_UNIT,
    COLUMN_START,
    COLUMN_END,
    COLUMN_COUNT
};
static const struct {
    const char *name;
    enum ledger_column column;
} columns[] = {
    { "run", COLUMN_RUN },       { "planned", COLUMN_PLANNED },   { "present", COLUMN_PRESENT },
    { "kept", COLUMN_PRESENT },  { "excluded", COLUMN_EXCLUDED }, { "reason", COLUMN_REASON },
    { "digest", COLUMN_DIGEST }, { "sha256", COLUMN_DIGEST },     { "side", COLUMN_SIDE },
    { "system", COLUMN_SIDE },   { "host", COLUMN_HOST },         { "unit", COLUMN_UNIT },
    { "start", COLUMN_START },   { "start_unix", COLUMN_START },  { "end", COLUMN_END },
    { "end_unix", COLUMN_END },
};

struct ledging {
    struct reading reading;
    const struct case_file *case_file;
    struct ledger_line *line;
    size_t count;
    struct str fault; /* the first */
};

struct row {
    struct str cell[COLUMN_COUNT];
    bool has[COLUMN_COUNT]; /* the file states it, empty or not */
    uint32_t number;
};

static bool refuse(struct ledging *l, uint32_t number, const char *expected, struct str said)
{
    if (l->fault.len == 0) {
        struct buf out = buf_new(l->reading.home, 2048);
        buf_putf(&out, "line %u: expected %s", (unsigned)number, expected);
        if (said.len > 0) {
            buf_putf(&out, ", found \"");
            buf_put_visible(&out, str_sub(said, 0, 80));
            buf_putf(&out, "\"");
        }
        l->fault = buf_str(&out);
    }
    return false;
}

/* Yes or no, as ledgers write it; a state of the run where the column asks for its presence, or
 * for its absence. */
static bool answer_read(struct str text, bool absence, bool *out)
{
    static const struct {
        const char *word;
        bool yes, state; /* state: yes where presence is asked for */
    } words[] = {
        { "yes", true, false },      { "true", true, false },    { "1", true, false },
        { "no", false, false },      { "false", false, false },  { "0", false, false },
        { "kept", true, true },      { "present", true, true },  { "used", true, true },
        { "excluded", false, true }, { "missing", false, true }, { "left out", false, true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++) {
        if (str_eq(text, str_from(words[i].word))) {
            *out = words[i].yes != (words[i].state && absence);
            return true;
        }
    }
    return false;
}

static bool time_take(struct str text, double *out)
{
    struct moment moment;
    *out = (double)NAN;
    if (text.len == 0 || num_real(text, out))
        return true;
    if (time_read(text, &moment)) {
        *out = moment.zoned ? moment.unix_s : (double)NAN;
        return true;
    }
    return false;
}

static bool side_known(const struct ledging *l, struct str side)
{
    for (size_t i = 0; i < l->case_file->system_count; i++)
        if (str_eq(l->case_file->system[i].id, side))
            return true;
    return false;
}

static bool answers_take(struct ledging *l, const struct row *row, struct ledger_line *line)
{
    struct {
        enum ledger_column column;
        bool *out;
    } answers[] = { { COLUMN_EXCLUDED, &line->excluded },
                    { COLUMN_PRESENT, &line->present },
                    { COLUMN_PLANNED, &line->planned } };
    line->planned = true;
    for (size_t i = 0; i < ARRAY_COUNT(answers); i++) {
        enum ledger_column column = answers[i].column;
        struct str text = row->cell[column];
        line->present = column == COLUMN_PRESENT ? !line->excluded : line->present;
        /* A run of which nothing is said where presence is asked for is none that is present. */
        bool asked = text.len > 0 || (column == COLUMN_PRESENT && row->has[column]);
        if (asked && !answer_read(text, column == COLUMN_EXCLUDED, answers[i].out))
            return refuse(l, row->number, "yes or no", text);
    }
    return true;
}

static bool row_take(struct ledging *l, const struct row *row)
{
    struct arena *home = l->reading.home;
    struct str digest = row->cell[COLUMN_DIGEST];
    struct ledger_line line = { .number = row->number };
    if (l->count == LINES_MOST)
        return refuse(l, row->number, "at most 20,000 runs", (struct str){ 0 });
    if (row->cell[COLUMN_RUN].len == 0)
        return refuse(l, row->number, "the name of a run", (struct str){ 0 });
    if (!answers_take(l, row, &line))
        return false;
    line.has_digest = digest.len > 0;
    if (line.has_digest && !digest_from_hex(digest, &line.digest))
        return refuse(l, row->number, "a SHA-256 in hexadecimal digits", digest);
    if (!time_take(row->cell[COLUMN_START], &line.start) ||
        !time_take(row->cell[COLUMN_END], &line.end))
        return refuse(l, row->number, "a time", row->cell[COLUMN_START]);
    line.run = str_keep(home, row->cell[COLUMN_RUN]);
    line.reason = str_keep(home, row->cell[COLUMN_REASON]);
    line.within[0] = str_keep(home, row->cell[COLUMN_HOST]);
    line.within[1] = str_keep(home, row->cell[COLUMN_UNIT]);
    if (side_known(l, row->cell[COLUMN_SIDE]))
        line.side = str_keep(home, row->cell[COLUMN_SIDE]);
    l->line[l->count++] = line;
    return true;
}

/* What is no column of a ledger is passed over. */
static bool column_find(struct str name, enum ledger_column *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++) {
        if (str_eq(name, str_from(columns[i].name))) {
            *out = columns[i].column;
            return true;
        }
    }
    return false;
}

static bool accounts(struct ledging *l, const struct row *row)
{
    bool accounts = row->has[COLUMN_PRESENT] || row->has[COLUMN_EXCLUDED];
    if (!row->has[COLUMN_RUN] || !accounts) {
        return refuse(l, row->number, "\"run\", and one of \"present\", \"kept\" and \"excluded\"",
                      (struct str){ 0 });
    }
    return true;
}

static bool read_csv(struct ledging *l)
{
    struct csv *csv = ARENA_NEW(l->reading.home, struct csv);
    struct row head = { .number = 1 };
    if (!csv_begin(csv, &l->reading))
        return false;
    for (size_t i = 0; i < csv->columns; i++) {
        enum ledger_column column;
        head.has[column_find(csv->name[i], &column) ? column : COLUMN_REASON] = true;
    }
    if (!accounts(l, &head))
        return false;
    while (csv_next(csv)) {
        struct row row = { .number = csv->line };
        memcpy(row.has, head.has, sizeof row.has);
        if (!csv_row_fits(csv))
            return false;
        for (size_t i = 0; i < csv->columns; i++) {
            enum ledger_column column;
            if (column_find(csv->name[i], &column) && row.cell[column].len == 0)
                row.cell[column] = csv_cell(csv, i);
        }
        if (!row_take(l, &row))
            return false;
    }
    return !diags_first(l->reading.diags);
}

static bool read_lines(struct ledging *l)
{
    struct json_cursor cursor = { .line = 1, .column = 1 };
    struct json *json;
    while (json_read_next(l->reading.home, l->reading.name, l->reading.bytes, &cursor,
                          l->reading.limits, &json, l->reading.diags)) {
        const struct json_item *root = json_root(json);
        struct row row = { .number = json_place(json, root).line };
        if (json_type(root) != JSON_OBJECT)
            return refuse(l, row.number, "an object", (struct str){ 0 });
        for (const struct json_item *item = json_next(root, NULL); item;
             item = json_next(root, item)) {
            enum ledger_column column;
            if (!column_find(json_name(item), &column) || json_type(item) == JSON_NULL)
                continue;
            if (json_type(item) == JSON_OBJECT || json_type(item) == JSON_ARRAY)
                return refuse(l, row.number, "one value a member", json_name(item));
            row.has[column] = true;
            row.cell[column] = str_trim(json_scalar(json, item));
        }
        if (!accounts(l, &row) || !row_take(l, &row))
            return false;
    }
    return !diags_first(l->reading.diags);
}

const struct ledger *ledger_read(struct arena *home, const struct case_file *case_file,
                                 const struct evidence *evidence, const struct limits *limits)
{
    struct ledger *out = ARENA_NEW(home, struct ledger);
    struct diags *diags = diags_new(home);
    struct str text = str_trim(evidence->bytes);
    struct ledging l = { .reading = { .home = home,
                                      .scratch = home,
                                      .evidence = evidence,
                                      .name = evidence->name,
                                      .bytes = evidence->bytes,
                                      .limits = limits,
                                      .diags = diags,
                                      .kind = FACT_DECLARED },
                         .case_file = case_file,
                         .line = ARENA_MANY(home, LINES_MOST, struct ledger_line) };
    out->evidence = evidence;
    if (text.len == 0 || !str_is_utf8(evidence->bytes)) {
        out->fault = text.len == 0 ? STR("it is empty") : STR("it is no text");
        return out;
    }
    bool good = text.at[0] == '{' ? read_lines(&l) : read_csv(&l);
    if (!good || l.count == 0) {
        out->fault = l.fault.len > 0 ? l.fault : record_fault(home, diags, STR("it lists no run"));
        return out;
    }
    out->line = l.line;
    out->count = l.count;
    return out;
}
