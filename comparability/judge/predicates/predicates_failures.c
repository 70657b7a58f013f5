/* predicates_failures.c - failed requests: as the tool counts them, or as its counts tell. */
#include "model/likeness.h"
#include "model/traits.h"
#include "predicates.h"

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
            evidence_has(series->source.evidence, TRAIT_KEEPS_REQUESTS)) {
            return series;
        }
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
    if (!completed || !rows || !fact_base(completed, &good) || good > (double)rows->count) {
        return NULL;
    }
    return derive(judging->deriving, &(struct derived){ .name = "requests-failed-rows",
                                                        .run = member->run,
                                                        .instance = judging->deriving->pair,
                                                        .value = (double)rows->count - good,
                                                        .unit = UNIT_REQUEST,
                                                        .input = &completed,
                                                        .input_count = 1,
                                                        .series = rows });
}

/* As the tool counts them; else, of a client that sends each once and waits for all, those sent
 * less those completed; else by its rows. */
static const struct fact *failed_of(const struct judging *judging, const struct member *member,
                                    const struct rule *rule)
{
    const struct fact *failed = plain(judging, member, rule->key[0]);
    const struct fact *completed = plain(judging, member, rule->key[1]);
    const struct fact *sent = plain(judging, member, KEY_LOAD_REQUESTS);
    double all, good;
    if (failed || !completed || !sent ||
        !evidence_has(completed->source.evidence, TRAIT_SENDS_ONCE) ||
        sent->source.evidence != completed->source.evidence || !fact_base(sent, &all) ||
        !fact_base(completed, &good) || good > all) {
        return failed ? failed : failed_by_rows(judging, member, completed);
    }
    const struct fact *const input[] = { sent, completed };
    return derive(judging->deriving, &(struct derived){ .name = "requests-failed",
                                                        .run = member->run,
                                                        .instance = judging->deriving->pair,
                                                        .value = all - good,
                                                        .unit = UNIT_REQUEST,
                                                        .input = input,
                                                        .input_count = ARRAY_COUNT(input) });
}

void judge_few_failures(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool *silent = marks_of(judging);
    bool any = false, requests = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *failed = failed_of(judging, member, rule);
        const struct fact *completed = plain(judging, member, rule->key[1]);
        double bad, good;
        requests = requests || failed || completed;
        if (!failed || !completed || !fact_base(failed, &bad) || !fact_base(completed, &good)) {
            silent[i] = any = true;
        } else if (bad > judging->case_file->policy.failures * (bad + good)) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, failed);
            outcome.seen[1] = completed;
            tally_say(&tally, &outcome);
        }
    }
    if (!requests) {
        tally.holds.judgement = NOT_APPLICABLE;
    } else if (any) {
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
    }
    tally_done(&tally);
}
