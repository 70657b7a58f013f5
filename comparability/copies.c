/* copies.c - a run whose measurement is another's once more. Files are compared by digest, series
 * row by row; runs selected by instance from one file share it lawfully. */
#include "judging.h"

#include <string.h>

/* The file of series `at`, or of measured fact `at` behind the series; NULL past the last or not
 * one. */
static const struct evidence *measured_file(const struct run *run, size_t at,
                                            const struct fact **fact)
{
    *fact = NULL;
    if (at < run->series_count) {
        return run->series[at].source.evidence;
    }
    *fact = facts_at(run->facts, at - run->series_count);
    return (*fact)->kind == FACT_MEASURED ? (*fact)->source.evidence : NULL;
}

static size_t measured_count(const struct run *run)
{
    return run->series_count + facts_count(run->facts);
}

static const struct fact *fact_of_file(const struct run *run, const struct evidence *evidence)
{
    const struct fact *fact;
    for (size_t i = run->series_count; i < measured_count(run); i++) {
        if (measured_file(run, i, &fact) == evidence) {
            return fact;
        }
    }
    return NULL;
}

/* Equal row by row, bit for bit: a log stored otherwise (plain, gzip, a byte more at its end) is
 * the same measurement. A few rows may be equal by chance, and telemetry of an even machine too. */
static bool columns_equal(const double *a, const double *b, size_t count)
{
    return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, count * sizeof *a) == 0);
}

static bool series_equal(const struct series *a, const struct series *b)
{
    enum { ROWS_LEAST = 8 };
    return vocabulary_row(a->key)->group == GROUP_RESULT && a->key == b->key &&
           a->unit == b->unit && a->count == b->count && a->count >= ROWS_LEAST && a->start &&
           a->value && str_eq(a->instance, b->instance) &&
           columns_equal(a->start, b->start, a->count) &&
           columns_equal(a->value, b->value, a->count) &&
           columns_equal(a->duration, b->duration, a->count);
}

static struct copied copied_of(const struct run *run, const struct evidence *file)
{
    struct copied out = { .run = run, .file = file };
    for (size_t i = 0; i < run->series_count && !out.series; i++) {
        out.series = run->series[i].source.evidence == file ? &run->series[i] : NULL;
    }
    out.fact = out.series ? NULL : fact_of_file(run, file);
    return out;
}

static bool series_shared(struct alone *copy, const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    for (size_t i = 0; i < a->series_count; i++) {
        for (size_t j = 0; j < b->series_count; j++) {
            if (series_equal(&a->series[i], &b->series[j])) {
                copy->original =
                    (struct copied){ a, a->series[i].source.evidence, &a->series[i], NULL };
                copy->copy =
                    (struct copied){ b, b->series[j].source.evidence, &b->series[j], NULL };
                return true;
            }
        }
    }
    return false;
}

bool alone_copies(struct alone *copy, const struct alone *original)
{
    const struct run *a = original->door.run, *b = copy->door.run;
    const struct evidence *last_a = NULL;
    const struct fact *unused;
    if (a->instance.len > 0 && b->instance.len > 0 && !str_eq(a->instance, b->instance)) {
        return false;
    }
    for (size_t i = 0; i < measured_count(a); i++) {
        const struct evidence *file_a = measured_file(a, i, &unused), *last_b = NULL;
        if (!file_a || file_a == last_a || file_a->bytes.len == 0) {
            continue;
        }
        last_a = file_a;
        for (size_t j = 0; j < measured_count(b); j++) {
            const struct evidence *file_b = measured_file(b, j, &unused);
            if (file_b && file_b != last_b && digest_eq(file_a->digest, file_b->digest)) {
                copy->original = copied_of(a, file_a);
                copy->copy = copied_of(b, file_b);
                return true;
            }
            last_b = file_b;
        }
    }
    return series_shared(copy, original);
}

/* "B/r2/steps.csv, rows 2 to 398, column duration_s"; of files that are equal as wholes the name.
 */
const struct fact *copied_fact(struct deriving *deriving, const struct copied *copied, bool whole)
{
    const struct series *series = copied->series;
    struct str name = copied->file ? copied->file->name : copied->run->path;
    if (!whole && series && series->row && series->count > 0) {
        name = str_format(deriving->home, "%.*s, rows %lu to %lu", STR_ARG(name),
                          (unsigned long)series->row[0],
                          (unsigned long)series->row[series->count - 1]);
    }
    if (!series && !copied->fact) {
        return NULL;
    }
    return derive(deriving, &(struct derived){ .name = "copied-file",
                                               .instance = deriving->pair,
                                               .run = copied->run,
                                               .text = name,
                                               .series = series,
                                               .input = &copied->fact,
                                               .input_count = copied->fact ? 1 : 0 });
}
