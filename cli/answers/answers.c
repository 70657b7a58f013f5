/* answers.c - what runs of now give beside runs of then: in words and as JSON. */
#include "answers.h"
#include "against.h"
#include "model/decision.h"
#include "output.h"
#include "rebuild.h"
#include "verdict_text.h"
#include <string.h>

void held_put_said(const struct held *held, struct buf *text)
{
    buf_put_visible(text, held_text(held, STR("/case/id")));
    buf_put(text, STR(" holds; "));
    if (held->signer_count == 0)
        buf_put(text, STR("nobody signed it"));
    for (size_t i = 0; i < held->signer_count; i++) {
        const struct held_signer *signer = &held->signer[i];
        bool stamped = signer->stamped.len > 0;
        buf_put(text, i > 0 ? STR("; ") : STR("signed by "));
        buf_put(text, signer->subject);
        buf_putf(text, ", %.*s (%s)", STR_ARG(stamped ? signer->stamped : signer->claimed),
                 stamped ? "stamped" : "the signer's word");
    }
    buf_put(text, STR("; whom to trust is not asked here"));
}

void held_put_head(const struct held *held, struct buf *out)
{
    struct buf text = buf_new(out->home, 1 << 20);
    held_put_said(held, &text);
    output_wrap(out, buf_str(&text), 0, 0);
}

void against_put_head(const struct against *a, struct buf *out)
{
    struct buf text = buf_new(out->home, 1 << 20);
    held_put_said(&a->old.held, &text);
    if (rules_shipped(&a->then)) {
        buf_putf(&text, "; it was judged by the profile %.*s, which does not count here",
                 STR_ARG(a->then.profile));
    } else if (a->then.model.loosened_count > 0) {
        buf_put(&text, STR("; it was judged by rules that loosen "));
        loosened_put(&a->then.model, &text);
        buf_put(&text, STR(", which do not count here"));
    }
    output_wrap(out, buf_str(&text), 0, 0);
    if (!a->now)
        return;
    struct buf now = buf_new(out->home, 1 << 20);
    buf_putf(&now, "The new runs are those of %.*s in another dossier, content id %.*s: ",
             STR_ARG(a->other->case_file->system[a->now_system].id), STR_ARG(a->now->held.content));
    held_put_said(&a->now->held, &now);
    output_wrap(out, buf_str(&now), 0, 0);
}

void against_put_now_json(const struct against *a, struct json_out *json)
{
    if (!a->now)
        return;
    json_open(json, STR("now"), '{');
    held_put_json(&a->now->held, a->other->case_file->system[a->now_system].id, json);
    json_close(json);
}

static struct str own_words(struct arena *home, struct str own)
{
    return str_format(home, "a run of the dossier itself, %.*s", STR_ARG(own));
}

static void left_json(void *self, struct str run, struct str by, struct str own)
{
    struct json_out *json = self;
    json_open(self, STR(""), '{');
    json_text(self, STR("run"), run);
    json_text(self, STR("by"), own.len > 0 ? own_words(json->out->home, own) : by);
    json_close(self);
}

static void left_text(void *self, struct str run, struct str by, struct str own)
{
    struct buf *out = self;
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("Left out: "));
    buf_put_visible(&line, run);
    buf_put(&line, own.len > 0 ? STR(", which is ") : STR(", which is unlike the others: "));
    buf_put_visible(&line, own.len > 0  ? own_words(out->home, own)
                           : by.len > 0 ? by
                                        : STR("nothing tells what it did"));
    output_wrap(out, buf_str(&line), 0, 0);
}

void against_put_left(const struct against *a, size_t system, struct buf *out)
{
    size_t before = out->len;
    against_each_left(a, system, left_text, out);
    if (out->len > before)
        buf_put_char(out, '\n');
}

void against_put_left_json(const struct against *a, size_t system, struct json_out *json)
{
    json_open(json, STR("left_out"), '[');
    against_each_left(a, system, left_json, json);
    json_close(json);
}

void held_put_json(const struct held *held, struct str system, struct json_out *json)
{
    json_text(json, STR("case"), held_text(held, STR("/case/id")));
    json_text(json, STR("content_id"), held->content);
    json_text(json, STR("system"), system);
    json_open(json, STR("signers"), '[');
    for (size_t i = 0; i < held->signer_count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("subject"), held->signer[i].subject);
        json_text(json, STR("claimed"), held->signer[i].claimed);
        json_text(json, STR("stamped"), held->signer[i].stamped);
        json_close(json);
    }
    json_close(json);
}

void against_put_blocking(const struct comparison *comparison, struct buf *out)
{
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        if ((finding->cell != VERDICT_NOT && finding->cell != VERDICT_INCOMPLETE))
            continue;
        struct buf label = buf_new(out->home, 64);
        buf_put(&label, finding->rule->id);
        output_row(out, str_c(out->home, buf_str(&label)), 4, finding_words(out->home, finding));
    }
}

static const struct answer reproduced = { "reproduced", "reproduced", STATUS_HOLDS };
static const struct answer not_reproduced = { "not reproduced", "not reproduced",
                                              STATUS_HOLDS_NOT };
static const struct answer undecided = { "undecided", "undecided", STATUS_UNDECIDED };
static const struct answer other_work = {
    "other work", "other work: this neither confirms nor refutes the dossier", STATUS_UNDECIDED
};
static const struct answer another = {
    "another configuration", "another configuration: this neither confirms nor refutes the dossier",
    STATUS_UNDECIDED
};

/* What was done differs, in work, numbers or method; a run that is unsteady, say, is no other work.
 */
static bool works_differ(const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++) {
        enum family family = c->finding[i].rule->family;
        if (c->finding[i].cell == VERDICT_NOT &&
            (family == FAMILY_W || family == FAMILY_P || family == FAMILY_M))
            return true;
    }
    return false;
}

const struct answer *answer_of(const struct comparison *c)
{
    if (!comparison_licenses(c))
        return works_differ(c) ? &other_work : &undecided;
    if (layers_changed(c) > 0)
        return &another;
    if (!c->decision || strcmp(c->decision, "inconclusive") == 0)
        return &undecided;
    return strcmp(c->decision, "equivalent") == 0 ? &reproduced : &not_reproduced;
}

/* "6,661 tokens/s (6,628 to 6,693), 3 runs" */
static void put_mean(const struct comparison *c, size_t side, const char *label, struct buf *out)
{
    struct buf text = buf_new(out->home, 1 << 12);
    if (!c->mean[side])
        return;
    value_put(c->mean[side], &text);
    if (c->mean_low[side] && c->mean_high[side])
        buf_putf(&text, " (%.*s to %.*s)", STR_ARG(c->mean_low[side]->value.text),
                 STR_ARG(c->mean_high[side]->value.text));
    if (c->runs[side])
        buf_putf(&text, ", %.*s runs", STR_ARG(c->runs[side]->value.text));
    output_row(out, label, 8, buf_str(&text));
}

static void put_change(const struct comparison *c, const struct policy *policy, struct buf *out)
{
    struct buf text = buf_new(out->home, 1 << 12);
    if (!c->change)
        return;
    buf_putf(&text, "%.*s %%", STR_ARG(c->change->value.text));
    if (c->change_low && c->change_high)
        buf_putf(&text, " (95 %% interval %.*s to %.*s)", STR_ARG(c->change_low->value.text),
                 STR_ARG(c->change_high->value.text));
    if (policy->margin_fact) {
        buf_put(&text, STR("; margin "));
        value_put(policy->margin_fact, &text);
    }
    if (c->window_begin && c->window_end)
        buf_putf(&text, "; over the common window from %.*s to %.*s s of the runs",
                 STR_ARG(c->window_begin->value.text), STR_ARG(c->window_end->value.text));
    output_row(out, "change", 8, buf_str(&text));
}

static struct str difference_words(struct arena *home, const struct key_difference *one)
{
    struct buf text = buf_new(home, 1 << 16);
    const struct fact *const side[] = { one->a, one->b };
    buf_putf(&text, "%s", vocabulary_row(one->key)->title);
    if (one->instance.len > 0) { /* which variable, package or device */
        buf_put_char(&text, ' ');
        buf_put_visible(&text, str_sub(one->instance, 0, 120));
    }
    for (size_t i = 0; i < 2; i++) {
        buf_put(&text, i == 0 ? STR(": then ") : STR(", now "));
        if (side[i])
            buf_put_visible(&text, str_sub(side[i]->value.text, 0, 120));
        else
            buf_put(&text, STR("not disclosed"));
    }
    return buf_str(&text);
}

/* Several layers that changed together get no credit, whatever a declared change says of one. */
static enum layer answer_credits(const struct comparison *c)
{
    return layers_changed(c) > 1 ? LAYER_NONE : c->credited;
}

static void put_layers(const struct comparison *c, const struct case_file *case_file,
                       struct buf *out)
{
    enum layer credited = answer_credits(c);
    for (size_t i = 0; i < c->layer_count; i++) {
        const struct layer_difference *layer = &c->layer[i];
        if (layer->state != LAYER_CHANGED)
            continue;
        buf_putf(out, "  %s, owner %.*s\n", layer_row(layer->layer)->title,
                 STR_ARG(case_file->owner[layer->layer]));
        for (size_t k = 0; k < layer->difference_count; k++)
            output_row(out, "", 2, difference_words(out->home, &layer->difference[k]));
    }
    struct str credit =
        layers_changed(c) > 1 ? STR("Several layers changed together, so none gets the credit.")
        : credited != LAYER_NONE
            ? str_format(out->home, "The change is credited to %s: %s.", layer_row(credited)->title,
                         c->credit_why)
            : str_format(out->home, "The change is credited to no layer: %s.", c->credit_why);
    output_row(out, "", 0, credit);
}

/* Why runs that are there do not count, where that is so. */
static void put_copies(const struct comparison *c, struct buf *out)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (against_copied(&c->finding[i]))
            output_row(out, "X4", 2, finding_words(out->home, &c->finding[i]));
}

/* What would end an answer that the interval leaves open. */
static struct str missing_words(struct arena *home, const struct comparison *c)
{
    if (!c->decision)
        return STR("A ratio needs three runs a side that are no copies.");
    if (c->medians.decides)
        return STR("One run decides: means and medians disagree because of it. More runs a side "
                   "would show which is right.");
    if (!c->power.needed)
        return STR("The interval lies neither inside the margin nor beyond it: more runs would "
                   "narrow it.");
    return str_format(home,
                      "The interval lies neither inside the margin nor beyond it: more runs would "
                      "narrow it. With runs that vary as these do, %.*s a side show that nothing "
                      "changed, where nothing did, in four of five cases.",
                      STR_ARG(c->power.needed->value.text));
}

void answer_put(const struct comparison *c, const struct case_file *case_file, struct buf *out)
{
    const struct answer *answer = answer_of(c);
    if (c->workload.len > 0) {
        buf_put_visible(out, c->workload);
        buf_put(out, STR(": "));
    }
    buf_putf(out, "%s\n", answer->says);
    if (answer == &another)
        put_layers(c, case_file, out);
    if (!comparison_licenses(c))
        against_put_blocking(c, out);
    put_mean(c, 0, "then", out);
    put_mean(c, 1, "now", out);
    put_change(c, &case_file->policy, out);
    if (answer == &undecided && comparison_licenses(c)) {
        output_row(out, "", 0, missing_words(out->home, c));
        put_copies(c, out);
    }
}

static void put_number(struct json_out *json, const char *name, const struct fact *fact)
{
    if (fact)
        json_text(json, str_from(name), fact->value.text);
}

void answer_put_json(const struct comparison *c, struct json_out *json)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("workload"), c->workload);
    json_text(json, STR("answer"), str_from(answer_of(c)->word));
    put_number(json, "then", c->mean[0]);
    put_number(json, "now", c->mean[1]);
    put_number(json, "change", c->change);
    put_number(json, "change_low", c->change_low);
    put_number(json, "change_high", c->change_high);
    put_number(json, "window_begin", c->window_begin);
    put_number(json, "window_end", c->window_end);
    put_number(json, "runs_then", c->runs[0]);
    put_number(json, "runs_now", c->runs[1]);
    if (answer_of(c) == &undecided && comparison_licenses(c))
        json_text(json, STR("missing"), missing_words(json->out->home, c));
    json_open(json, STR("layers"), '[');
    for (size_t k = 0; k < c->layer_count; k++)
        if (c->layer[k].state == LAYER_CHANGED)
            json_text(json, STR(""), str_from(layer_row(c->layer[k].layer)->name));
    json_close(json);
    json_text(json, STR("credited"), str_from(layer_row(answer_credits(c))->name));
    json_close(json);
}

/* ---- conditions of the decision ---- */

static const struct judged_hold *held_at(const struct pipeline *p, size_t i)
{
    const struct terms *terms = p->case_file->terms;
    return terms && i < terms->decision.holds_count ? &p->model.held[i] : NULL;
}

static const char *standing_word(enum standing standing)
{
    static const char *const words[] = { "holds", "fails", "not shown" };
    return words[standing];
}

/* Without the side that the case of the comparison put before it. */
static struct str condition_text(const struct judged_hold *held)
{
    struct str text = held->hold->fact->value.text;
    return str_sub(text, str_find(text, STR(": ")) + 2, text.len);
}

void against_put_held(const struct pipeline *p, struct buf *out)
{
    const struct judged_hold *held;
    for (size_t i = 0; (held = held_at(p, i)); i++) {
        struct buf line = buf_new(out->home, 1 << 20);
        if (i == 0)
            output_wrap(out, STR("The decision holds while:"), 0, 0);
        buf_put_visible(&line, condition_text(held));
        buf_put(&line, STR("; now "));
        if (held->now)
            buf_put_visible(&line, held->now->value.text);
        else
            buf_put(&line, STR("not disclosed"));
        output_row(out, standing_word(held->standing), 9, buf_str(&line));
    }
}

void against_put_held_json(const struct pipeline *p, struct json_out *json)
{
    const struct judged_hold *held;
    json_open(json, STR("holds_while"), '[');
    for (size_t i = 0; (held = held_at(p, i)); i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("condition"), condition_text(held));
        json_text(json, STR("now"), held->now ? held->now->value.text : STR(""));
        json_text(json, STR("standing"), str_from(standing_word(held->standing)));
        json_close(json);
    }
    json_close(json);
}
