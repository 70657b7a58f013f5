/* predicates_failures.c - failed requests: as the tool counts them, or as its counts tell. */
#include "model/likeness.h"
#include "model/traits.h"
#include "signs.h"

static const struct fact *plain(const struct judging *judging, const struct member *member,
                                enum key key)
{
    return member_fact(judging, member, key, (struct str){ 0 });
}

/* Of a tool that keeps a row of each request, those rows; NULL: it does not. */
static const struct series *rows_of(const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series_of_requests(series) && series->count > 0 &&
            evidence_has(series->source.evidence, TRAIT_KEEPS_REQUESTS))
            return series;
    }
    return NULL;
}

/* Rows of requests less the completed ones, which the tool or the one that started it counts; NULL:
 * they do not tell. */
static const struct fact *failed_by_rows(const struct judging *judging, const struct member *member,
                                         const struct fact *completed)
{
    const struct series *rows = rows_of(member->run);
    double good;
    if (!completed || !rows || !fact_base(completed, &good) || good > (double)rows->count)
        return NULL;
    return derive(judging->deriving, &(struct derived){ .row = DERIVE_REQUESTS_FAILED_ROWS,
                                                        .run = member->run,
                                                        .instance = judging->deriving->pair,
                                                        .value = (double)rows->count - good,
                                                        .unit = UNIT_REQUEST,
                                                        .input = &completed,
                                                        .input_count = 1,
                                                        .series = rows });
}

/* None, of a tool that stops at the first; NULL: its release does not tell. Earlier releases of
 * trtllm-bench dropped what failed. */
static const struct fact *none_failed(const struct judging *judging, const struct member *member,
                                      const struct fact *completed)
{
    const struct fact *version = plain(judging, member, KEY_ENGINE_VERSION);
    if (!completed || !version || version->placeholder ||
        !evidence_has(completed->source.evidence, TRAIT_ENDS_ON_FAILURE) ||
        version->source.evidence != completed->source.evidence ||
        versions_order(version->value.text, STR("1.1")) < 0)
        return NULL;
    const struct fact *const input[] = { completed, version };
    return derive(judging->deriving, &(struct derived){ .row = DERIVE_REQUESTS_FAILED_NONE,
                                                        .run = member->run,
                                                        .instance = judging->deriving->pair,
                                                        .value = 0,
                                                        .unit = UNIT_REQUEST,
                                                        .input = input,
                                                        .input_count = ARRAY_COUNT(input) });
}

/* As the tool counts them; else none where it stops at one; else, of a client that sends each once
 * and waits for all, those sent less those completed; else by its rows. */
static const struct fact *failed_of(const struct judging *judging, const struct member *member,
                                    const enum key *key)
{
    const struct fact *failed = plain(judging, member, key[0]);
    const struct fact *completed = plain(judging, member, key[1]);
    const struct fact *sent = plain(judging, member, KEY_LOAD_REQUESTS);
    double all, good;
    if (!failed)
        failed = none_failed(judging, member, completed);
    if (failed || !completed || !sent ||
        !evidence_has(completed->source.evidence, TRAIT_SENDS_ONCE) ||
        sent->source.evidence != completed->source.evidence || !fact_base(sent, &all) ||
        !fact_base(completed, &good) || good > all)
        return failed ? failed : failed_by_rows(judging, member, completed);
    const struct fact *const input[] = { sent, completed };
    return derive(judging->deriving, &(struct derived){ .row = DERIVE_REQUESTS_FAILED,
                                                        .run = member->run,
                                                        .instance = judging->deriving->pair,
                                                        .value = all - good,
                                                        .unit = UNIT_REQUEST,
                                                        .input = input,
                                                        .input_count = ARRAY_COUNT(input) });
}

/* Keys: failed, completed. */
struct measured failures(struct judging *judging, const struct member *member,
                         const struct ask *ask, const struct measured *limit)
{
    struct measured out = { .fact = failed_of(judging, member, ask->key) };
    (void)limit;
    out.known = out.fact && fact_base(out.fact, &out.value);
    return out;
}

/* As many as the case allows of all; those that were completed show it. */
struct measured failures_allowed(struct judging *judging, const struct member *member,
                                 const struct ask *ask, const struct measured *limit)
{
    struct measured out = { .fact = plain(judging, member, ask->key[1]) };
    double good;
    out.known = out.fact && fact_base(out.fact, &good) && limit->known;
    if (out.known)
        out.value = judging->case_file->policy.failures * (limit->value + good);
    return out;
}
