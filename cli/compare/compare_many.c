/* compare_many.c - the short answer of `compare` to several tests or sides: a row each, and what
 * stands beside them. */
#include "compare_many.h"
#include "compare_apart.h"
#include "figures_text.h"
#include "model/values.h"
#include "short_text.h"
#include <string.h>

static void put_name(struct buf *out, struct str name, size_t width)
{
    struct buf seen = buf_new(out->home, (size_t)1 << 16);
    buf_put_visible(&seen, str_sub(name, 0, 4000));
    struct str line = buf_str(&seen);
    short_pad(out,
              line.len > width
                  ? str_format(out->home, "%.*s...", STR_ARG(str_sub(line, 0, width - 3)))
                  : line,
              width);
}

/* Figures of a test that no verdict is asked of: each for itself. */
static void put_both(struct buf *line, const struct compare_answer *answer, size_t test,
                     size_t side)
{
    const size_t sides[] = { 0, side };
    for (size_t i = 0; i < 2; i++) {
        const struct operand *operand = &answer->plan->operand[sides[i]];
        const struct found_run *run = &operand->run[answer->plan->test[test].side[sides[i]].run[0]];
        enum key asked = answer->wish->metric;
        const struct fact *fact =
            found_fact(operand, run, asked != KEY_COUNT ? asked : run->row->metric);
        const struct fact *unit = found_fact(operand, run, KEY_RESULT_UNIT);
        buf_putf(line, "%s%c ", i == 0 ? "  " : " | ", (int)('A' + sides[i]));
        if (!fact) {
            buf_put(line, STR("not told"));
            continue;
        }
        figures_put_short(line, fact);
        if (unit && unit_row(fact->value.unit)->symbol[0] == 0) {
            buf_put_char(line, ' ');
            short_cut(line, unit->value.text, 24);
        }
    }
    buf_put(line, STR("  not judged"));
}

static void put_row(struct buf *out, const struct compare_answer *answer, size_t test, size_t side,
                    size_t width)
{
    const struct compare_part *part = NULL;
    const struct comparison *c = compare_found(answer, test, side, &part);
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("  "));
    put_name(&line, compare_test_name(answer->plan, test, out->home, width), width);
    if (answer->plan->operand_count > 2)
        buf_putf(&line, "  %c", (int)('A' + side));
    if (!c) {
        put_both(&line, answer, test, side);
    } else {
        buf_putf(&line, "  %s ", verdict_row(c->verdict)->glyph);
        struct str said = compare_said_brief(out->home, part, c);
        if (said.len > 0)
            buf_put(&line, said);
        else if (comparison_licenses(c))
            compare_put_few(&line, answer, test, side, c);
        else
            short_reason_line(&line, c);
    }
    short_line(out, buf_str(&line));
}

struct counted {
    size_t again, shown, licensed, few;
};

static void count_row(const struct compare_answer *answer, const struct compare_turn *turn,
                      struct arena *home, struct counted *n)
{
    const struct comparison *c = turn->c;
    bool licensed = c && comparison_licenses(c);
    n->again += c && compare_carries_not(answer, c);
    n->licensed += licensed;
    n->few += licensed && compare_said_brief(home, turn->part, c).len == 0;
    n->shown++;
}

struct row {
    size_t test, side;
    bool equal; /* within the margin */
};

static size_t rows_find(const struct compare_answer *answer, struct row *out, struct counted *n,
                        struct arena *home)
{
    const struct compare_plan *plan = answer->plan;
    struct compare_turn turn = { 0 };
    size_t count = 0;
    while (compare_next(answer, &turn)) {
        const struct test *test = &plan->test[turn.test];
        const struct comparison *c = turn.c;
        if (test->side[turn.side].count == 0 || test->side[0].count == 0)
            continue;
        bool equal = c && c->decision && strcmp(c->decision, "equivalent") == 0;
        count_row(answer, &turn, home, n);
        out[count++] = (struct row){ turn.test, turn.side, equal };
    }
    return count;
}

/* Comparisons of the rows, each with what tells it from the others. Returns how many. */
static size_t rows_named(const struct compare_answer *answer, struct arena *home,
                         struct short_named *out)
{
    const struct compare_plan *plan = answer->plan;
    struct compare_turn turn = { 0 };
    size_t count = 0;
    while (compare_next(answer, &turn)) {
        struct str name = compare_test_name(plan, turn.test, home, 40);
        if (!turn.c)
            continue;
        if (plan->operand_count > 2)
            name = plan->test_count > 1
                       ? str_format(home, "%c, %.*s", (int)('A' + turn.side), STR_ARG(name))
                       : str_format(home, "%c", (int)('A' + turn.side));
        out[count++] = (struct short_named){ name, turn.c };
    }
    return count;
}

/* Leaves those whose files can carry a verdict: of the others no statement is asked. */
static size_t able_keep(const struct compare_answer *answer, struct short_named *item, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!compare_carries_not(answer, item[i].c))
            item[kept++] = item[i];
    return kept;
}

static size_t lines_in(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == '\n';
    return count;
}

/* Reasons are cut in a list: where no row has a number, they are what is wanted. */
static enum compare_next next_of(const struct counted *n)
{
    if (n->again == n->shown && n->shown > 0)
        return NEXT_RECIPE;
    return n->licensed > 0 ? NEXT_NEW : NEXT_FULL;
}

/* The first `most` rows; where not all have room, those that changed go first. How many are left
 * out. */
static size_t put_rows(struct buf *out, const struct compare_answer *answer, const struct row *row,
                       size_t count, size_t most)
{
    size_t rows = 0, width = answer->plan->operand_count > 2 ? 36 : 44;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i++) {
            bool last = count > most && row[i].equal;
            if (last == (pass == 1) && rows++ < most)
                put_row(out, answer, row[i].test, row[i].side, width);
        }
    return rows > most ? rows - most : 0;
}

enum compare_next compare_put_many(struct buf *out, const struct compare_answer *answer)
{
    enum {
        ROWS = 12,
        ROWS_LEAST = 3,
        LINES = 30,
        BEHIND = 10
    }; /* behind: the rest, why, its command, next, gate */
    const struct compare_plan *plan = answer->plan;
    struct buf beside = buf_new(out->home, (size_t)1 << 20);
    struct short_named *named =
        ARENA_MANY(out->home, plan->test_count * plan->operand_count + 1, struct short_named);
    struct row *row = ARENA_MANY(out->home, plan->test_count * plan->operand_count + 1, struct row);
    struct counted n = { 0 };
    size_t compared = rows_named(answer, out->home, named);
    short_open(&beside, named, compared);
    short_shared(&beside, named, compared, 3);
    short_changes_many(&beside, named, able_keep(answer, named, compared),
                       compare_below(plan, out->home), 3);
    for (size_t i = 0; i < compared; i++)
        if (short_telemetry(&beside, named[i].c))
            break;
    size_t used = lines_in(buf_str(out)) + lines_in(buf_str(&beside)) + BEHIND;
    size_t most = used + ROWS_LEAST > LINES ? ROWS_LEAST
                  : LINES - used < ROWS     ? LINES - used
                                            : ROWS;
    size_t all = rows_find(answer, row, &n, out->home);
    size_t left = put_rows(out, answer, row, all, most);
    if (left > 0 || plan->test_left > 0)
        short_line(out, str_format(out->home, "  %zu more (--full)%s", left,
                                   plan->test_left > 0 ? "; some were not judged" : ""));
    if (n.few > 0) {
        short_line(out, STR("Where each side stands by itself there are too few runs for a ratio: "
                            "three of each."));
        compare_put_again(out, answer);
    }
    buf_put(out, buf_str(&beside));
    short_line(out, STR("A number stands only where a verdict permits it; no total is made of "
                        "them."));
    return next_of(&n);
}
