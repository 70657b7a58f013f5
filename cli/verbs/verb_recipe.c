/* verb_recipe.c - by tool: what it can be compared by, and the command that keeps what a verdict
 * needs. docs/tools.md is the same table. */
#include "comparability/comparability.h"
#include "ingest/ingest.h"
#include "output.h"
#include "short_text.h"
#include "verbs.h"
#include <stddef.h>
#include <string.h>

static const char *const title =
    "# Tools, and how each is run to be compared\n\n"
    "`dossier recipe TOOL` prints one of these; this page is what `dossier recipe --markdown` "
    "prints.\nWhere files cannot carry a verdict all the same, `dossier compare` says why.\n";

/* The first row of a tool stands for it. */
static bool first_of_tool(const struct carries *row)
{
    for (size_t i = 0; carries_at(i) != row; i++)
        if (strcmp(carries_at(i)->tool, row->tool) == 0)
            return false;
    return true;
}

static bool metric_before(const struct carries *row)
{
    for (size_t i = 0; carries_at(i) != row; i++)
        if (strcmp(carries_at(i)->tool, row->tool) == 0 && carries_at(i)->metric == row->metric)
            return true;
    return false;
}

static bool format_before(const struct carries *row)
{
    for (size_t i = 0; carries_at(i) != row; i++)
        if (strcmp(carries_at(i)->format, row->format) == 0)
            return true;
    return false;
}

static void put_metrics(struct buf *out, const char *tool)
{
    bool any = false;
    for (size_t i = 0; carries_at(i); i++) {
        const struct carries *row = carries_at(i);
        if (strcmp(row->tool, tool) != 0 || metric_before(row))
            continue;
        const struct vocabulary_row *key = vocabulary_row(row->metric);
        buf_putf(out, "%s%s (%s)", any ? ", " : "", key->title, key->name);
        any = true;
    }
}

static void put_formats(struct buf *out, const char *tool)
{
    bool any = false;
    for (size_t i = 0; carries_at(i); i++) {
        const struct carries *row = carries_at(i);
        if (strcmp(row->tool, tool) != 0 || format_before(row))
            continue;
        buf_putf(out, "%s%s", any ? ", " : "", row->format);
        any = true;
    }
}

/* How runs of the tool are judged, as the rules say. */
static const char *judged_how(const struct rules *rules, const struct rules *lenient,
                              const struct carries *row)
{
    struct str format = str_from(row->format);
    if (row->kind == METRIC_TO_COMPLETION)
        return "by the time that each run took to its target";
    if (strcmp(row->format, "dossier-series") == 0)
        return "over time: 30 samples and 60 s of a steady run at least; shorter ones count as a "
               "whole under the profile engineering, three a side";
    if (rules_whole(rules, format, true))
        return "over time where a run keeps 30 samples of 60 s together; else each run counts as a "
               "whole, and where a side has one run, its repetitions are the sample";
    if (rules_whole(rules, format, false))
        return "over time where a run keeps 30 samples of 60 s together; else each run counts as a "
               "whole, and three runs a side are the sample";
    return rules_whole(lenient, format, false)
               ? "over time: 30 samples and 60 s of a steady run at least; its own client's files "
                 "keep no start of a request, and under the profile engineering each run counts as "
                 "a whole, three a side"
               : "over time: 30 samples and 60 s of a steady run at least";
}

static void put_item(struct buf *out, bool markdown, const char *head, struct str text)
{
    struct str line =
        str_format(out->home, markdown ? "- %s: %.*s" : "  %-9s %.*s", head, STR_ARG(text));
    if (markdown)
        buf_put(out, str_format(out->home, "%.*s\n", STR_ARG(line)));
    else
        short_wrap(out, line, 12);
}

static void put_tool(struct buf *out, const struct rules *rules, const struct rules *lenient,
                     const struct carries *row, bool markdown)
{
    struct buf metrics = buf_new(out->home, 4096), formats = buf_new(out->home, 4096);
    put_metrics(&metrics, row->tool);
    put_formats(&formats, row->tool);
    buf_putf(out, markdown ? "\n## %s\n\n" : "%s\n", row->tool);
    put_item(out, markdown, "compares", buf_str(&metrics));
    put_item(out, markdown, "judged", str_from(judged_how(rules, lenient, row)));
    put_item(out, markdown, "reads", buf_str(&formats));
    if (row->again[0] == 0)
        put_item(out, markdown, "run",
                 STR("no option of it keeps more than is read already; what its files lack is "
                     "told by `dossier compare`"));
    else if (markdown)
        buf_putf(out, "- run, three times a side, the sides in turn:\n\n      %s\n", row->again);
    else
        buf_putf(out, "  run       three times a side, the sides in turn:\n\n      %s\n",
                 row->again);
}

static void put_rest(struct buf *out)
{
    buf_put(out, STR("\nOf the machine, on each side (for a purchase it is asked for):\n\n"
                     "      dossier capture-script > capture.sh; sh capture.sh captures\n\n"
                     "Then, with a folder a side:\n\n      dossier compare A B\n"));
}

/* What people call a tool beside its own name. */
static const struct {
    const char *called, *tool;
} also[] = { { "bench_serving", "sglang" },
             { "benchmark_serving", "vllm" },
             { "benchstat", "go" },
             { "gbench", "google-benchmark" },
             { "inferencex", "inferencemax" },
             { "loadgen", "mlperf" },
             { "pts", "phoronix" },
             { "speccpu", "spec-cpu2017" },
             { "tensorrt", "trtexec" },
             { "tensorrt-llm", "trtllm-bench" } };

/* "pytest" of "pytest-benchmark", "llama" of "llama.cpp". */
static struct str word_of(struct str name)
{
    size_t len = 0;
    while (len < name.len && !strchr(".-_ ", name.at[len]))
        len++;
    return str_sub(name, 0, len);
}

/* The tool that was meant: by another name of it, by a slip of the hand (a third of its letters at
 * most), or by its first word; NULL: none. */
static const char *nearest_tool(struct str wrong)
{
    size_t reach = wrong.len / 3 + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(also); i++)
        if (str_eq(wrong, str_from(also[i].called)))
            return also[i].tool;
    for (size_t i = 0; carries_at(i); i++) /* "vllm-bench" is nearer to "trtllm-bench" by letters */
        if (str_eq(word_of(wrong), str_from(carries_at(i)->tool)))
            return carries_at(i)->tool;
    for (size_t i = 0; carries_at(i); i++) {
        size_t far = str_distance(wrong, str_from(carries_at(i)->tool));
        if (far < reach) {
            reach = far;
            nearest = carries_at(i)->tool;
        }
    }
    for (size_t i = 0; !nearest && carries_at(i); i++)
        if (str_eq(word_of(wrong), word_of(str_from(carries_at(i)->tool))))
            nearest = carries_at(i)->tool;
    return nearest;
}

static struct str tools_list(struct arena *home)
{
    struct buf all = buf_new(home, 1 << 12);
    for (size_t i = 0; carries_at(i); i++)
        if (first_of_tool(carries_at(i)))
            buf_putf(&all, "%s%s", i > 0 ? ", " : "", carries_at(i)->tool);
    return buf_str(&all);
}

/* The line is understood where a tool is named that is in no table: what it wrote is no result that
 * is read, and is compared by what a person says of it. */
static int unknown_tool(struct request *request, const char *name)
{
    const char *nearest = nearest_tool(str_from(name));
    struct place place = { .file = STR("dossier"), .path = STR("recipe") };
    if (nearest)
        diag_add(request->diags, DIAG_USAGE, place,
                 str_format(request->home, "\"%s\", or one of %.*s", nearest,
                            STR_ARG(tools_list(request->home))),
                 "%s", name);
    else
        diag_add(request->diags, DIAG_REFUSED, (struct place){ .file = STR("recipe") },
                 str_format(request->home,
                            "a tool that `dossier recipe` lists: %.*s; for files that no known "
                            "tool wrote, `dossier compare A B` prints what to paste: a run.json "
                            "that says which column is what, or lines of Go's benchmark format",
                            STR_ARG(tools_list(request->home))),
                 "%s is no tool whose results are compared", name);
    return STATUS_INPUT;
}

static void put_list(struct buf *out)
{
    for (size_t i = 0; carries_at(i); i++)
        if (first_of_tool(carries_at(i)))
            buf_putf(out, "%s\n", carries_at(i)->tool);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct buf out = output_new(request->home);
    const struct rules *rules, *lenient;
    bool found = false;
    if (!rules_built_in(request->home, &rules, request->diags) ||
        !rules_profiled(request->home, rules, "engineering", &lenient, request->diags))
        return STATUS_MACHINE;
    if (o->argument_count == 0 && !o->markdown) {
        put_list(&out);
        return output_end(&out, STATUS_HOLDS);
    }
    if (o->argument_count == 0)
        buf_put(&out, str_from(title));
    for (size_t i = 0; carries_at(i); i++) {
        const struct carries *row = carries_at(i);
        if (!first_of_tool(row) ||
            (o->argument_count > 0 && strcmp(row->tool, o->argument[0]) != 0))
            continue;
        found = true;
        put_tool(&out, rules, lenient, row, o->markdown);
    }
    if (!found)
        return unknown_tool(request, o->argument[0]);
    put_rest(&out);
    return output_end(&out, STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 0, "markdown", NULL, "as a page of documentation; without TOOL docs/tools.md",
      offsetof(struct options, markdown), OPTION_FLAG },
};
const struct verb verb_recipe = {
    .name = "recipe",
    .summary = "how a benchmark tool is run to be compared",
    .usage = "recipe [TOOL] [--markdown]",
    .more = "Without TOOL the tools are listed whose results are compared. Exit status: 0, or 3.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 0,
    .most_arguments = 1,
    .run = run,
};
