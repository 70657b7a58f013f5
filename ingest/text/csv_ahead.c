/* csv_ahead.c - the cutting of a table's rows on another thread.
 *
 * A row ends at a line end as long as no cell is quoted; from the first quote on, rows are left to
 * who reads them one by one. */
#include "csv_ahead.h"

#include <glib.h>
#include <string.h>

enum {
    AHEAD_FROM = 1 << 20, /* bytes from which on a thread is worth its start */
    SLOTS = 4,
    ROWS = 1024, /* of a slot */
    CELLS = 8 * CSV_CELLS
};

struct cut_row {
    uint32_t length; /* in bytes, with its line end */
    uint16_t cells;
    bool ended; /* by a line end */
    bool parsed;
};
struct cut_rows {
    struct cut_row *row;
    struct str *cell;
    double *value;
    size_t rows;
    bool full, last; /* last: no row behind it is cut */
};
struct csv_ahead {
    const struct csv_parse *parse;
    struct str rest; /* of the thread */
    struct cut_rows slot[SLOTS];
    GThread *thread;
    GMutex lock;
    GCond turn;
    bool stop;
    /* of the reader */
    size_t at, next, cell;
    bool held; /* slot `at` was seen to be full */
};

/* The bytes of the row at the cursor; false: they may be more than one line, or have too many
 * cells. */
static bool row_of(struct str rest, struct str *out)
{
    const char *end = memchr(rest.at, '\n', rest.len);
    *out = end ? (struct str){ rest.at, (size_t)(end - rest.at) } : rest;
    return out->len < UINT32_MAX && !memchr(out->at, '"', out->len);
}

/* Cuts one row; false: it is none to be cut here. */
static bool row_cut(const struct csv_ahead *in, struct cut_rows *slot, size_t *cells,
                    struct str text)
{
    struct cut_row *row = &slot->row[slot->rows];
    struct str *cell = &slot->cell[*cells];
    size_t count = 0;
    for (bool more = true; more;) {
        size_t len = 0;
        while (len < text.len && text.at[len] != ',')
            len++;
        if (count == CSV_CELLS)
            return false;
        cell[count++] = str_trim((struct str){ text.at, len });
        more = len < text.len;
        text = str_sub(text, len + 1, text.len);
    }
    row->cells = (uint16_t)count;
    row->parsed =
        in->parse->row(in->parse->self, cell, count, &slot->value[slot->rows * in->parse->values]);
    *cells += count;
    return true;
}

static void slot_fill(struct csv_ahead *in, struct cut_rows *slot)
{
    size_t cells = 0;
    struct str text;
    slot->rows = 0;
    while (slot->rows < ROWS && cells + CSV_CELLS <= CELLS && in->rest.len > 0) {
        if (!row_of(in->rest, &text) || !row_cut(in, slot, &cells, text)) {
            slot->last = true;
            return;
        }
        struct cut_row *row = &slot->row[slot->rows++];
        row->ended = text.len < in->rest.len;
        row->length = (uint32_t)(text.len + row->ended);
        in->rest = str_sub(in->rest, row->length, in->rest.len);
    }
    slot->last = in->rest.len == 0;
}

static gpointer ahead_run(gpointer self)
{
    struct csv_ahead *in = self;
    for (size_t i = 0;; i++) {
        struct cut_rows *slot = &in->slot[i % SLOTS];
        g_mutex_lock(&in->lock);
        while (slot->full && !in->stop)
            g_cond_wait(&in->turn, &in->lock);
        bool stop = in->stop;
        g_mutex_unlock(&in->lock);
        if (stop)
            return NULL;
        slot_fill(in, slot);
        g_mutex_lock(&in->lock);
        slot->full = true;
        g_cond_broadcast(&in->turn);
        g_mutex_unlock(&in->lock);
        if (slot->last)
            return NULL;
    }
}

void csv_ahead_begin(struct csv *csv, const struct csv_parse *parse)
{
    struct arena *home = csv->reading->scratch;
    if (csv->reading->threads < 2 || csv->reading->feed || csv->rest.len < AHEAD_FROM)
        return;
    struct csv_ahead *in = ARENA_NEW(home, struct csv_ahead);
    *in = (struct csv_ahead){ .parse = parse, .rest = csv->rest };
    for (size_t i = 0; i < SLOTS; i++) {
        in->slot[i].row = ARENA_MANY(home, ROWS, struct cut_row);
        in->slot[i].cell = ARENA_MANY(home, CELLS, struct str);
        in->slot[i].value = ARENA_MANY(home, ROWS * parse->values, double);
    }
    g_mutex_init(&in->lock);
    g_cond_init(&in->turn);
    in->thread = g_thread_try_new("rows", ahead_run, in, NULL);
    csv->ahead = in;
    if (!in->thread)
        csv_ahead_end(csv);
}

/* The slot that holds the next row; NULL: no more is cut. */
static struct cut_rows *slot_next(struct csv_ahead *in)
{
    struct cut_rows *slot = &in->slot[in->at % SLOTS];
    while (!in->held || in->next == slot->rows) {
        g_mutex_lock(&in->lock);
        if (in->held && !slot->last) { /* it is given back */
            slot->full = false;
            g_cond_broadcast(&in->turn);
            slot = &in->slot[++in->at % SLOTS];
        } else if (in->held) {
            g_mutex_unlock(&in->lock);
            return NULL;
        }
        while (!slot->full)
            g_cond_wait(&in->turn, &in->lock);
        g_mutex_unlock(&in->lock);
        in->held = true;
        in->next = in->cell = 0;
    }
    return slot;
}

bool csv_ahead_row(struct csv *csv)
{
    struct csv_ahead *in = csv->ahead;
    const struct cut_rows *slot = slot_next(in);
    if (!slot) {
        csv_ahead_end(csv);
        return false;
    }
    const struct cut_row *row = &slot->row[in->next];
    csv->start_line = csv->line;
    csv->start_offset = csv->offset;
    csv->cells = row->cells;
    memcpy(csv->cell, &slot->cell[in->cell], row->cells * sizeof *csv->cell);
    csv->values = row->parsed ? &slot->value[in->next * in->parse->values] : NULL;
    csv->line += row->ended;
    csv->offset += row->length;
    csv->rest = str_sub(csv->rest, row->length, csv->rest.len);
    in->cell += row->cells;
    in->next++;
    return true;
}

void csv_ahead_end(struct csv *csv)
{
    struct csv_ahead *in = csv->ahead;
    if (!in)
        return;
    g_mutex_lock(&in->lock);
    in->stop = true;
    g_cond_broadcast(&in->turn);
    g_mutex_unlock(&in->lock);
    if (in->thread)
        (void)g_thread_join(in->thread);
    g_mutex_clear(&in->lock);
    g_cond_clear(&in->turn);
    csv->ahead = NULL;
    csv->values = NULL;
}
