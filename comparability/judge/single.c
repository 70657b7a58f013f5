/* single.c - a case of one system: its runs are held against each other, and against nothing else.
 */
#include "judging.h"

bool judging_single(const struct judging *judging)
{
    return judging->case_file->system_count == 1;
}

const struct str single_none = STR_INIT("One system stands alone: there is no other side");

/* Rules speak of two sides, since most cases have them. Where there is one, what they ask of both
 * sides is asked of all runs; first the longer phrases. */
static const struct phrase {
    struct str of_sides, of_runs;
} phrases[] = {
    { STR_INIT("One physical unit a side, or the same one on both: {0}"),
      STR_INIT("One physical unit: {0}") },
    { STR_INIT("Fewer executions than asked for on a side"),
      STR_INIT("Fewer executions than asked for") },
    { STR_INIT("Fewer than three runs on a side"), STR_INIT("Fewer than three runs") },
    { STR_INIT("The sides were measured by different parties"),
      STR_INIT("Runs were measured by different parties") },
    { STR_INIT("equal wherever both sides disclose them"),
      STR_INIT("equal wherever runs disclose them") },
    { STR_INIT("is disclosed by one side only"), STR_INIT("is disclosed by some runs only") },
    { STR_INIT("stands in one side's list only"),
      STR_INIT("stands in the list of some runs only") },
    { STR_INIT("is told of one side alone"), STR_INIT("is told of some runs alone") },
    { STR_INIT("is set by one side alone"), STR_INIT("is set in some runs alone") },
    { STR_INIT("differs within one side"), STR_INIT("differs between runs") },
    { STR_INIT("and one side has none of its own"), STR_INIT("and nothing else is left") },
    { STR_INIT("More than one physical unit on each side"),
      STR_INIT("More than one physical unit") },
    { STR_INIT("Measure on a second physical unit of each side"),
      STR_INIT("Measure on a second physical unit") },
    { STR_INIT("on a second machine of each side"), STR_INIT("on a second machine") },
    { STR_INIT("until each side has the least number"),
      STR_INIT("until there is the least number") },
    { STR_INIT("alike within each side"), STR_INIT("alike") },
    { STR_INIT("use alike ones within a side"), STR_INIT("use alike ones") },
    { STR_INIT("No accelerator takes part on either side"), STR_INIT("No accelerator takes part") },
    { STR_INIT("The tool of each side found its run valid"),
      STR_INIT("The tool of each run found it valid") },
    { STR_INIT("Measure each side at several loads"), STR_INIT("Measure at several loads") },
    { STR_INIT("One node a side"), STR_INIT("One node") },
    { STR_INIT("at least three seeds a side"), STR_INIT("at least three seeds") },
    { STR_INIT("where each side was measured by another party, let one of them, or a third, "
               "measure both"),
      STR_INIT("let one party measure all runs") },
    { STR_INIT("State for each side what was tuned, by whom and within which budget, and make it "
               "equal"),
      STR_INIT("State what was tuned, by whom and within which budget") },
    { STR_INIT("Neither side tells"), STR_INIT("No run tells") },
    { STR_INIT("Each side is taken"), STR_INIT("The system is taken") },
    { STR_INIT("Each side ran"), STR_INIT("The system ran") },
    { STR_INIT("Each side "), STR_INIT("Each run ") },
    { STR_INIT("Both servers were"), STR_INIT("All servers were") },
    { STR_INIT("Start both servers"), STR_INIT("Start all servers") },
    { STR_INIT("measured both sides"), STR_INIT("measured all runs") },
    { STR_INIT("on both sides"), STR_INIT("in all runs") },
    { STR_INIT("Both sides "), STR_INIT("All runs ") },
    { STR_INIT("both sides"), STR_INIT("all runs") },
    { STR_INIT("Both results were"), STR_INIT("All results were") },
    { STR_INIT(", or put precision under test"), STR_INIT("") },
    { STR_INIT(", or put the layer under test"), STR_INIT("") },
};

static void put_worded(struct buf *out, struct str text)
{
    while (text.len > 0) {
        const struct phrase *phrase = NULL;
        for (size_t i = 0; !phrase && i < ARRAY_COUNT(phrases); i++)
            phrase = str_starts(text, phrases[i].of_sides) ? &phrases[i] : NULL;
        if (phrase) {
            buf_put(out, phrase->of_runs);
            text = str_sub(text, phrase->of_sides.len, text.len);
        } else {
            buf_put_char(out, text.at[0]);
            text = str_sub(text, 1, text.len);
        }
    }
}

struct str single_words(struct arena *home, struct str text, size_t seen)
{
    struct buf out = buf_new(home, 1 << 16);
    size_t second = str_find(text, STR(" and {1}"));
    bool cut = seen < 2 && second != SIZE_MAX;
    put_worded(&out, cut ? str_sub(text, 0, second) : text);
    if (cut)
        put_worded(&out, str_sub(text, second + STR(" and {1}").len, text.len));
    return buf_str(&out);
}
