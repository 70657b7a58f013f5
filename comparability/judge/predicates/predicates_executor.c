/* predicates_executor.c - whole executors on equal terms (family E): release rule, terms, unit, the
 * class of each difference. Nothing here names a layer as cause of anything. */
#include "capability.h"
#include "model/likeness.h"
#include "products.h"
#include "signs.h"

#include "base/num.h"

#include <math.h>

/* ---- E6 ---- */

/* Whether the unit is shown whole by the accelerators used; `shown` false: that cannot tell. */
static bool unit_counted(const struct judging *judging, const struct member *member,
                         struct str unit, bool *shown, const struct fact *seen[2])
{
    double used, attached;
    seen[0] = member_any(judging, member, KEY_ACCELERATOR_COUNT);
    seen[1] = member_any(judging, member, KEY_ACCELERATOR_ATTACHED);
    seen[0] = seen[0] ? seen[0] : seen[1]; /* where one is attached, one was used */
    *shown = false;
    if (!seen[0] || !fact_base(seen[0], &used))
        return false;
    if (str_eq(unit, STR("accelerator"))) {
        *shown = true;
        return used >= 1 && used <= 1;
    }
    if (str_eq(unit, STR("node")) && seen[1] && fact_base(seen[1], &attached)) {
        *shown = true;
        return used >= attached && used <= attached; /* more are those of several nodes */
    }
    return false;
}

/* Keys: the unit of the case, the unit that was measured. */
enum shows unit_in_part(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct fact *of_case = said_of_case(judging, look->ask->key[0]), *seen[2];
    bool shown, whole;
    if (!of_case)
        return SHOWS_UNASKED;
    whole = unit_counted(judging, look->member, of_case->value.text, &shown, seen);
    out->fact = out->seen[0] = seen[0];
    out->seen[1] = of_case;
    return shown && !whole ? SHOWS_SIGN : SHOWS_NONE;
}

enum key unit_lacking(struct judging *judging, const struct member *member, const struct ask *ask)
{
    const struct fact *of_case = said_of_case(judging, ask->key[0]), *seen[2];
    bool shown = true;
    if (of_case)
        (void)unit_counted(judging, member, of_case->value.text, &shown, seen);
    return shown || member_any(judging, member, ask->key[1]) ? KEY_COUNT : ask->key[1];
}

/* ---- E7 ---- */

/* Kinds of evidence that a side may have and the other not. */
enum shows capture_shown(struct judging *judging, const struct look *look, struct sign *out)
{
    static const enum key keys[] = { KEY_DRIVER_VERSION, KEY_OS_KERNEL, KEY_CPU_NAME };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = member_any(judging, look->member, keys[i]);
        if (fact && fact->kind == FACT_CAPTURED) {
            out->fact = fact;
            return SHOWS_SIGN;
        }
    }
    return SHOWS_NONE;
}

enum shows derived_shown(struct judging *judging, const struct look *look, struct sign *out)
{
    (void)judging;
    out->fact = alone_fact(look->member->alone, look->ask->part->shown.key);
    return out->fact ? SHOWS_SIGN : SHOWS_NONE;
}

enum shows key_shown(struct judging *judging, const struct look *look, struct sign *out)
{
    out->fact = member_any(judging, look->member, look->ask->part->shown.key);
    return out->fact ? SHOWS_SIGN : SHOWS_NONE;
}

/* ---- E8 ---- */

/* Age of the stack when this run started, else on the case's date; false: not disclosed. Keys:
 * release, start, date of the case. */
static bool age_of(const struct judging *judging, const struct member *member, const enum key *key,
                   double *age)
{
    const struct fact *released = member_any(judging, member, key[0]);
    const struct fact *start = member_any(judging, member, key[1]);
    const struct fact *date = said_of_case(judging, key[2]);
    double from, to;
    const struct fact *end = start ? start : date;
    if (!released || !end || !fact_seconds(released, &from) || !fact_seconds(end, &to))
        return false;
    *age = to - from;
    return true;
}

enum key age_unknown(struct judging *judging, const struct member *member, const struct ask *ask)
{
    double age;
    return age_of(judging, member, ask->key, &age) ? KEY_COUNT : ask->key[0];
}

/* The oldest of the side. */
bool release_age(struct judging *judging, const struct ask *ask, enum side side,
                 struct side_value *out)
{
    bool known = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        double age;
        if (member->like == side && age_of(judging, member, ask->key, &age) &&
            (!known || age > out->value)) {
            known = true;
            out->value = age;
            out->fact = member_any(judging, member, ask->key[0]);
        }
    }
    return known;
}

/* ---- E9: the class of each difference ---- */

/* What the case says of this key, or of its layer; NULL: nothing. */
static const struct fact *reason_of(const struct judging *judging, enum key key, enum key kind)
{
    const struct facts *facts = judging->case_file->facts;
    const struct vocabulary_row *row = vocabulary_row(key);
    const struct fact *fact = facts_best(facts, kind, str_from(row->name));
    return fact ? fact : facts_best(facts, kind, str_from(layer_row(row->layer)->name));
}

static struct str side_vendor(const struct judging *judging, enum side side)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        struct str vendor = member_vendor(judging, &judging->member[i]);
        if (judging->member[i].side == side && vendor.len > 0)
            return vendor;
    }
    return (struct str){ 0 };
}

static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Whether `word` stands in the text by itself; ASCII case is passed over. */
static bool says_word(struct str text, struct str word)
{
    for (size_t i = 0; word.len > 0 && i + word.len <= text.len; i++) {
        bool begins = i == 0 || !is_letter(text.at[i - 1]);
        bool ends = i + word.len == text.len || !is_letter(text.at[i + word.len]);
        if (begins && ends && texts_alike(str_sub(text, i, i + word.len), word))
            return true;
    }
    return false;
}

/* Whether a document says anything of the difference: a value of it, or the key by name, and an
 * accelerator that was measured. What is no text was not read. */
static bool document_tells(const struct judging *judging, const struct evidence *document,
                           enum key key)
{
    enum { WORD_LEAST = 3 };
    struct str text = document->bytes, *instance;
    const struct vocabulary_row *row = vocabulary_row(key);
    size_t count = instances_seen(judging, key, &instance);
    bool named = says_word(text, str_from(row->name)) || says_word(text, str_from(row->title));
    bool told = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        for (size_t k = 0; k < count && !named; k++) {
            const struct fact *fact = member_fact(judging, &judging->member[i], key, instance[k]);
            named = fact && fact->value.text.len >= WORD_LEAST &&
                    says_word(text, str_trim(fact->value.text));
        }
        struct products measured = products_measured(judging->member[i].run, NULL);
        struct products said = products_in(text, false);
        told = told || products_meet(&measured, &said);
    }
    return named && told;
}

enum difference_class difference_class(const struct judging *judging, enum key key,
                                       const struct fact **reason)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    struct str a = side_vendor(judging, SIDE_A), b = side_vendor(judging, SIDE_B);
    bool vendors = a.len > 0 && b.len > 0 && !str_eq(a, b);
    struct sides name = sides_of(judging, KEY_ACCELERATOR_NAME, STR("0"), (double)NAN);
    bool devices = vendors || (name.a && name.b && !name.alike);
    const struct fact *forced = reason_of(judging, key, KEY_CASE_FORCED);
    const struct evidence *document = forced ? document_kept(judging, forced->value.text) : NULL;
    *reason = document && document_tells(judging, document, key) ? forced : NULL;
    if (*reason || (vendors && row->bound == BOUND_VENDOR))
        return DIFFERENCE_FORCED;
    /* The accelerator is what was chosen to be bought; its firmware follows it. */
    if (devices && (row->layer == LAYER_ACCELERATOR || row->bound == BOUND_TIED))
        return DIFFERENCE_FORCED;
    *reason = reason_of(judging, key, KEY_CASE_CHOSEN);
    return *reason ? DIFFERENCE_CHOSEN : DIFFERENCE_UNEXPLAINED;
}

/* What would make a difference count. */
static struct str difference_mend(const struct judging *judging, enum key key,
                                  enum difference_class is)
{
    struct str a = judging->system[0]->id, b = judging->system[1]->id;
    const char *name = vocabulary_row(key)->name;
    const struct fact *forced = reason_of(judging, key, KEY_CASE_FORCED);
    if (is == DIFFERENCE_CHOSEN) {
        return str_format(judging->home,
                          "The check run that would remove it: the system of %.*s with "
                          "`%s` as on %.*s, or the other way round.",
                          STR_ARG(a), name, STR_ARG(b));
    }
    if (is == DIFFERENCE_UNEXPLAINED && forced) {
        return str_format(judging->home,
                          "Keep among the documents of the case, as text, the one that is said to "
                          "force `%s`: %.*s. It "
                          "counts where it names a value of it, or the key, and the accelerator.",
                          name, STR_ARG(forced->value.text));
    }
    return is == DIFFERENCE_UNEXPLAINED
               ? str_format(judging->home,
                            "State `under_test.differences` in the case with \"of\": \"%s\" "
                            "and its reason, or measure again with it equal.",
                            name)
               : (struct str){ 0 };
}

/* Lists count what one side alone has, where both have a list. */
enum shows executor_apart(struct judging *judging, const struct ask *ask, const struct sides *sides,
                          bool listed, struct sign *out)
{
    static const condition_set raised[] = { [DIFFERENCE_FORCED] = CONDITION_BIT(FORCED),
                                            [DIFFERENCE_CHOSEN] = CONDITION_BIT(CHOSEN),
                                            [DIFFERENCE_UNEXPLAINED] = CONDITION_BIT(UNEXPLAINED) };
    enum key key = ask->key[0];
    if (!instance_matters(key, ask->instance))
        return SHOWS_UNASKED;
    bool one = listed && !sides->a != !sides->b &&
               lists_cover(judging, sides->a ? SIDE_B : SIDE_A, sides->a ? sides->a : sides->b);
    if (!(sides->a && sides->b && !sides->alike) && !one)
        return SHOWS_NONE;
    const struct fact *reason;
    enum difference_class is = difference_class(judging, key, &reason);
    out->is = is == DIFFERENCE_UNEXPLAINED ? UNKNOWN : FAILS;
    out->raised = raised[is];
    out->seen[0] = sides->a ? sides->a : sides->b;
    out->seen[1] = sides->b ? sides->b : out->seen[0];
    out->seen[2] = reason;
    out->mend = difference_mend(judging, key, is);
    return SHOWS_SIGN;
}
