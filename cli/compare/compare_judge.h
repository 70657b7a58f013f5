/* compare_judge.h - operands opened, set side by side and judged. */
#ifndef CLI_COMPARE_JUDGE_H
#define CLI_COMPARE_JUDGE_H

#include "compare_text.h"
#include "verbs.h"

enum { PARTS_MOST = 16 };
struct comparing {
    struct request *request;
    const char *const *path; /* of the operands, as typed */
    size_t count;
    struct operand operand[OPERANDS_MOST];
    struct compare_plan plan;
    struct compare_wish wish;
    struct compare_part part[PARTS_MOST];
    size_t part_count;
};
/* Fills operand, plan and part; a folder with files of several runs is taken file by file. What
 * reading had to say goes to `said`. False: bad input (told there). */
bool compare_judge(struct comparing *comparing, struct diags **said);
/* The answer to what was judged; its status is that of the verdicts. */
struct compare_answer compare_answer_of(const struct comparing *comparing);

#endif
