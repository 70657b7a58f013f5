/* own_table.h - tables in files of no known format: which columns are numbers, and which one names
 * each row's own work. */
#ifndef CLI_OWN_TABLE_H
#define CLI_OWN_TABLE_H

#include "own_number.h"
#include "own_outcome.h"

enum { OWN_COLUMNS_MOST = 64, OWN_ROWS_LOOKED = 200 };

struct own_columns {
    struct str name[OWN_COLUMNS_MOST], first[OWN_COLUMNS_MOST],
        text[OWN_COLUMNS_MOST][OWN_NAMED_MOST], said[OWN_COLUMNS_MOST];
    bool number[OWN_COLUMNS_MOST], rises[OWN_COLUMNS_MOST], steps[OWN_COLUMNS_MOST];
    double last[OWN_COLUMNS_MOST], low[OWN_COLUMNS_MOST], high[OWN_COLUMNS_MOST];
    double value[OWN_COLUMNS_MOST][OWN_ROWS_LOOKED];
    uint64_t mark[OWN_COLUMNS_MOST];
    enum own_outcome outcome[OWN_COLUMNS_MOST];              /* as far as its cells were seen */
    bool failed[OWN_COLUMNS_MOST], served[OWN_COLUMNS_MOST]; /* what it says of a row at least */
    size_t count, rows;
    bool comma, point; /* decimals behind a comma, or behind a point, were met */
};

/* The cell of the row that is counted next. */
void own_cell(struct own_columns *columns, size_t at, struct str text);
/* The same of what it says of the row: truths of JSON are texts here alone. */
void own_outcome_cell(struct own_columns *columns, size_t at, struct str text);
/* What the columns are: takes the numbers among them, and sets kind, rows and names of the shape.
 */
void own_columns_take(struct arena *home, const struct own_columns *columns,
                      struct own_shape *shape);
/* Whether the texts of one column, or of two together, tell all rows apart; `other` may be the
 * same. */
bool own_tells_rows(const struct own_columns *columns, size_t at, size_t other);
/* CSV, and tables with other separators. */
bool own_csv_look(struct arena *home, struct str bytes, struct own_shape *shape);

#endif
