/* csv_ahead.c - the cutting of a table's rows by two threads: one of its own and, where that is
 * behind, who reads them.
 *
 * A row ends at a line end as long as no cell is quoted; from the first quote on, rows are left to
 * who reads them one by one. Line ends are found in order, under the lock; what stands between them
 * is cut and parsed outside of it. */
#include "csv_ahead.h"

#include <glib.h>
#include <string.h>

enum {
    AHEAD_FROM = 1 << 20, /* bytes from which on a thread is worth its start */
    SLOTS = 8,
    ROWS = 512, /* of a slot */
    CELLS = 8 * CSV_CELLS
};
enum slot_state { FREE, TAKEN, FULL };

struct cut_row {
    uint32_t length; /* in bytes, with its line end */
    uint16_t cells;
    bool ended; /* by a line end */
    bool parsed;
};
struct cut_rows {
    enum slot_state state; /* under the lock */
    const char *at;        /* the first row */
    struct cut_row *row;
    struct str *cell;
    double *value;
    size_t rows;
    bool last; /* no row behind it is cut */
};
struct csv_ahead {
    const struct csv_parse *parse;
    size_t columns;
    GThread *thread;
    GMutex lock;
    GCond turn;
    struct cut_rows slot[SLOTS];
    size_t rows_most; /* of a slot: as many as there are cells for */
    /* under the lock */
    struct str rest; /* what no slot has taken */
    size_t taken;    /* slots so far */
    bool stop;
    /* of the reader */
    size_t at, next, cell;
    bool held; /* slot `at` was seen to be full */
};

/* Takes the next rows for a slot. Under the lock. */
static void slot_take(struct csv_ahead *in, struct cut_rows *slot)
{
    slot->state = TAKEN;
    slot->at = in->rest.at;
    slot->rows = 0;
    slot->last = false;
    while (slot->rows < in->rows_most && in->rest.len > 0) {
        const char *end = memchr(in->rest.at, '\n', in->rest.len);
        size_t length = end ? (size_t)(end - in->rest.at) + 1 : in->rest.len;
        if (length > UINT32_MAX) {
            in->rest.len = 0;
            break;
        }
        slot->row[slot->rows++] = (struct cut_row){ .length = (uint32_t)length, .ended = end };
        in->rest = str_sub(in->rest, length, in->rest.len);
    }
    slot->last = in->rest.len == 0;
}

/* Cuts one row into cells from `cell` on, of which there are so many; false: it is none to be cut
 * here. */
static bool row_cut(const struct csv_ahead *in, struct cut_row *row, struct str text,
                    struct str *cell, size_t most, double *value)
{
    const char *at = text.at, *end = text.at + text.len;
    size_t count = 0;
    if (memchr(text.at, '"', text.len))
        return false;
    for (;; at++) {
        const char *from = at;
        if (count == most)
            return false;
        at = cell_end(at, end);
        cell[count++] = blanks_off(from, at);
        if (at == end)
            break;
    }
    row->cells = (uint16_t)count;
    row->parsed = count == in->columns && in->parse->row(in->parse->self, cell, value);
    return true;
}

static void slot_fill(const struct csv_ahead *in, struct cut_rows *slot)
{
    const char *at = slot->at;
    size_t cells = 0;
    for (size_t i = 0; i < slot->rows; i++) {
        struct cut_row *row = &slot->row[i];
        size_t most = CELLS - cells < CSV_CELLS ? CELLS - cells : CSV_CELLS;
        struct str text = { at, row->length - row->ended };
        if (!row_cut(in, row, text, &slot->cell[cells], most,
                     &slot->value[i * in->parse->values])) {
            slot->rows = i;
            slot->last = true;
            return;
        }
        cells += row->cells;
        at += row->length;
    }
}

/* Whether there are rows that no slot has, and a slot for them. Under the lock. */
static bool slot_is_free(const struct csv_ahead *in)
{
    return in->rest.len > 0 && in->slot[in->taken % SLOTS].state == FREE;
}

/* Fills the next slot. Under the lock, which it lets go meanwhile. */
static void slot_go(struct csv_ahead *in)
{
    struct cut_rows *slot = &in->slot[in->taken++ % SLOTS];
    slot_take(in, slot);
    g_mutex_unlock(&in->lock);
    slot_fill(in, slot);
    g_mutex_lock(&in->lock);
    slot->state = FULL;
    g_cond_broadcast(&in->turn);
}

static gpointer ahead_run(gpointer self)
{
    struct csv_ahead *in = self;
    g_mutex_lock(&in->lock);
    while (!in->stop && in->rest.len > 0)
        if (slot_is_free(in))
            slot_go(in);
        else
            g_cond_wait(&in->turn, &in->lock);
    g_mutex_unlock(&in->lock);
    return NULL;
}

void csv_ahead_begin(struct csv *csv, const struct csv_parse *parse)
{
    struct arena *home = csv->reading->scratch;
    if (csv->reading->threads < 2 || csv->reading->feed || csv->rest.len < AHEAD_FROM)
        return;
    struct csv_ahead *in = ARENA_NEW(home, struct csv_ahead);
    size_t most = CELLS / (csv->columns + 1);
    *in = (struct csv_ahead){ .parse = parse,
                              .columns = csv->columns,
                              .rest = csv->rest,
                              .rows_most = most < ROWS ? most : ROWS };
    for (size_t i = 0; i < SLOTS; i++) {
        in->slot[i].row = ARENA_MANY(home, in->rows_most, struct cut_row);
        in->slot[i].cell = ARENA_MANY(home, CELLS, struct str);
        in->slot[i].value = ARENA_MANY(home, in->rows_most * parse->values, double);
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
        if (in->held && slot->last)
            return NULL;
        g_mutex_lock(&in->lock);
        if (in->held) { /* it is given back */
            slot->state = FREE;
            g_cond_broadcast(&in->turn);
            slot = &in->slot[++in->at % SLOTS];
        }
        while (slot->state != FULL)
            if (slot_is_free(in))
                slot_go(in);
            else
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
