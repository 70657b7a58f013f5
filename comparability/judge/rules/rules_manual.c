/* rules_manual.c - the manual of a rule set, made from its rows, so that it cannot drift: the
 * second half of docs/rules.md is what this prints for the built-in set. */
#include "rules.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>

static const char *const families[] = {
    [FAMILY_W] = "W workload",
    [FAMILY_P] = "P precision",
    [FAMILY_M] = "M methodology",
    [FAMILY_S] = "S steady state",
    [FAMILY_T] = "T time to completion",
    [FAMILY_V] = "V validity",
    [FAMILY_H] = "H health",
    [FAMILY_U] = "U units",
    [FAMILY_N] = "N nodes",
    [FAMILY_D] = "D disclosure",
    [FAMILY_X] = "X contradiction",
    [FAMILY_E] = "E equal terms",
};
static_assert(ARRAY_COUNT(families) == FAMILY_COUNT, "one title a family");

enum { WIDTH = 110 };

/* A list item, broken at blanks. */
static void put_item(struct buf *out, const char *mark, struct str text)
{
    struct str word;
    size_t column = buf_str(out).len;
    buf_putf(out, "%s", mark);
    column = buf_str(out).len - column;
    bool first = true;
    while (str_cut(&text, ' ', &word)) {
        if (!first && column + 1 + word.len > WIDTH) {
            buf_putf(out, "\n  ");
            column = 2;
        } else if (!first) {
            buf_put_char(out, ' ');
            column++;
        }
        buf_put(out, word);
        column += word.len;
        first = false;
    }
    buf_put_char(out, '\n');
}

static void put_keys(struct buf *out, struct arena *home, const struct rule *rule)
{
    struct buf line = buf_new(home, 1 << 16);
    if (rule->key_count == 0)
        return;
    for (size_t i = 0; i < rule->key_count; i++) {
        const char *role = rule_role(rule, i);
        buf_putf(&line, "%s%s%s`%s`",
                 !i                ? ""
                 : role && role[0] ? "; "
                                   : ", ",
                 role ? role : "", role && role[0] ? " " : "", vocabulary_row(rule->key[i])->name);
    }
    put_item(out, "- keys: ", buf_str(&line));
}

static void put_rule(struct buf *out, const struct rules *rules, size_t index)
{
    const struct rule *rule = &rules->item[index];
    struct arena *home = out->home;
    struct buf severity = buf_new(home, 1 << 16);
    rules_put_severity(rules, index, &severity);
    buf_putf(out, "\n#### %.*s %.*s\n\n", STR_ARG(rule->text.id), STR_ARG(rule->text.title));
    put_item(out, "", rule->text.why);
    buf_putf(out, "\n- test: `%s`", rule->predicate->name);
    if (!isnan(rule->tolerance)) {
        buf_putf(out, " ");
        buf_put_real(out, rule->tolerance * 100, 0);
        buf_putf(out, " %%");
    }
    buf_put_char(out, '\n');
    const char *joint = "- applies: ";
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        if (rule->applies & condition_bit(i)) {
            buf_putf(out, "%s%s", joint, condition_name((enum condition)i));
            joint = ", ";
        }
    }
    if (rule->applies)
        buf_put_char(out, '\n');
    put_keys(out, home, rule);
    put_item(out, "- severity: ", buf_str(&severity));
    if (rule->text.reach != REACH_COMPARISON) {
        buf_putf(out, "- reach: %s, no effect on the verdict\n",
                 rule->text.reach == REACH_ATTRIBUTION ? "attribution" : "claim");
    }
    put_item(out, "- what mends it: ", rule->text.mend);
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        if (rule->mend_when[i].len > 0) {
            struct str mark =
                str_format(home, "- what mends it, %s: ", condition_name((enum condition)i));
            put_item(out, str_c(home, mark), rule->mend_when[i]);
        }
    }
}

static void put_lists(struct buf *out, const struct key_list *list, size_t count, const char *head,
                      const char *verb)
{
    for (size_t i = 0; i < count; i++) {
        struct buf line = buf_new(out->home, 1 << 16);
        buf_putf(&line, "%s `%.*s`%s ", head, STR_ARG(list[i].name), verb);
        for (size_t k = 0; k < list[i].count; k++)
            buf_putf(&line, "%s`%s`", k ? ", " : "", vocabulary_row(list[i].key[k])->name);
        put_item(out, "- ", buf_str(&line));
    }
}

static void put_names(struct buf *out, const struct key_list *list, size_t count, const char *head)
{
    struct buf line = buf_new(out->home, 1 << 16);
    buf_put(&line, str_from(head));
    for (size_t i = 0; i < count; i++)
        buf_putf(&line, "%s`%.*s`", i ? ", " : "", STR_ARG(list[i].name));
    if (count > 0)
        put_item(out, "- ", buf_str(&line));
}

void rules_put_manual(const struct rules *rules, struct buf *out)
{
    buf_putf(out, "## The rules, version %.*s\n", STR_ARG(rules->version));
    for (size_t family = 0; family < FAMILY_COUNT; family++) {
        bool any = false;
        for (size_t i = 0; i < rules->count; i++) {
            if (rules->item[i].text.family != (enum family)family)
                continue;
            if (!any)
                buf_putf(out, "\n### %s\n", families[family]);
            any = true;
            put_rule(out, rules, i);
        }
    }
    buf_putf(out, "\n## What need not be disclosed\n\n");
    put_lists(out, rules->exempt, rules->exempt_count, "kind", " has no");
    put_lists(out, rules->vendor, rules->vendor_count, "accelerators of", " have no");
    put_lists(out, rules->tool, rules->tool_count, "results of", " are not asked for");
    put_names(
        out, rules->whole, rules->whole_count,
        "runs may count as wholes (`whole_run`), since their tools keep few samples of one: ");
    put_names(out, rules->executions, rules->executions_count,
              "each repetition is an execution of the program by itself: ");
    struct buf bare = buf_new(out->home, 1 << 16);
    buf_putf(&bare, "a run that is shown to have used processors alone has no ");
    for (size_t i = 0; i < rules->processors_count; i++)
        buf_putf(&bare, "%s`%s`", i ? ", " : "", vocabulary_row(rules->processors[i])->name);
    put_item(out, "- ", buf_str(&bare));
    put_lists(out, rules->closed, rules->closed_count, "\"none\" of", " answers");
    put_lists(out, rules->fixed, rules->fixed_count, "a file of a tool that tells", " answers");
    put_item(out, "- ", STR("one attached accelerator answers `accelerator.count`"));
    buf_putf(out, "\n## Tests\n\n");
    for (size_t i = 0; predicate_at(i); i++) {
        struct buf line = buf_new(out->home, 1 << 12);
        buf_putf(&line, "`%s`: %s", predicate_at(i)->name, predicate_at(i)->says);
        if (predicate_at(i)->role[0]) {
            buf_put(&line, STR("; keys: "));
            rules_put_roles(predicate_at(i), &line);
        }
        put_item(out, "- ", buf_str(&line));
    }
    buf_putf(out, "\n## Conditions\n\n");
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        struct str line = str_format(out->home, "`%s`: %s", condition_name((enum condition)i),
                                     condition_says((enum condition)i));
        put_item(out, "- ", line);
    }
}
