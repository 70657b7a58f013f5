/* share.c - whether a system still reaches a share of what a dossier measured of it: "90 % of its
 * own acceptance, every two years". A ratio, so that the verdict has to license it. */
#include "share.h"
#include "base/num.h"
#include "output.h"
#include "verdict_text.h"

static const char *const words[] = {
    [STANDING_MET] = "MET", [STANDING_NOT_MET] = "NOT MET", [STANDING_NOT_SHOWN] = "NOT SHOWN"
};
static const char *const names[] = {
    [STANDING_MET] = "met", [STANDING_NOT_MET] = "not met", [STANDING_NOT_SHOWN] = "not shown"
};

bool share_read(struct request *request, const char *text, double *out)
{
    struct str number = str_trim(str_from(text));
    bool percent = str_ends(number, STR("%"));
    if (percent)
        number = str_trim(str_sub(number, 0, number.len - 1));
    if (percent && num_real(number, out) && *out > 0 && *out <= 100) {
        *out /= 100;
        return true;
    }
    diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
             STR("a share above 0 %, 100 % at most, as \"90 %\""), "--at-least %s", text);
    return false;
}

static struct share_line line_of(const struct comparison *c, bool lower, double least)
{
    struct share_line out = { .comparison = c, .standing = STANDING_NOT_SHOWN };
    if (!comparison_licenses(c)) {
        out.why = "other work or another method, or something is open: no ratio is permitted";
    } else if (!c->ratio || !c->ratio_low || !c->ratio_high) {
        out.why = "too few runs for an interval";
    } else {
        double ratio = c->ratio->value.value;
        double low = c->ratio_low->value.value, high = c->ratio_high->value.value;
        out.value = lower ? 1 / ratio : ratio;
        out.low = lower ? 1 / high : low;
        out.high = lower ? 1 / low : high;
        out.standing = out.low >= least   ? STANDING_MET
                       : out.high < least ? STANDING_NOT_MET
                                          : STANDING_NOT_SHOWN;
        out.why = "the share lies inside the interval";
    }
    if (out.standing != STANDING_NOT_SHOWN)
        out.why = "";
    return out;
}

void share_judge(struct arena *home, const struct pipeline *p, struct shares *out)
{
    struct share_line *line = ARENA_MANY(home, p->model.comparison_count + 1, struct share_line);
    bool lower = vocabulary_row(p->case_file->metric)->better == BETTER_LOWER;
    for (size_t i = 0; i < p->model.comparison_count; i++)
        line[i] = line_of(&p->model.comparison[i], lower, out->least);
    out->line = line;
    out->count = p->model.comparison_count;
}

static struct str percent(struct arena *home, double share)
{
    return str_format(home, "%.2f", 100 * share);
}

/* Layers that are known to be others since: the share is asked all the same. */
static void put_layers(const struct comparison *c, struct buf *out)
{
    struct buf line = buf_new(out->home, 4096);
    for (size_t i = 0; i < c->layer_count; i++)
        if (c->layer[i].state == LAYER_CHANGED)
            buf_putf(&line, "%s%s", line.len > 0 ? ", " : "", layer_row(c->layer[i].layer)->title);
    if (line.len > 0)
        output_row(out, "changed", 9, buf_str(&line));
}

void share_put_text(const struct shares *shares, struct buf *out)
{
    const struct against *a = shares->against;
    struct buf asked = buf_new(out->home, 1 << 14);
    if (shares->count == 0)
        return;
    buf_putf(&asked, "at least %.*s of what ", STR_ARG(shares->asked));
    buf_put_visible(&asked, a->then.case_file->id);
    buf_put(&asked, STR(" measured of "));
    buf_put_visible(&asked, a->then.case_file->system[shares->system].id);
    for (size_t i = 0; i < shares->count; i++) {
        const struct share_line *one = &shares->line[i];
        struct buf head = buf_new(out->home, 1 << 12);
        buf_put(&head, STR("share"));
        if (one->comparison->workload.len > 0) {
            buf_put(&head, STR(", "));
            buf_put_visible(&head, one->comparison->workload);
        }
        buf_putf(out, "%-10.*s %s\n", STR_ARG(buf_str(&head)), words[one->standing]);
        output_row(out, "asked", 9, buf_str(&asked));
        if (one->value > 0)
            output_row(out, "measured", 9,
                       str_format(out->home, "%.*s %% (95 %% interval %.*s to %.*s)",
                                  STR_ARG(percent(out->home, one->value)),
                                  STR_ARG(percent(out->home, one->low)),
                                  STR_ARG(percent(out->home, one->high))));
        if (one->standing == STANDING_NOT_SHOWN)
            output_row(out, "why", 9, str_from(one->why));
        put_layers(one->comparison, out);
    }
}

void share_put_json(const struct shares *shares, struct json_out *json)
{
    const struct against *a = shares->against;
    struct arena *home = a->request->home;
    json_open(json, STR("shares"), '[');
    for (size_t i = 0; i < shares->count; i++) {
        const struct share_line *one = &shares->line[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("case"), a->then.case_file->id);
        json_text(json, STR("content_id"), a->old.held.content);
        json_text(json, STR("system"), a->then.case_file->system[shares->system].id);
        json_text(json, STR("workload"), one->comparison->workload);
        json_text(json, STR("at_least"), shares->asked);
        json_text(json, STR("standing"), str_from(names[one->standing]));
        json_text(json, STR("why"), str_from(one->why));
        if (one->value > 0) {
            json_text(json, STR("percent"), percent(home, one->value));
            json_text(json, STR("percent_low"), percent(home, one->low));
            json_text(json, STR("percent_high"), percent(home, one->high));
        }
        json_close(json);
    }
    json_close(json);
}
