/* asking.c - statements that a person makes in a terminal, one by one. */
#include "asking.h"
#include "base/num.h"
#include "captures.h"
#include "inspect_put.h"
#include "output.h"
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 8192 };

size_t asking_guesses(const char *unit, struct asking_guess *out)
{
    out[0] = (struct asking_guess){ KEY_STACK_RELEASE_RULE, "as found",
                                    "the case that is written compares them as operated" };
    out[1] = (struct asking_guess){ KEY_STACK_UNIT, unit, "the unit of the case that is written" };
    out[2] = (struct asking_guess){ KEY_ACCELERATOR_COUNT, "0", "no file names one" };
    return ASKING_GUESSES;
}

static const struct asking_guess *guess_for(enum key key, const struct asking_guess *guess,
                                            size_t guesses)
{
    for (size_t i = 0; i < guesses; i++)
        if (guess[i].key == key)
            return &guess[i];
    return NULL;
}

struct question { /* one key, or several that one sentence states */
    enum key key[SENTENCE_MOST];
    const struct asking_guess *guess[SENTENCE_MOST];
    size_t count;
    bool guessed; /* of any of them there is a guess */
};

static bool put_question(struct arena *home, const struct question *q, size_t number, size_t all,
                         const char *of, bool apart)
{
    struct buf out = buf_new(home, 1 << 14);
    buf_putf(&out, "\n%zu of %zu  ", number, all);
    for (size_t i = 0; i < q->count; i++)
        buf_putf(&out, "%s%s", i > 0 ? "; " : "", vocabulary_row(q->key[i])->title);
    buf_putf(&out, ", of %s\n", of);
    if (q->count > 1)
        buf_putf(
            &out, "  %zu parts in one line, with ; between them, or + to be asked one by one.%s\n",
            q->count,
            q->guessed ? " An empty part takes what stands here:" : " An empty part is left open.");
    for (size_t i = 0; i < q->count; i++)
        if (q->guess[i] && q->count > 1)
            buf_putf(&out, "  part %zu \"%s\": %s\n", i + 1, q->guess[i]->text, q->guess[i]->from);
        else if (q->guess[i])
            buf_putf(&out, "  Enter takes \"%s\": %s\n", q->guess[i]->text, q->guess[i]->from);
    if (apart && number == 1)
        buf_put(&out, STR("  Where the sides differ in it: / asks for each by itself.\n"));
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
    if (example)
        buf_putf(&out, "  Such as: %s\n", example);
    if (look)
        buf_putf(&out, "  To be found in: %s\n", look);
    return output_print(buf_str(&out));
}

bool asking_line(struct arena *home, struct str *out)
{
    char line[LINE_MOST];
    if (!fgets(line, sizeof line, stdin))
        return false;
    bool whole = strchr(line, '\n') != NULL;
    *out = str_trim(str_keep(home, str_from(line)));
    for (int c = 0; !whole && (c = getchar()) != '\n' && c != EOF;) /* the rest of a longer one */
        continue;
    return true;
}

bool asking_given_up(struct arena *home)
{
    return output_print(
        str_format(home,
                   "  None of %d answers was one that is asked for: it is left open, "
                   "and what would come behind it.\n",
                   ASKING_TRIES));
}

/* A number, or one with its unit behind it, where the key is one. */
static bool is_sayable(enum key key, struct str text)
{
    enum value_type type = vocabulary_row(key)->type;
    struct str rest = text, first;
    double value;
    return (type != TYPE_COUNT && type != TYPE_REAL) || text.len == 0 || str_eq(text, STR("-")) ||
           (str_cut(&rest, ' ', &first) && num_real(first, &value));
}

/* The parts of an answer. False: their number is another (*came), or one is no number where one is
 * asked for (in *wrong). */
static bool parts_take(const struct question *q, struct str line, struct str *said, enum key *wrong,
                       size_t *came)
{
    struct str part[SENTENCE_MOST] = { { 0 } }, rest = line;
    size_t count = line.len == 0 ? q->count : 0;
    for (bool more = line.len > 0; more; count++) {
        size_t at = q->count > 1 ? str_find(rest, STR(";")) : SIZE_MAX;
        more = at != SIZE_MAX;
        if (count < q->count)
            part[count] = str_trim(str_sub(rest, 0, more ? at : rest.len));
        rest = more ? str_sub(rest, at + 1, rest.len) : rest;
    }
    if (count == q->count + 1 && str_trim(rest).len == 0) /* "a; b; c;" */
        count--;
    *wrong = KEY_COUNT;
    *came = count;
    if (str_eq(line, STR("-")))
        return true;
    for (size_t i = 0; i < q->count && count == q->count; i++)
        *wrong = is_sayable(q->key[i], part[i]) ? *wrong : q->key[i];
    if (count != q->count || *wrong != KEY_COUNT)
        return false;
    for (size_t i = 0; i < q->count; i++)
        if (part[i].len == 0 && q->guess[i])
            said[q->key[i]] = str_from(q->guess[i]->text);
        else if (!str_eq(part[i], STR("-")))
            said[q->key[i]] = part[i];
    return true;
}

enum answer { ANSWERED, APART, ENDED };

static enum answer ask_parts(struct arena *home, const struct question *q, const char *prompt,
                             struct str *said, bool *printed);

/* `prompt`: of which side; `apart`: whether it may be answered side by side. */
static enum answer ask_one(struct arena *home, const struct question *q, const char *prompt,
                           bool apart, struct str *said, bool *printed)
{
    struct str line;
    for (int tries = 0; tries < ASKING_TRIES; tries++) {
        *printed = *printed && output_print(str_format(home, "  %s> ", prompt));
        if (!*printed || !asking_line(home, &line))
            return ENDED;
        if (str_eq(line, STR("?"))) {
            for (size_t i = 0; i < q->count && *printed; i++)
                *printed = put_help(home, q->key[i]);
            continue;
        }
        if (apart && str_eq(line, STR("/")))
            return APART;
        if (q->count > 1 && str_eq(line, STR("+")))
            return ask_parts(home, q, prompt, said, printed);
        enum key wrong;
        size_t came;
        if (parts_take(q, line, said, &wrong, &came))
            return ANSWERED;
        *printed = output_print(
            wrong != KEY_COUNT
                ? str_format(home, "  a number is asked for: %s\n", vocabulary_row(wrong)->title)
                : str_format(home,
                             "  %zu parts are asked for, with ; between them, and %zu came; - "
                             "leaves all open.\n",
                             q->count, came));
    }
    *printed = *printed && asking_given_up(home);
    return ENDED;
}

/* Each of a sentence's parts by itself. */
static enum answer ask_parts(struct arena *home, const struct question *q, const char *prompt,
                             struct str *said, bool *printed)
{
    enum answer answer = ANSWERED;
    for (size_t i = 0; i < q->count && answer == ANSWERED; i++) {
        const struct asking_guess *guess = q->guess[i];
        struct question part = { { q->key[i] }, { guess }, 1, guess != NULL };
        struct buf out = buf_new(home, 1 << 14);
        buf_putf(&out, "  %zu of %zu parts  %s\n", i + 1, q->count,
                 vocabulary_row(q->key[i])->title);
        if (guess)
            buf_putf(&out, "  Enter takes \"%s\": %s\n", guess->text, guess->from);
        *printed = *printed && output_print(buf_str(&out));
        answer = *printed ? ask_one(home, &part, prompt, false, said, printed) : ENDED;
    }
    return answer;
}

/* The same of each side. */
static enum answer ask_each(struct arena *home, const struct question *q, struct asking *asking,
                            bool *printed)
{
    enum answer answer = ANSWERED;
    for (size_t i = 0; i < q->count; i++)
        asking->key[q->key[i]] = true;
    for (size_t i = 0; i < asking->sides && answer == ANSWERED; i++) {
        char prompt[] = { (char)('A' + i), ' ', 0 };
        answer = ask_one(home, q, prompt, false, asking->said[i], printed);
    }
    return answer;
}

/* Of each side none yet; of a side what it answered in place of all. */
static struct str *answers_of(struct arena *home, struct asking *asking, size_t side)
{
    struct str *said = side == ASKING_ALL ? NULL : asking->said[side];
    if (!said) {
        said = ARENA_MANY(home, KEY_COUNT, struct str);
        memset(said, 0, KEY_COUNT * sizeof *said);
    }
    return said;
}

void asking_add(const struct asking *asking, bool *wanted)
{
    for (int key = 0; key < KEY_COUNT; key++)
        wanted[key] = wanted[key] || asking->key[key];
}

bool asking_run(struct arena *home, size_t side, const struct asking_guess *guess, size_t guesses,
                struct asking *asking, bool *wanted, struct str **said)
{
    bool each = side == ASKING_ALL, printed = true, more = true, ask[KEY_COUNT];
    bool can_part = each && asking->sides > 0;
    const char *of = each ? "all sides" : str_c(home, str_format(home, "%c", (int)('A' + side)));
    size_t all = 0, number = 0;
    enum key of_key[SENTENCE_MOST];
    *said = answers_of(home, asking, side);
    for (size_t i = 0; can_part && i < asking->sides; i++)
        asking->said[i] = answers_of(home, asking, i);
    for (int key = 0; key < KEY_COUNT; key++)
        ask[key] = wanted[key] && !asking->key[key];
    for (int key = 0; key < KEY_COUNT; key++)
        all += ask[key] && sentence_of(ask, (enum key)key, of_key) > 0;
    for (int key = 0; key < KEY_COUNT && more; key++) {
        struct question q = { .count = ask[key] ? sentence_of(ask, (enum key)key, of_key) : 0 };
        if (q.count == 0)
            continue;
        for (size_t i = 0; i < q.count; i++) {
            q.key[i] = of_key[i];
            q.guess[i] = guess_for(of_key[i], guess, guesses);
            q.guessed = q.guessed || q.guess[i];
        }
        printed = put_question(home, &q, ++number, all, of, can_part);
        enum answer answer = ask_one(home, &q, "", can_part, *said, &printed);
        if (answer == APART)
            answer = ask_each(home, &q, asking, &printed);
        more = printed && answer == ANSWERED;
    }
    for (int key = 0; each && key < KEY_COUNT; key++)
        wanted[key] = wanted[key] && !asking->key[key];
    return printed && (all == 0 || output_print(STR("\n")));
}
