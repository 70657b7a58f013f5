/* page_one.h - private to render: the parts of the first page, in the order in which they stand. */
#ifndef RENDER_PAGE_ONE_H
#define RENDER_PAGE_ONE_H

#include "build.h"
#include "model/decision.h"

/* sections_answer.c: the answer to the question, by its kind, first and largest; below it one line
 * on what stands behind it or is still open. */
void answer_add(struct building *b, struct node *page, const struct comparison *c);
/* Of several comparisons: what each of the first few shows, in one sentence. */
void answers_add(struct building *b, struct node *page);
/* Whether the answer speaks of something else than of what the runs showed. */
bool relation_untold(struct building *b, const struct comparison *c);
/* Whether every objective of the case is shown to be kept by the system. */
bool objectives_kept(const struct building *b, const struct comparison *c,
                     const struct system *system);

/* sections_verdict.c: the verdict, with the reservations that touch the answer in plain words. */
void verdict_add(struct building *b, struct node *page, const struct comparison *c);
/* Rules that were made looser, each with its reason: beside the verdict those of own rules, and
 * among what is stated those of a profile, which names the same ones in every case. */
void loosened_add(struct building *b, struct node *box);
struct reservation {
    const struct finding *finding;
    struct str plain; /* a sentence; the rule's title where none is written */
    const char *owed; /* string of what would lift it; NULL: none is written */
};
enum { RESERVATIONS_MOST = 3 };
/* Those that touch the answer most, in order, at most so many; answers how many. A rule that was
 * made looser found nothing: that it was is told by itself. */
size_t reservations_pick(struct building *b, const struct comparison *c, struct reservation *out,
                         size_t most);
/* Whether it touches what a unit of a system delivers; related: or what it does beside another one.
 */
bool reservation_touches(const struct finding *finding, bool related);

/* sections_letter.c: how many items are asked of whom, in one sentence, and where (`below`: in the
 * letter on this page); false: nothing is, or of who asks. And the letter of which most is asked,
 * as far as the page has room. */
bool letter_owed(struct building *b, const struct comparison *c, struct node *line, bool below);
/* Of whom something is asked, whatever page it is on; empty: of nobody but who asks. */
struct str letter_parties(struct building *b, const struct comparison *c);
void letter_brief_add(struct building *b, struct node *page, const struct comparison *c);
/* sections_findings.c: whether a refusal has room for the letter: its conditions are too many to be
 * told with values. */
bool letter_fits(const struct comparison *c);
/* Whether its conditions are so few that the page has room for what was asked and what ran. */
bool refusal_brief(const struct comparison *c);

/* sections_time.c: where the time of each side goes, where a profile of both is shown to be of it.
 */
void time_spent_add(struct building *b, struct node *page, const struct comparison *c);

/* sections_clauses.c: clauses and objectives in full words, with how each side stands. */
void clauses_add(struct building *b, struct node *page, const struct comparison *c);
/* What a clause asks, in its own words or ours. */
void clause_words_add(struct building *b, struct node *cell, const struct threshold *threshold);

/* sections_owed.c: what is still owed, by whom; until when the answer holds. */
void owed_add(struct building *b, struct node *page, const struct comparison *c);
/* Of one of several pairs: the versions that its result stands for, where these are not those of
 * the first. */
void stands_apart_add(struct building *b, struct node *page, const struct comparison *c);
/* Below the answer: the first two clauses that nothing shows, by what would show them and who owes
 * it, behind the words of `head`; nothing where all are shown. */
void owed_first_add(struct building *b, struct node *page, const struct comparison *c,
                    const char *head);
/* The same of all comparisons of the report, on the page that lists them. */
void owed_by_all(struct building *b, struct node *page);
/* The first day on which a price of the case ends, NULL: none says. */
const struct fact *prices_end(const struct building *b);
/* The first day on which a rate of exchange runs out; NULL: none says so. */
const struct fact *rates_end(const struct building *b);
/* The first of that day, the review and the re-measurement; NULL: no end is stated. */
const struct fact *valid_until(const struct building *b);
/* sections_clauses.c: how many requirements of the system stand so; and the clauses of those, one
 * behind another, at most so many, then how many more. */
size_t standing_count(const struct building *b, const struct comparison *c,
                      const struct system *system, enum standing standing);
void clauses_list(struct building *b, struct node *line, const struct comparison *c,
                  const struct system *system, enum standing standing, size_t most);
/* Whether some that a side misses or does not show are named below the table of page one, which is
 * full. */
bool clauses_named(struct building *b, const struct comparison *c);
/* sections_answer.c: a sweep by which fewer units may do than the runs were loaded for; NULL. */
const struct saturation *fewer_by(const struct building *b, const struct comparison *c);

/* sections_risks.c: how the conditions of the decision stand; what could change the answer, whose
 * it is and what closes it; what falls due when. The case has terms. */
void holds_add(struct building *b, struct node *page);
void risks_add(struct building *b, struct node *page);
void dues_add(struct building *b, struct node *page);

/* sections_categories.c: a row for each category of the case, with its own verdict; nothing where
 * the case names none. */
void categories_add(struct building *b, struct node *page);
/* sections_groups.c: the change of a comparison with its interval, or that there is no ratio. */
void pair_change_add(struct building *b, struct node *cell, const struct comparison *c);

/* chart_dues.c: what falls due, the earliest first; answers how many. */
enum { DUES_MOST = 16 };
struct due {
    const char *what; /* a string, with its fill */
    struct fill fill;
    const struct fact *date; /* a day or a month */
};
size_t dues_list(const struct building *b, struct due list[DUES_MOST]);

/* How results of MLPerf are to be named, and what may not be said of them; nothing of others. */
void suite_add(struct building *b, struct node *page, const struct comparison *c);
bool suite_names(const struct comparison *c); /* whether both sides are such results */
/* A section of its own on what whoever quotes them has to say. */
void suite_terms_add(struct building *b, struct node *root);

#endif
