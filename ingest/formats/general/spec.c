/* spec.c - what both forms of a result of SPEC CPU2017 have in common: iterations and which of them
 * is selected, labels of the configuration. Defined by SPEC, CPU2017 run and reporting rules. */
#include "spec.h"

enum { BENCHMARKS_MOST = 64, ITERATIONS_MOST = 16 };
struct spec_benchmark {
    struct str name;
    struct spec_iteration item[ITERATIONS_MOST];
    size_t count;
};

static struct spec_benchmark *benchmark_find(const struct spec_benchmarks *all, struct str name)
{
    for (size_t i = 0; i < all->count; i++)
        if (str_eq(all->item[i].name, name))
            return &all->item[i];
    return NULL;
}

void spec_iteration(struct reading *reading, struct spec_benchmarks *to, struct str name,
                    struct spec_iteration one)
{
    struct spec_benchmark *benchmark = benchmark_find(to, name);
    if (!to->item)
        to->item = ARENA_MANY(reading->scratch, BENCHMARKS_MOST, struct spec_benchmark);
    if (!benchmark && to->count < BENCHMARKS_MOST) {
        benchmark = &to->item[to->count++];
        benchmark->name = name;
    }
    if (benchmark && benchmark->count < ITERATIONS_MOST)
        benchmark->item[benchmark->count++] = one;
}

struct str spec_instance(struct reading *reading, struct str name, size_t tuning)
{
    return str_format(reading->scratch, "%.*s %s", STR_ARG(name), tuning == 0 ? "base" : "peak");
}

/* Whether the selected iteration may be the one at `rank` from below: of equal ratios any. */
static bool may_stand_at(const struct spec_benchmark *benchmark, size_t rank)
{
    size_t chosen = 0, slower = 0, not_faster = 0;
    double ratio = 0;
    for (size_t i = 0; i < benchmark->count; i++) {
        chosen += benchmark->item[i].selected;
        ratio = benchmark->item[i].selected ? benchmark->item[i].ratio : ratio;
    }
    for (size_t i = 0; i < benchmark->count; i++) {
        slower += benchmark->item[i].ratio < ratio;
        not_faster += benchmark->item[i].ratio <= ratio;
    }
    return chosen == 1 && slower <= rank && rank < not_faster;
}

void spec_selected_check(struct reading *reading, const struct spec_benchmarks *all,
                         struct str name, size_t tuning, struct str ratio, struct place place)
{
    const struct spec_benchmark *benchmark = benchmark_find(all, name);
    size_t count = benchmark ? benchmark->count : 0;
    if ((count != 2 && count != 3) || may_stand_at(benchmark, count - 2))
        return;
    reading_contradiction(
        reading, ratio, place,
        str_format(reading->scratch, "%.*s: it is not the %s",
                   STR_ARG(spec_instance(reading, name, tuning)),
                   count == 2 ? "slower of two iterations" : "median of three iterations"));
}

const struct spec_label *spec_label(struct str label)
{
    static const struct spec_label labels[] = {
        { STR_INIT("Max MHz"), KEY_CPU_CLOCK_MAX },
        { STR_INIT("Max MHz."), KEY_CPU_CLOCK_MAX }, /* suite 1.0 */
        { STR_INIT("CPU Name"), KEY_CPU_NAME },
        { STR_INIT("Compiler"), KEY_COMPILE_HOST_COMPILER },
        { STR_INIT("Date tested:"), KEY_CAPTURE_TIME },
        { STR_INIT("File System"), KEY_STORAGE_FILE_SYSTEM },
        { STR_INIT("Firmware"), KEY_FIRMWARE_HOST },
        { STR_INIT("Hardware Model:"), KEY_HOST_MODEL },
        { STR_INIT("Memory"), KEY_HOST_MEMORY_MODULE },
        { STR_INIT("OS"), KEY_OS_NAME },
        { STR_INIT("Storage"), KEY_STORAGE_NAME },
        { STR_INIT("runcpu command:"), KEY_METHOD_COMMAND },
    };
    for (size_t i = 0; i < ARRAY_COUNT(labels); i++)
        if (str_eq(label, labels[i].label))
            return &labels[i];
    return NULL;
}
