/* verb_request.c - what one side of a case has to return, as a folder with a form. */
#include "amending.h"
#include "asked_form.h"
#include "base/json.h"
#include "captures.h"
#include "output.h"
#include "templates/templates.h"
#include <stddef.h>

enum { FILES = 5 };

struct sending {
    struct request *request;
    struct pipeline p;
    struct asked_form form;
    struct str id; /* of the request; empty: nothing is asked */
};

static struct str form_text(struct sending *s)
{
    struct arena *home = s->request->home;
    struct buf out = buf_new(home, (size_t)4 << 20);
    struct str cell[ASKED_COLUMNS];
    for (size_t i = 0; i < ASKED_COLUMNS; i++)
        cell[i] = str_from(form_column_name((enum form_column)i));
    form_put_row(cell, &out);
    for (size_t i = 0; i < s->form.row_count; i++) {
        asked_cells(home, &s->form.row[i], i + 1, cell);
        form_put_row(cell, &out);
    }
    return buf_str(&out);
}

static void put_cell(struct buf *out, struct str text)
{
    buf_put_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        buf_put(out, text.at[i] == '"' ? STR("\"") : STR(""));
        buf_put_char(out, text.at[i]);
    }
    buf_put_char(out, '"');
}

static struct str files_text(struct sending *s)
{
    struct buf out = buf_new(s->request->home, (size_t)4 << 20);
    buf_put(&out, STR("number,what is wanted,what it answers,rule,reason\r\n"));
    for (size_t i = 0; i < s->form.file_count; i++) {
        const struct asked_file *file = &s->form.file[i];
        buf_putf(&out, "%zu,", i + 1);
        put_cell(&out, file->what);
        buf_put_char(&out, ',');
        put_cell(&out, file->answers);
        buf_putf(&out, ",%.*s,%s\r\n", STR_ARG(file->rules),
                 file->blocks ? "the comparison stays open without it"
                              : "that it is not disclosed will stand beside the number");
    }
    return buf_str(&out);
}

/* Questions in German by their numbers; one without a German word stands in English. */
static struct str questions_text(struct sending *s)
{
    struct arena *home = s->request->home;
    struct buf out = buf_new(home, (size_t)1 << 20);
    const struct entry *words = template_find(home, STR("words.de.json"));
    struct json *json = NULL;
    if (!json_read(home, words->name, words->bytes, &limits_default, &json, s->request->diags))
        json = NULL;
    for (size_t i = 0; i < s->form.row_count; i++) {
        struct str title = form_question(s->form.row[i].key);
        const struct json_item *word = json ? json_member(json_root(json), title) : NULL;
        if (s->form.row[i].key == KEY_COUNT)
            title = STR("In eigenen Worten, gedruckt wie geschrieben");
        else if (word)
            title = json_string(word);
        buf_putf(&out, "%5zu  %.*s\n", i + 1, STR_ARG(title));
    }
    return buf_str(&out);
}

/* The text with each "{name}" replaced; what others wrote is made visible. */
static struct str readme_text(struct sending *s)
{
    struct arena *home = s->request->home;
    const struct {
        const char *name;
        struct str text;
        bool ours;
    } word[] = {
        { "{party}", s->form.party, false },
        { "{case}", s->p.case_file->id, false },
        { "{question}", s->p.case_file->question, false },
        { "{system}", s->form.system->id, false },
        { "{label}", s->form.system->label, false },
        { "{questions}", questions_text(s), true },
    };
    struct buf out = buf_new(home, (size_t)4 << 20);
    struct str rest = template_find(home, STR("request.txt"))->bytes;
    for (size_t open; (open = str_find(rest, STR("{"))) != SIZE_MAX;) {
        buf_put(&out, str_sub(rest, 0, open));
        rest = str_sub(rest, open, rest.len);
        for (size_t i = 0; i < ARRAY_COUNT(word); i++) {
            if (!str_starts(rest, str_from(word[i].name)))
                continue;
            if (word[i].ours)
                buf_put(&out, word[i].text);
            else
                buf_put_visible(&out, word[i].text);
            rest = str_sub(rest, str_from(word[i].name).len, rest.len);
            break;
        }
    }
    buf_put(&out, rest);
    return buf_str(&out);
}

static bool folder_write(struct sending *s, struct str request_text)
{
    struct arena *home = s->request->home;
    struct buf script = buf_new(home, (size_t)4 << 20);
    capture_script_put(home, &script);
    struct entry item[FILES] = {
        { .name = STR("README.txt"), .bytes = readme_text(s) },
        { .name = STR("capture.sh"), .bytes = buf_str(&script) },
        { .name = STR("files.csv"), .bytes = files_text(s) },
        { .name = STR(REQUEST_FILE), .bytes = request_text },
        { .name = STR(FORM_FILE), .bytes = form_text(s) },
    };
    const struct entries entries = { item, FILES };
    return folder_new(s->request, s->request->options.output,
                      STR("a folder that is new or empty")) &&
           entries_write(home, s->request->options.output, &entries, s->request->diags);
}

static size_t blocking(const struct asked_form *form)
{
    size_t count = 0;
    for (size_t i = 0; i < form->row_count; i++)
        count += form->row[i].blocks;
    for (size_t i = 0; i < form->file_count; i++)
        count += form->file[i].blocks;
    return count;
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct sending *s = answer;
    json_text(json, STR("case"), s->p.case_file->id);
    json_text(json, STR("system"), s->form.system->id);
    json_text(json, STR("party"), s->form.party);
    if (s->id.len > 0)
        json_text(json, STR("request_id"), s->id);
    json_open(json, STR("statements"), '[');
    for (size_t i = 0; i < s->form.row_count; i++) {
        if (s->form.row[i].key == KEY_COUNT)
            continue;
        json_open(json, STR(""), '{');
        json_text(json, STR("key"), str_from(vocabulary_row(s->form.row[i].key)->name));
        json_text(json, STR("rules"), s->form.row[i].rules);
        json_bool(json, STR("blocks"), s->form.row[i].blocks);
        json_close(json);
    }
    json_close(json);
    json_open(json, STR("files"), '[');
    for (size_t i = 0; i < s->form.file_count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("what"), s->form.file[i].what);
        json_text(json, STR("answers"), s->form.file[i].answers);
        json_text(json, STR("rules"), s->form.file[i].rules);
        json_bool(json, STR("blocks"), s->form.file[i].blocks);
        json_close(json);
    }
    json_close(json);
}

static void put_text(const void *answer, struct buf *out)
{
    const struct sending *s = answer;
    const char *folder = s->request->options.output;
    size_t rows = s->form.row_count - (s->form.row_count > 0);
    buf_put(out, STR("asked of "));
    buf_put_visible(out, s->form.party);
    buf_putf(out, ", for %.*s of ", STR_ARG(s->form.system->id));
    buf_put_visible(out, s->p.case_file->id);
    if (s->id.len == 0) {
        buf_put(out, STR(": nothing; it leaves nothing open, and no folder was written\n"));
        return;
    }
    buf_putf(out, ": %zu statement%s and %zu file%s, %zu of which keep it open\n", rows,
             rows == 1 ? "" : "s", s->form.file_count, s->form.file_count == 1 ? "" : "s",
             blocking(&s->form));
    buf_putf(out,
             "wrote       %s: README.txt, " FORM_FILE ", files.csv, capture.sh, " REQUEST_FILE "\n",
             folder);
    buf_putf(out, "request id  %.*s\n", STR_ARG(s->id));
    buf_put(out, STR("Send the folder, and keep the id: receive --request asks for it.\n"));
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct sending s = { .request = request,
                         .p = { .home = request->home, .diags = request->diags } };
    if (!o->output || !o->to) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--to SYSTEM -o FOLDER"), "no %s is named", !o->to ? "system" : "folder");
        return STATUS_INPUT;
    }
    if (!pipeline_run(&s.p, o->argument[0], NULL, STAGE_ASSESS))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    if (s.p.dossier) {
        diag_add(request->diags, DIAG_REFUSED, (struct place){ .file = str_from(o->argument[0]) },
                 STR("case.json: what comes back is written into it; name the case.json that the "
                     "dossier was built from"),
                 "a dossier");
        return STATUS_INPUT;
    }
    const struct system *system = asked_system(request, &s.p, o->to);
    if (!system)
        return STATUS_INPUT;
    asked_form_make(&s.p, system, &s.form);
    if (s.form.row_count + s.form.file_count > 0) {
        s.form.row[s.form.row_count++] = (struct asked_row){ .key = KEY_COUNT };
        struct str text = asked_request_text(request->home, &s.p, &s.form);
        s.id = digest_hex(request->home, digest_of(text));
        if (!folder_write(&s, text))
            return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    }
    static const struct printers printers = { '{', "dossier-request-made/1", put_json, put_text };
    return answer_print(request, &printers, &s, STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 0, "to", "SYSTEM", "id of the system whose party is asked", offsetof(struct options, to),
      OPTION_TEXT },
    { 'o', "output", "FOLDER", "new folder, to be sent", offsetof(struct options, output),
      OPTION_TEXT },
    OPTION_ROW_JSON,
};
const struct verb verb_request = {
    .name = "request",
    .summary = "what a party has to return, as a folder with a form",
    .usage = "request CASE --to SYSTEM -o FOLDER [--json]",
    .more =
        "FOLDER/statements.csv asks for what a statement can answer, files.csv lists the files\n"
        "that are wanted, each with the rule and the reason; README.txt says in English and\n"
        "German what to do, capture.sh makes most of the files. What blocks comes first. The\n"
        "request names its case and system by digest; `dossier receive` takes what comes back.\n"
        "Exit status: 0, or 3.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
