/* adapter_uname.c - `uname -a` on Linux, one line (uname(1), coreutils):
 * "Linux HOST RELEASE VERSION... MACHINE [PROCESSOR [PLATFORM]] GNU/Linux". VERSION holds blanks.
 */
#include "reading.h"
#include "sniff.h"

enum { WORDS_MOST = 32 };

struct words {
    struct str item[WORDS_MOST];
    size_t count;
};

static struct words words_of(struct str text)
{
    struct words words = { .count = 0 };
    struct str word;
    while (words.count < WORDS_MOST && str_word(&text, &word))
        words.item[words.count++] = word;
    return words;
}

static bool is_uname(struct str line)
{
    enum { LEAST = 6 };
    struct words words = words_of(line);
    return words.count >= LEAST && str_eq(words.item[0], STR("Linux")) &&
           str_starts(words.item[3], STR("#")) && words.item[2].at[0] >= '0' &&
           words.item[2].at[0] <= '9';
}

static int bid(const struct sniff *sniff)
{
    struct str line = str_trim(sniff_first_line(sniff));
    bool mine = is_uname(line) && str_trim(sniff->head).len == line.len;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void line_facts(struct reading *reading, const struct line *line)
{
    struct words words = words_of(line->text);
    size_t end = words.count;
    if (str_eq(words.item[end - 1], STR("GNU/Linux")))
        end--;
    struct str machine = words.item[end - 1];
    while (end > 4 && str_eq(words.item[end - 1],
                             machine)) /* machine, processor and platform are alike or absent */
        end--;
    const char *from = words.item[3].at;
    struct str build = { from, (size_t)(words.item[end - 1].at - from) + words.item[end - 1].len };
    const struct {
        enum key key;
        struct str text;
    } facts[] = {
        { KEY_CPU_ARCHITECTURE, machine },
        { KEY_OS_HOST_NAME, words.item[1] },
        { KEY_OS_KERNEL, words.item[2] },
        { KEY_OS_KERNEL_BUILD, build },
    };
    for (size_t i = 0; i < ARRAY_COUNT(facts); i++) {
        reading_fact(reading, facts[i].key, (struct str){ 0 }, facts[i].text, UNIT_NONE,
                     line_place(reading, line, facts[i].text));
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (is_uname(line.text)) {
            line_facts(reading, &line);
        } else if (str_trim(line.text).len > 0) {
            reading_error(reading, DIAG_LINE_BAD, line_place(reading, &line, line.text),
                          STR("a line of `uname -a`"), line.text);
        }
    }
    return true;
}

const struct adapter adapter_uname = {
    .name = "uname",
    .title = "Kernel and its build",
    .tool = "uname -a (Linux)",
    .spec = "uname(1), GNU coreutils",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
