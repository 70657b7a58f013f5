/* asks.c - what a side has to be asked for, as a list that can be sent as it stands: one line for
 * each file or statement, with all that it would answer. */
#include "compare.h"

enum { LINES_MOST = 128 };

/* Whether the list of silent systems names this one: "A", "A and B", "A, B and C". */
static bool named(struct str list, struct str id)
{
    struct str rest = list, word;
    while (str_cut(&rest, ' ', &word)) {
        if (str_ends(word, STR(",")))
            word = str_sub(word, 0, word.len - 1);
        if (str_eq(word, id))
            return true;
    }
    return false;
}

static bool asks_for(const struct comparison *c, const struct finding *finding,
                     const struct system *system)
{
    const struct fact *mine = system == c->a ? finding->a : finding->b;
    const struct fact *theirs = system == c->a ? finding->b : finding->a;
    /* What the case itself has to state, no side can send. */
    bool of_case = finding->key != KEY_COUNT && vocabulary_row(finding->key)->group == GROUP_CASE;
    return finding->judgement == UNKNOWN && finding->cell == VERDICT_INCOMPLETE && !of_case &&
           (named(finding->silent, system->id) ||
            (finding->silent.len == 0 && !mine && (theirs || finding->count == 0)));
}

/* A mend speaks to who keeps the runs: "For B: keep the output of `x`, or state `y` in run.json."
 * Who is asked keeps no run.json: "the output of `x`"; where only a statement would do, nothing. */
static struct str asked_way(struct str mend)
{
    size_t colon = str_find(mend, STR(": "));
    if (str_starts(mend, STR("For ")) && colon < mend.len) {
        mend = str_sub(mend, colon + 2, mend.len);
        if (str_starts(mend, STR("state `")))
            return (struct str){ 0 };
        size_t other = str_find(mend, STR(", or state `"));
        mend = str_sub(mend, 0, other < mend.len ? other : mend.len);
        if (str_starts(mend, STR("keep ")))
            mend = str_sub(mend, 5, mend.len);
    }
    size_t of_case = str_find(mend, STR(". State `policy.")); /* which no side can send */
    mend = str_sub(mend, 0, of_case < mend.len ? of_case : mend.len);
    return str_ends(mend, STR(".")) ? str_sub(mend, 0, mend.len - 1) : mend;
}

static void title_add(struct arena *home, struct asked *line, struct str title)
{
    for (size_t i = 0; i < line->count; i++)
        if (str_eq(line->title[i], title))
            return;
    struct str *larger = ARENA_MANY(home, line->count + 1, struct str);
    for (size_t i = 0; i < line->count; i++)
        larger[i] = line->title[i];
    larger[line->count] = title;
    line->title = larger;
    line->count++;
}

/* Whether an accelerator worked is asked before what it is, and then once. */
static struct str title_of(const struct finding *finding, struct str mend)
{
    bool count = str_find(mend, STR("state `accelerator.count`")) != SIZE_MAX;
    enum key key = count ? KEY_ACCELERATOR_COUNT : finding->key;
    return key != KEY_COUNT ? str_from(vocabulary_row(key)->title) : finding->rule->title;
}

size_t asked_of(struct arena *home, const struct comparison *comparison,
                const struct system *system, const struct asked **out)
{
    struct asked *line = ARENA_MANY(home, LINES_MOST, struct asked);
    size_t count = 0;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        if (!asks_for(comparison, finding, system))
            continue;
        struct str mend = finding->mend.len > 0 ? finding->mend : finding->rule->mend;
        struct str way = asked_way(mend), title = title_of(finding, mend);
        size_t at = 0;
        /* accuracy is asked for once, in the words of the first rule */
        bool again = finding->key == KEY_ACCURACY_SCORE;
        while (at < count && !str_eq(line[at].how, way) &&
               !(again && str_eq(line[at].title[0], title)))
            at++;
        if (at == count && count < LINES_MOST)
            line[count++].how = way;
        if (at < count)
            title_add(home, &line[at], title);
    }
    *out = line;
    return count;
}
