/* asking.c - statements that a person makes in a terminal, one by one. */
#include "asking.h"
#include "captures.h"
#include "output.h"
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 8192 };

static const struct asking_guess *guess_for(enum key key, const struct asking_guess *guess,
                                            size_t guesses)
{
    for (size_t i = 0; i < guesses; i++)
        if (guess[i].key == key)
            return &guess[i];
    return NULL;
}

static bool put_question(struct arena *home, enum key key, size_t number, size_t all,
                         const char *of, const struct asking_guess *guess)
{
    struct buf out = buf_new(home, 1 << 14);
    buf_putf(&out, "\n%zu of %zu  %s, of %s\n", number, all, vocabulary_row(key)->title, of);
    if (guess != NULL)
        buf_putf(&out, "  Enter takes \"%s\": %s\n", guess->text, guess->from);
    return output_print(buf_str(&out));
}

static bool put_help(struct arena *home, enum key key)
{
    struct buf out = buf_new(home, 1 << 14);
    const char *look = capture_look(key), *example = capture_example(key);
    enum unit unit = vocabulary_row(key)->unit;
    buf_putf(&out, "  It becomes %s of run.json; without it the comparison stays open.\n",
             vocabulary_row(key)->name);
    if (unit != UNIT_NONE && unit != UNIT_COUNT)
        buf_putf(&out, "  Told in %s.\n", unit_row(unit)->title);
    if (example != NULL)
        buf_putf(&out, "  Such as: %s\n", example);
    if (look != NULL)
        buf_putf(&out, "  To be found in: %s\n", look);
    return output_print(buf_str(&out));
}

/* One line without its end. False: there is none any more. */
static bool line_read(struct arena *home, struct str *out)
{
    char line[LINE_MOST];
    if (fgets(line, sizeof line, stdin) == NULL)
        return false;
    bool whole = strchr(line, '\n') != NULL;
    *out = str_trim(str_keep(home, str_from(line)));
    for (int c = 0; !whole && (c = getchar()) != '\n' && c != EOF;) /* the rest of a longer one */
        continue;
    return true;
}

/* False: the input ended. */
static bool ask_one(struct arena *home, enum key key, const struct asking_guess *guess,
                    struct str *said, bool *printed)
{
    struct str line;
    for (;;) {
        *printed = output_print(STR("  > "));
        if (!*printed || !line_read(home, &line))
            return false;
        if (!str_eq(line, STR("?")))
            break;
        *printed = put_help(home, key);
    }
    if (line.len == 0 && guess != NULL)
        *said = str_from(guess->text);
    else if (!str_eq(line, STR("-")))
        *said = line;
    return true;
}

bool asking_run(struct arena *home, const char *of, const bool *wanted,
                const struct asking_guess *guess, size_t guesses, struct str *said)
{
    size_t all = 0, number = 0;
    bool printed = true, more = true;
    for (int key = 0; key < KEY_COUNT; key++)
        all += wanted[key];
    for (int key = 0; key < KEY_COUNT && more; key++) {
        if (!wanted[key])
            continue;
        const struct asking_guess *own = guess_for((enum key)key, guess, guesses);
        printed = put_question(home, (enum key)key, ++number, all, of, own);
        more = printed && ask_one(home, (enum key)key, own, &said[key], &printed);
    }
    return printed && (all == 0 || output_print(STR("\n")));
}
