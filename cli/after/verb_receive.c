/* verb_receive.c - takes what a party returned into the case: the folder as it came, beside the
 * case, and its path among the captures of the system. So each filled cell is a fact with file, row
 * and column, and nothing that the case says is touched. */
#include "amending.h"
#include "asked_form.h"
#include "base/json.h"
#include "case_insert.h"
#include "model/decision.h"
#include "output.h"
#include "seals.h"
#include "verdict_text.h"
#include <glib.h>
#include <stddef.h>
#include <unistd.h>

enum cell_state { STATE_NEW, STATE_KNOWN, STATE_CONFLICT };
static const char *const state_names[] = { "new", "known", "conflict" };

struct cell { /* a filled one */
    const struct form_row *row;
    const struct fact *said;  /* as the form tells it; NULL: words to be printed */
    const struct fact *known; /* as the case tells it; NULL: it does not */
    enum cell_state state;
};
struct receiving {
    struct request *request;
    struct pipeline p;
    const struct system *system;
    struct entries files; /* as they came */
    struct asked_request asked;
    struct digest id; /* of request.json */
    struct form_row *row;
    size_t row_count;
    struct facts *facts; /* of the form */
    struct cell *cell;
    size_t cell_count, state[3], open, missing;
    size_t captures, runs; /* files in the folders of that name */
    struct str party, folder, words;
    bool there; /* it was received before, byte for byte */
};

static bool refuse(struct receiving *r, struct str file, struct str expected, const char *said)
{
    diag_add(r->request->diags, DIAG_BESIDE_BAD, (struct place){ .file = file }, expected, "%s",
             said);
    return false;
}

/* ---- what came ---- */

/* A returned folder is whole or is not taken: what a reader leaves out (links, devices, files
 * beyond a limit) would be a gap that nobody sees. */
static bool folder_read(struct receiving *r)
{
    struct arena *home = r->request->home;
    const char *path = r->request->options.argument[0];
    struct limits limits = limits_default;
    limits.file = (uint64_t)256 << 20;
    limits.bytes = (uint64_t)1 << 30;
    limits.entries = 2000;
    limits.depth = 8;
    if (!g_file_test(path, G_FILE_TEST_IS_DIR))
        return refuse(r, str_from(path), STR("the folder that came back; unpack an archive first"),
                      "no folder");
    if (!entries_read(home, path, &limits, &r->files, r->request->diags))
        return false;
    carried_tell(home, path, &r->files, (struct str){ 0 }, r->request->diags);
    if (diags_exit(r->request->diags) != 0)
        return false;
    const struct entry *left = entries_find(&r->files, STR("left-out.txt"));
    return !left || refuse(r, str_from(path), STR("plain files within the limits alone"),
                           "links, devices or what is too large lie in it");
}

static bool request_read(struct receiving *r)
{
    struct arena *home = r->request->home;
    const struct entry *entry = entries_find(&r->files, STR(REQUEST_FILE));
    const char *pinned = r->request->options.request_file;
    struct digest digest;
    if (!entry)
        return refuse(r, STR(REQUEST_FILE), STR("the file as it was sent"), "it is not there");
    r->id = digest_of(entry->bytes);
    if (pinned && (!digest_from_hex(str_from(pinned), &digest) || !digest_eq(digest, r->id)))
        return refuse(r, STR(REQUEST_FILE), str_format(home, "the request with the id %s", pinned),
                      "another request");
    return asked_request_read(home, STR(REQUEST_FILE), entry->bytes, &r->asked, r->request->diags);
}

static bool case_fits(struct receiving *r)
{
    struct arena *home = r->request->home;
    if (r->p.dossier)
        return refuse(r, str_from(r->request->options.argument[1]),
                      STR("case.json, into which it is written"), "a dossier");
    for (size_t i = 0; i < r->p.case_file->system_count; i++)
        if (str_eq(r->p.case_file->system[i].id, r->asked.system))
            r->system = &r->p.case_file->system[i];
    if (!r->system ||
        !str_eq(digest_hex(home, asked_binding(home, &r->p, r->system)), r->asked.binding))
        return refuse(r, STR(REQUEST_FILE),
                      STR("a request of this case: id, date, question, metric, system and label as "
                          "they were when it was sent"),
                      "it is of another case, or of another system");
    const struct fact *party = facts_best(r->system->facts, KEY_PARTY_MEASURED_BY, STR(""));
    r->party = party ? party->value.text : r->system->label;
    return true;
}

static bool tells(const struct facts *facts, enum key key)
{
    for (size_t i = 0; i < facts_count(facts); i++)
        if (facts_at(facts, i)->key == key)
            return true;
    return false;
}

/* Captures are what tools wrote of a machine. A statement among them was not asked for, and a
 * result would count as measured there: both come by their own ways, where somebody looks at them.
 */
static bool captures_good(struct receiving *r)
{
    struct arena *home = r->request->home;
    struct entry *item = ARENA_MANY(home, r->files.count + 1, struct entry);
    struct entries captures = { item, 0 };
    struct inspected *seen;
    size_t count;
    for (size_t i = 0; i < r->files.count; i++)
        if (str_starts(r->files.item[i].name, STR("captures/")))
            item[captures.count++] = r->files.item[i];
    r->captures = captures.count;
    if (captures.count == 0)
        return true;
    if (!ingest_inspect(home, &captures, &limits_default, &seen, &count, diags_new(home)))
        return refuse(r, STR("captures"), STR("files that can be read"), "none can");
    for (size_t i = 0; i < count; i++) {
        struct str name = seen[i].evidence->name, base = str_base_name(name);
        if (str_eq(base, STR("run.json")) || str_eq(base, STR("case.json")) ||
            (seen[i].adapter && seen[i].adapter->by_hand))
            return refuse(r, name, STR("statements in " FORM_FILE " alone"),
                          "a statement among the captures");
        if ((seen[i].adapter && carries_of(seen[i].adapter->name)) ||
            tells(seen[i].facts, r->p.case_file->metric))
            return refuse(r, name, STR("results in the folder runs, one folder a run"),
                          "results of a benchmark among the captures");
    }
    return true;
}

/* ---- the form ---- */

static const struct asked_sent *sent_find(const struct receiving *r, struct str key)
{
    for (size_t i = 0; i < r->asked.sent_count; i++)
        if (str_eq(r->asked.sent[i].key, key))
            return &r->asked.sent[i];
    return NULL;
}

static bool row_fits(struct receiving *r, const struct form_row *row)
{
    struct arena *home = r->request->home;
    const struct asked_sent *sent = sent_find(r, row->cell[ASKED_KEY]);
    struct place place = { .file = STR(FORM_FILE) };
    place.path = str_format(home, "row %u", row->row);
    if (sent && str_eq(digest_hex(home, asked_row_digest(home, row->cell)), sent->sha256))
        return true;
    diag_add(r->request->diags, DIAG_BESIDE_BAD, place,
             STR("the rows that were sent, in which only value and remark were filled in"), "%s",
             !sent ? "it was not asked" : "the question was edited");
    return false;
}

static bool form_take(struct receiving *r)
{
    struct arena *home = r->request->home;
    const struct entry *entry = entries_find(&r->files, STR(FORM_FILE));
    bool good = true;
    if (!entry)
        return refuse(r, STR(FORM_FILE), STR("the form, filled in"), "it is not there");
    if (!form_read(home, STR(FORM_FILE), entry->bytes, &r->row, &r->row_count, r->request->diags))
        return false;
    for (size_t i = 0; i < r->row_count; i++)
        good = row_fits(r, &r->row[i]) && good;
    r->missing = r->asked.sent_count > r->row_count ? r->asked.sent_count - r->row_count : 0;
    struct inspected *seen;
    size_t count;
    const struct entries one = { entry, 1 };
    if (!good || !ingest_inspect(home, &one, &limits_default, &seen, &count, r->request->diags))
        return false;
    r->facts = count > 0 ? seen[0].facts : facts_new(home);
    return diags_exit(r->request->diags) == 0;
}

/* ---- what the case says already ---- */

static bool says_same(const struct fact *a, const struct fact *b)
{
    const struct quantity *x = &a->value, *y = &b->value;
    if (x->number && y->number)
        return x->value * unit_row(x->unit)->factor == y->value * unit_row(y->unit)->factor;
    return str_eq(str_trim(x->text), str_trim(y->text));
}

/* The first statement of the key, not the same if there is one; NULL: it is not told. */
static const struct fact *known_in(const struct facts *facts, const struct fact *said,
                                   const struct fact *found)
{
    for (size_t i = 0; facts && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key != said->key || fact->placeholder || fact->kind == FACT_DERIVED ||
            fact->instance.len > 0)
            continue;
        if (!found || (says_same(found, said) && !says_same(fact, said)))
            found = fact;
    }
    return found;
}

static const struct fact *known_of(const struct receiving *r, const struct fact *said)
{
    const struct fact *found = known_in(r->system->facts, said, NULL);
    for (size_t i = 0; i < r->system->machine_count; i++) {
        const struct machine *machine = &r->system->machine[i];
        found = known_in(machine->facts, said, found);
        for (size_t k = 0; k < machine->run_count; k++)
            found = known_in(machine->run[k].facts, said, found);
    }
    return found;
}

static const struct fact *fact_of(const struct receiving *r, const struct form_row *row)
{
    for (size_t i = 0; i < facts_count(r->facts); i++) {
        const struct fact *fact = facts_at(r->facts, i);
        if (fact->key == row->key && str_eq(fact->source.from.path, row->place.path))
            return fact;
    }
    return NULL;
}

static bool words_known(const struct receiving *r, struct str words)
{
    const struct terms *terms = r->p.case_file->terms;
    for (size_t i = 0; i < terms->statement_count; i++)
        if (str_eq(terms->statement[i].text->value.text, words) &&
            str_eq(terms->statement[i].party->value.text, r->party))
            return true;
    return false;
}

/* False: a value is none of its key (told). */
static bool cells_take(struct receiving *r)
{
    bool good = true;
    r->cell = ARENA_MANY(r->request->home, r->row_count + 1, struct cell);
    for (size_t i = 0; i < r->row_count; i++) {
        const struct form_row *row = &r->row[i];
        struct str value = row->cell[ASKED_VALUE];
        struct cell *cell = &r->cell[r->cell_count];
        if (form_open(value)) {
            r->open += row->key != KEY_COUNT;
            continue;
        }
        *cell = (struct cell){ .row = row };
        if (row->key == KEY_COUNT) {
            r->words = value;
            cell->state = words_known(r, value) ? STATE_KNOWN : STATE_NEW;
        } else if (!(cell->said = fact_of(r, row))) {
            struct place place = row->place;
            place.file = STR(FORM_FILE);
            diag_add(r->request->diags, DIAG_BESIDE_BAD, place,
                     str_format(r->request->home, "a value of \"%s\"%s%s",
                                vocabulary_row(row->key)->title,
                                form_unit(row->key).len > 0 ? ", in " : "",
                                str_c(r->request->home, form_unit(row->key))),
                     "\"%.*s\"", STR_ARG(str_sub(value, 0, 64)));
            good = false;
        } else if ((cell->known = known_of(r, cell->said))) {
            cell->state = says_same(cell->said, cell->known) ? STATE_KNOWN : STATE_CONFLICT;
        }
        r->state[cell->state]++;
        r->cell_count++;
    }
    for (size_t i = 0; i < r->files.count; i++)
        r->runs += str_starts(r->files.item[i].name, STR("runs/"));
    return good;
}

/* ---- into the case ---- */

static struct digest folder_digest(struct receiving *r)
{
    struct buf text = buf_new(r->request->home, (size_t)4 << 20);
    for (size_t i = 0; i < r->files.count; i++) {
        digest_put_hex(digest_of(r->files.item[i].bytes), &text);
        buf_putf(&text, "  %.*s\n", STR_ARG(r->files.item[i].name));
    }
    return digest_of(buf_str(&text));
}

static struct str case_folder(const struct receiving *r)
{
    struct str path = str_from(r->request->options.argument[1]);
    struct str base = str_base_name(path);
    return path.len > base.len ? str_sub(path, 0, path.len - base.len) : STR("./");
}

static bool case_write(struct receiving *r, struct str text)
{
    struct request *request = r->request;
    struct replacing *replacing;
    struct sink sink;
    if (!replace_begin(request->home, request->options.argument[1], &replacing, &sink,
                       request->diags))
        return false;
    if (!sink.put(sink.self, text)) {
        replace_abandon(replacing);
        return false;
    }
    return replace_commit_over(replacing, digest_of(r->p.case_evidence->bytes), request->diags);
}

/* The folder beside the case, then its paths into the case: a case never names what is not there.
 */
static bool write_all(struct receiving *r)
{
    struct arena *home = r->request->home;
    struct str name = str_sub(digest_hex(home, folder_digest(r)), 0, 8), text;
    r->folder = str_format(home, "received/%.*s-%.*s", STR_ARG(r->system->id), STR_ARG(name));
    const char *target =
        str_c(home, str_format(home, "%.*s%.*s", STR_ARG(case_folder(r)), STR_ARG(r->folder)));
    r->there = access(target, F_OK) == 0;
    if (r->there || r->state[STATE_CONFLICT] > 0 ||
        (r->cell_count == r->state[STATE_KNOWN] && r->captures == 0))
        return true;
    const struct str path[] = {
        str_format(home, "%.*s/" FORM_FILE, STR_ARG(r->folder)),
        str_format(home, "%.*s/captures", STR_ARG(r->folder)),
    };
    const struct case_insert insert = { .system = r->system,
                                        .capture = path,
                                        .capture_count = r->captures > 0 ? 2 : 1,
                                        .party = r->party,
                                        .words = words_known(r, r->words) ? STR("") : r->words };
    return case_insert(home, r->p.case_evidence->name, r->p.case_evidence->bytes, &insert, &text,
                       r->request->diags) &&
           entries_write(home, target, &r->files, r->request->diags) && case_write(r, text);
}

/* ---- what is said ---- */

static bool is_written(const struct receiving *r)
{
    return !r->there && r->state[STATE_CONFLICT] == 0 &&
           (r->cell_count > r->state[STATE_KNOWN] || r->captures > 0);
}

static struct str value_text(struct arena *home, const struct fact *fact)
{
    struct buf value = buf_new(home, 1 << 14), out = buf_new(home, 1 << 16);
    value_put(fact, &value);
    buf_put_visible(&out, buf_str(&value));
    return buf_str(&out);
}

static struct str source_text(struct arena *home, const struct fact *fact)
{
    struct buf place = buf_new(home, 1 << 14), out = buf_new(home, 1 << 16);
    source_put(fact, &place);
    buf_put_visible(&out, buf_str(&place));
    return buf_str(&out);
}

static void put_cells(const struct receiving *r, enum cell_state state, const char *head,
                      struct buf *out)
{
    struct arena *home = r->request->home;
    bool some = false;
    for (size_t i = 0; i < r->cell_count; i++) {
        const struct cell *cell = &r->cell[i];
        if (cell->state != state)
            continue;
        buf_putf(out, "%s", some ? "" : head);
        some = true;
        buf_putf(out, "  row %u  %.*s  ", cell->row->row, STR_ARG(cell->row->cell[ASKED_KEY]));
        buf_put_visible(out, cell->row->cell[ASKED_VALUE]);
        if (state == STATE_CONFLICT)
            buf_putf(out, "\n         the case says  %.*s  (%.*s)",
                     STR_ARG(value_text(home, cell->known)),
                     STR_ARG(source_text(home, cell->known)));
        buf_put_char(out, '\n');
    }
}

static void put_text(const void *answer, struct buf *out)
{
    const struct receiving *r = answer;
    buf_put(out, STR("from "));
    buf_put_visible(out, r->party);
    buf_putf(out, ", for %.*s of ", STR_ARG(r->system->id));
    buf_put_visible(out, r->p.case_file->id);
    buf_putf(out, ": %zu answer%s, %zu left open", r->cell_count, r->cell_count == 1 ? "" : "s",
             r->open);
    if (r->missing > 0)
        buf_putf(out, ", %zu row%s taken out of the form", r->missing, r->missing == 1 ? "" : "s");
    buf_putf(out, "; %zu file%s of captures\n", r->captures, r->captures == 1 ? "" : "s");
    put_cells(r, STATE_CONFLICT, "in conflict with what the case says, which stands:\n", out);
    put_cells(r, STATE_NEW, is_written(r) ? "taken:\n" : "new, and not taken:\n", out);
    put_cells(r, STATE_KNOWN, "known already:\n", out);
    if (is_written(r))
        buf_putf(out, "wrote  %.*s, and its path into the case; each value keeps its row there\n",
                 STR_ARG(r->folder));
    else if (r->there)
        buf_putf(out, "nothing written: %.*s is this folder, byte for byte\n", STR_ARG(r->folder));
    else
        buf_put(out, r->state[STATE_CONFLICT] > 0
                         ? STR("nothing written: settle what is in conflict, in the form or in the "
                               "case\n")
                         : STR("nothing written: it says nothing that the case does not say\n"));
    if (r->runs > 0)
        buf_putf(out,
                 "%zu file%s of runs: measurements are no statements; name them in the case "
                 "yourself\n",
                 r->runs, r->runs == 1 ? "" : "s");
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct receiving *r = answer;
    struct arena *home = r->request->home;
    json_text(json, STR("case"), r->p.case_file->id);
    json_text(json, STR("system"), r->system->id);
    json_text(json, STR("party"), r->party);
    json_text(json, STR("request_id"), digest_hex(home, r->id));
    json_bool(json, STR("written"), is_written(r));
    json_text(json, STR("folder"), r->folder);
    json_open(json, STR("cells"), '[');
    for (size_t i = 0; i < r->cell_count; i++) {
        const struct cell *cell = &r->cell[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("key"), cell->row->cell[ASKED_KEY]);
        json_text(json, STR("value"), cell->row->cell[ASKED_VALUE]);
        json_text(json, STR("file"), STR(FORM_FILE));
        json_integer(json, STR("row"), cell->row->row);
        json_text(json, STR("column"), str_from(form_column_name(ASKED_VALUE)));
        json_text(json, STR("state"), str_from(state_names[cell->state]));
        if (cell->known) {
            json_text(json, STR("case_says"), value_text(home, cell->known));
            json_text(json, STR("case_source"), source_text(home, cell->known));
        }
        json_close(json);
    }
    json_close(json);
    json_integer(json, STR("open"), (int64_t)r->open);
    json_integer(json, STR("rows_missing"), (int64_t)r->missing);
    json_integer(json, STR("capture_files"), (int64_t)r->captures);
    json_integer(json, STR("run_files"), (int64_t)r->runs);
}

static bool take(struct receiving *r)
{
    const struct options *o = &r->request->options;
    return folder_read(r) && request_read(r) &&
           pipeline_run(&r->p, o->argument[1], NULL, STAGE_ASSESS) && case_fits(r) &&
           captures_good(r) && form_take(r) && cells_take(r) && write_all(r);
}

static int run(struct request *request)
{
    struct receiving r = { .request = request,
                           .p = { .home = request->home, .diags = request->diags } };
    static const struct printers printers = { '{', "dossier-receive/1", put_json, put_text };
    if (!take(&r))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    return answer_print(request, &printers, &r,
                        r.state[STATE_CONFLICT] > 0 ? STATUS_HOLDS_NOT : STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 0, "request", "ID", "only an answer to the request of this id, as `request` printed it",
      offsetof(struct options, request_file), OPTION_TEXT },
    OPTION_ROW_JSON,
};
const struct verb verb_receive = {
    .name = "receive",
    .summary = "takes what a party returned into the case, each cell with its source",
    .usage = "receive FOLDER CASE [--request ID] [--json]",
    .more =
        "FOLDER is what `dossier request` wrote, filled in. It is copied beside the case as it\n"
        "came, and its path goes among the captures of the system: each filled cell is a\n"
        "statement of that party with file, row and column. An empty cell says nothing. A value\n"
        "that the case says otherwise is told, and nothing is written then. Refused are links,\n"
        "rows that were not asked, edited questions, formulas, and a request of another case.\n"
        "Exit status: 0 taken, or nothing new; 1 something is in conflict; 3 refused.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 2,
    .run = run,
};
