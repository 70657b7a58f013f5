/* printed.c - what known tools print for people, told by its words.
 *
 * Such files hold sums, rounded and without the settings that tell equal work: no reader could make
 * a verdict of them, and no figure of one is proposed as a result, since the tool keeps better. */
#include "printed.h"
#include "base/num.h"
#include <glib.h>
#include <string.h>

enum { HEAD = 1 << 16, WORDS_MOST = 3, TERSE_LEAST = 100 };

static const struct printed_row {
    const char *word[WORDS_MOST]; /* all stand in the text; with '^' before it at a line's begin */
    struct printed printed;
} rows[] = {
    { { "^| Command", " Mean [", " Relative" },
      { "a table that hyperfine exports for people",
        "a rounded mean, the least and the greatest of each command, and no single run",
        "hyperfine-json", NULL } },
    { { "^Benchmark ", "  Range (min", "  Time (mean" },
      { "what hyperfine prints",
        "a rounded mean, the least and the greatest of each command, and no single run",
        "hyperfine-json", NULL } },
    { { "^Benchmark ", "  Time (abs" },
      { "what hyperfine prints", "one rounded time of each command", "hyperfine-json", NULL } },
    { { "^Running ", "^Benchmark ", "Iterations" },
      { "what google-benchmark prints", "rounded times, and little of the machine",
        "google-benchmark-json", NULL } },
    { { "^name,iterations,real_time,cpu_time,time_unit" },
      { "google-benchmark's CSV",
        "rows without the run and repetition that they are of, and nothing of the machine",
        "google-benchmark-json", NULL } },
    { { "benchmark: ", "Name (time in ", "StdDev" },
      { "what pytest-benchmark prints", "sums of each test's rounds, and none of its rounds",
        "pytest-benchmark-json", NULL } },
    { { "^name,min,max,mean,stddev,rounds,median" },
      { "pytest-benchmark's CSV", "sums of each test's rounds, and none of its rounds",
        "pytest-benchmark-json", NULL } },
    { { " time:   [" },
      { "what criterion prints", "an estimate with its interval, and no single sample",
        "criterion-sample-json", NULL } },
    { { "vs base", "/op", " \xe2\x94\x82" },
      { "benchstat's answer", "medians of both sides, and none of the results they were made of",
        "go-benchmark-text", NULL } },
    { { "^Inferences/Second vs. Client" },
      { "what perf_analyzer prints", "sums of a load point, and no single request",
        "perf-analyzer-profile-json", NULL } },
    { { "NVIDIA GenAI-Perf | " },
      { "what GenAI-Perf prints", "sums of a load point, and no single request", "genai-perf-json",
        NULL } },
    { { "NVIDIA AIPerf | " },
      { "what AIPerf prints", "sums of a load point, and no single request",
        "aiperf-requests-jsonl", NULL } },
    { { "Throughput: ", " requests/s, ", " total tokens/s" },
      { "what vllm bench throughput prints", "one sum of the run, and no single request",
        "vllm-throughput-json", NULL } },
    { { "Avg latency: ", "% percentile latency: " },
      { "what vllm bench latency prints", "sums of the run, and no single iteration",
        "vllm-latency-json", NULL } },
    { { "^summary ", "/s Avg: ", " Err: " },
      { "JMeter's summary", "sums since the start and of the last interval, and no single request",
        "dossier-series", "jmeter -n -t PLAN.jmx -l results.jtl" } },
    { { "^Benchmark ", " Mode ", " Score " },
      { "what JMH prints", "rounded means with their errors, and no single iteration",
        "dossier-series", "java -jar benchmarks.jar -rf csv -rff r1.csv" } },
    /* These two keep nothing but what they print: the figure that counts, a file a run. */
    { { "^T: ", " Min: ", " Max: " },
      { "what cyclictest prints", "the least, mean and greatest of a thread, and no single latency",
        "go-benchmark-text",
        "cyclictest -qD60 | awk '/^T/{print \"Unit us better=lower\\nBenchmarkMax "
        "1\",$NF,\"us\"}' "
        ">r1.bench" } },
    { { "7-Zip ", "^Dict ", "^Tot:" },
      { "what 7-Zip's benchmark prints", "one rounded rating of each pass, and sums of them",
        "go-benchmark-text",
        "7z b | awk '/^Tot:/{print \"Unit MIPS better=higher\\nBenchmark7z 1\",$NF,\"MIPS\"}' "
        ">r1.bench" } },
};

static bool has_word(struct str text, const char *word)
{
    struct str sought = str_from(word[0] == '^' ? word + 1 : word);
    size_t from = 0, at;
    while ((at = str_find(str_sub(text, from, text.len), sought)) != SIZE_MAX) {
        at += from;
        if (word[0] != '^' || at == 0 || text.at[at - 1] == '\n')
            return true;
        from = at + 1;
    }
    return false;
}

/* "3;fio-3.33;job;0;0;4096;..." or, in version 2, "2;job;0;0;4096;...": a row a job, of sums. */
static bool is_terse(struct str text)
{
    struct str line, field;
    if (!str_cut(&text, '\n', &line) || line.len < 2 || !strchr("2345", line.at[0]) ||
        line.at[1] != ';')
        return false;
    size_t count = 0, percentiles = 0;
    while (str_cut(&line, ';', &field)) {
        percentiles += str_find(field, STR("%=")) != SIZE_MAX ? 1 : 0;
        count++;
    }
    return count > TERSE_LEAST && percentiles >= 2;
}

const struct printed *printed_of(struct str bytes)
{
    static const struct printed terse = { "fio's terse output (--minimal)",
                                          "sums without names, and no option of a job, such as its "
                                          "block size and depth",
                                          "fio-json", NULL };
    struct str text = str_sub(bytes, 0, HEAD);
    if (is_terse(text))
        return &terse;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        bool all = true;
        for (size_t k = 0; all && k < WORDS_MOST && rows[i].word[k]; k++)
            all = has_word(text, rows[i].word[k]);
        if (all)
            return &rows[i].printed;
    }
    return NULL;
}

const char *printed_again(const struct printed *printed)
{
    return printed->again ? printed->again : carries_of(printed->format)->again;
}

const char *printed_tool(const struct printed *printed)
{
    /* `recipe go` tells how `go test` is run, which does nothing for another tool's figures. */
    bool other = printed->again && strcmp(printed->format, "go-benchmark-text") == 0;
    return other ? NULL : carries_of(printed->format)->tool;
}
