/* asked_form.c - what is asked of one side of a case, as a form; and whether one that came back is
 * that form. */
#include "asked_form.h"
#include "base/json.h"
#include "captures.h"
#include "output.h"

enum { ROWS_MOST = 256 };

/* ---- what is open ---- */

/* Whether the list of silent systems names this one: "A", "A and B", "A, B and C". */
static bool names(struct str list, struct str id)
{
    struct str rest = list, word;
    while (str_cut(&rest, ' ', &word)) {
        word = str_ends(word, STR(",")) ? str_sub(word, 0, word.len - 1) : word;
        if (str_eq(word, id))
            return true;
    }
    return false;
}

static bool is_open(const struct comparison *c, const struct finding *finding,
                    const struct system *system)
{
    const struct fact *mine = system == c->a ? finding->a : finding->b;
    const struct fact *theirs = system == c->a ? finding->b : finding->a;
    bool of_case = finding->key != KEY_COUNT && vocabulary_row(finding->key)->group == GROUP_CASE;
    return finding->judgement == UNKNOWN && !of_case &&
           (names(finding->silent, system->id) || (finding->silent.len == 0 && !mine && theirs));
}

/* One run's own: of several runs a statement would be of none. */
static bool is_of_run(enum key key)
{
    return key == KEY_RUN_START || key == KEY_RUN_END || key == KEY_LOAD_BEGIN ||
           key == KEY_LOAD_END || key == KEY_CAPTURE_TIME;
}

static size_t runs_of(const struct system *system)
{
    size_t count = 0;
    for (size_t i = 0; i < system->machine_count; i++)
        count += system->machine[i].run_count;
    return count;
}

static struct str mend_of(const struct finding *finding)
{
    struct str mend = finding->mend.len > 0 ? finding->mend : finding->rule->mend;
    size_t colon = str_find(mend, STR(": "));
    return str_starts(mend, STR("For ")) && colon < mend.len ? str_sub(mend, colon + 2, mend.len)
                                                             : mend;
}

static bool can_be_stated(const struct finding *finding, const struct system *system)
{
    return finding->key != KEY_COUNT && key_is_declarable(finding->key) &&
           (!is_of_run(finding->key) || runs_of(system) == 1) &&
           (str_find(mend_of(finding), STR("state `")) != SIZE_MAX ||
            str_find(mend_of(finding), STR("run.json")) != SIZE_MAX);
}

/* What may be sent in place of a statement; empty: nothing. */
static struct str file_way(const struct finding *finding, bool stated)
{
    struct str mend = mend_of(finding);
    size_t keep = str_find(mend, STR("keep "));
    if (keep == SIZE_MAX && stated)
        return (struct str){ 0 };
    /* The sentence speaks to who keeps the runs; who is asked sends. */
    struct str way = keep != SIZE_MAX                 ? str_sub(mend, keep + 5, mend.len)
                     : str_starts(mend, STR("Keep ")) ? str_sub(mend, 5, mend.len)
                                                      : mend;
    size_t other = str_find(way, STR(", or state `"));
    way = str_sub(way, 0, other < way.len ? other : way.len);
    return str_ends(way, STR(".")) ? str_sub(way, 0, way.len - 1) : way;
}

/* "D4", then "D4 D7" */
static struct str rules_with(struct arena *home, struct str rules, struct str id)
{
    struct str rest = rules, one;
    while (str_cut(&rest, ' ', &one))
        if (str_eq(one, id))
            return rules;
    return rules.len == 0 ? id : str_format(home, "%.*s %.*s", STR_ARG(rules), STR_ARG(id));
}

/* A title may be part of another one: "Accelerator", "Accelerators used". */
static struct str list_with(struct arena *home, struct str list, struct str title)
{
    struct str bounded = str_format(home, "; %.*s; ", STR_ARG(list));
    if (str_find(bounded, str_format(home, "; %.*s; ", STR_ARG(title))) != SIZE_MAX)
        return list;
    return list.len == 0 ? title : str_format(home, "%.*s; %.*s", STR_ARG(list), STR_ARG(title));
}

static void row_add(struct arena *home, struct asked_form *out, const struct finding *finding)
{
    size_t at = 0;
    while (at < out->row_count && out->row[at].key != finding->key)
        at++;
    if (at == ROWS_MOST)
        return;
    struct asked_row *row = &out->row[at];
    if (at == out->row_count)
        out->row[out->row_count++] = (struct asked_row){ .key = finding->key };
    row->rules = rules_with(home, row->rules, finding->rule->id);
    row->reason = row->reason.len > 0 ? row->reason : finding->rule->title;
    row->blocks = row->blocks || finding->cell >= VERDICT_INCOMPLETE;
}

static void file_add(struct arena *home, struct asked_form *out, const struct finding *finding,
                     struct str way)
{
    size_t at = 0;
    while (at < out->file_count && !str_eq(out->file[at].what, way))
        at++;
    if (at == ROWS_MOST)
        return;
    struct asked_file *file = &out->file[at];
    if (at == out->file_count)
        out->file[out->file_count++] = (struct asked_file){ .what = way };
    file->rules = rules_with(home, file->rules, finding->rule->id);
    file->answers =
        list_with(home, file->answers,
                  finding->key != KEY_COUNT ? str_from(vocabulary_row(finding->key)->title)
                                            : finding->rule->title);
    file->blocks = file->blocks || finding->cell >= VERDICT_INCOMPLETE;
}

static void rows_order(struct asked_form *out)
{
    struct asked_row kept[ROWS_MOST + 1] = { 0 };
    size_t count = 0;
    for (int blocks = 1; blocks >= 0; blocks--)
        for (size_t i = 0; i < out->row_count; i++)
            if (out->row[i].blocks == (blocks == 1))
                kept[count++] = out->row[i];
    for (size_t i = 0; i < count; i++)
        out->row[i] = kept[i];
}

void asked_form_make(const struct pipeline *p, const struct system *system, struct asked_form *out)
{
    const struct fact *party = facts_best(system->facts, KEY_PARTY_MEASURED_BY, STR(""));
    *out = (struct asked_form){ .system = system,
                                .party = party ? party->value.text : system->label,
                                .row = ARENA_MANY(p->home, ROWS_MOST + 1, struct asked_row),
                                .file = ARENA_MANY(p->home, ROWS_MOST + 1, struct asked_file) };
    for (size_t i = 0; i < p->model.comparison_count; i++) {
        const struct comparison *c = &p->model.comparison[i];
        if (c->a != system && c->b != system)
            continue;
        for (size_t k = 0; k < c->finding_count; k++) {
            const struct finding *finding = &c->finding[k];
            if (!is_open(c, finding, system))
                continue;
            bool stated = can_be_stated(finding, system);
            struct str way = file_way(finding, stated);
            if (stated)
                row_add(p->home, out, finding);
            if (way.len > 0)
                file_add(p->home, out, finding, way);
        }
    }
    rows_order(out);
}

const struct system *asked_system(struct request *request, const struct pipeline *p, const char *id)
{
    for (size_t i = 0; i < p->case_file->system_count; i++)
        if (str_eq(p->case_file->system[i].id, str_from(id)))
            return &p->case_file->system[i];
    diag_add(request->diags, DIAG_REFUSED,
             (struct place){ .file = str_from(request->options.argument[0]) },
             str_format(request->home, "the id of a system of the case: %.*s; name one of them",
                        STR_ARG(systems_named(request->home, p->case_file))),
             "%s", id);
    return NULL;
}

/* ---- what ties it to its case ---- */

struct digest asked_binding(struct arena *home, const struct pipeline *p,
                            const struct system *system)
{
    const struct case_file *c = p->case_file;
    const struct fact *date = facts_best(c->facts, KEY_CASE_DATE, STR(""));
    struct buf text = buf_new(home, (size_t)1 << 20);
    const struct str part[] = { c->id,       date ? date->value.text : STR(""),
                                c->question, str_from(vocabulary_row(c->metric)->name),
                                system->id,  system->label };
    for (size_t i = 0; i < ARRAY_COUNT(part); i++)
        buf_putf(&text, "%zu:%.*s\n", part[i].len, STR_ARG(part[i]));
    return digest_of(buf_str(&text));
}

struct digest asked_row_digest(struct arena *home, const struct str *cell)
{
    struct buf text = buf_new(home, (size_t)1 << 16);
    for (size_t i = 0; i < ASKED_COLUMNS; i++)
        if (i != ASKED_VALUE && i != ASKED_REMARK)
            buf_putf(&text, "%zu:%.*s\n", cell[i].len, STR_ARG(cell[i]));
    return digest_of(buf_str(&text));
}

/* "such as bf16; see the server's --dtype" */
static struct str hint_of(struct arena *home, enum key key)
{
    const char *example = key != KEY_COUNT ? capture_example(key) : NULL;
    const char *look = key != KEY_COUNT ? capture_look(key) : NULL;
    return str_format(home, "%s%s%s%s%s", example ? "such as " : "", example ? example : "",
                      example && look ? "; " : "", look ? "see " : "", look ? look : "");
}

void asked_cells(struct arena *home, const struct asked_row *row, size_t number, struct str *cell)
{
    bool words = row->key == KEY_COUNT;
    for (size_t i = 0; i < ASKED_COLUMNS; i++)
        cell[i] = (struct str){ 0 };
    cell[ASKED_NUMBER] = str_format(home, "%zu", number);
    cell[ASKED_KEY] = words ? STR(FORM_WORDS) : str_from(vocabulary_row(row->key)->name);
    cell[ASKED_QUESTION] = form_question(row->key);
    cell[ASKED_UNIT] = form_unit(row->key);
    cell[ASKED_HINT] = hint_of(home, row->key);
    cell[ASKED_RULE] = row->rules;
    if (!words)
        cell[ASKED_REASON] =
            str_format(home, "%.*s: %s", STR_ARG(row->reason),
                       row->blocks ? "the comparison stays open without it"
                                   : "that it is not disclosed will stand beside the number");
}

/* ---- request.json ---- */

struct str asked_request_text(struct arena *home, const struct pipeline *p,
                              const struct asked_form *form)
{
    struct buf text = buf_new(home, (size_t)4 << 20);
    struct json_out json;
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR(REQUEST_FORMAT));
    json_text(&json, STR("case"), p->case_file->id);
    json_text(&json, STR("question"), p->case_file->question);
    json_text(&json, STR("system"), form->system->id);
    json_text(&json, STR("label"), form->system->label);
    json_text(&json, STR("party"), form->party);
    json_text(&json, STR("binding"), digest_hex(home, asked_binding(home, p, form->system)));
    json_open(&json, STR("asked"), '[');
    for (size_t i = 0; i < form->row_count; i++) {
        struct str cell[ASKED_COLUMNS];
        asked_cells(home, &form->row[i], i + 1, cell);
        json_open(&json, STR(""), '{');
        json_text(&json, STR("key"), cell[ASKED_KEY]);
        json_text(&json, STR("sha256"), digest_hex(home, asked_row_digest(home, cell)));
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(&text, '\n');
    return buf_str(&text);
}

static bool refuse(struct diags *diags, struct str name, const char *said)
{
    diag_add(diags, DIAG_BESIDE_BAD, (struct place){ .file = name },
             STR("request.json as `dossier request` wrote it"), "%s", said);
    return false;
}

static struct str text_at(const struct json_item *object, const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    return item && json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
}

bool asked_request_read(struct arena *home, struct str name, struct str bytes,
                        struct asked_request *out, struct diags *diags)
{
    static const char *const members[] = { "format", "case",  "question", "system",
                                           "label",  "party", "binding",  "asked" };
    struct json *json;
    if (!json_read(home, name, bytes, &limits_default, &json, diags))
        return false;
    const struct json_item *root = json_root(json);
    if (json_type(root) != JSON_OBJECT || json_count(root) != ARRAY_COUNT(members) ||
        !str_eq(text_at(root, "format"), STR(REQUEST_FORMAT)))
        return refuse(diags, name, "something else");
    const struct json_item *list = json_member(root, STR("asked"));
    *out = (struct asked_request){ .case_id = text_at(root, "case"),
                                   .system = text_at(root, "system"),
                                   .binding = text_at(root, "binding") };
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) > ROWS_MOST + 1)
        return refuse(diags, name, "no list of what was asked");
    out->sent = ARENA_MANY(home, json_count(list) + 1, struct asked_sent);
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        struct asked_sent *sent = &out->sent[out->sent_count++];
        struct digest digest;
        if (json_type(one) != JSON_OBJECT)
            return refuse(diags, name, "no list of what was asked");
        *sent = (struct asked_sent){ text_at(one, "key"), text_at(one, "sha256") };
        if (sent->key.len == 0 || !digest_from_hex(sent->sha256, &digest))
            return refuse(diags, name, "no list of what was asked");
    }
    return true;
}
