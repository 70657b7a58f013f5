/* verb_inspect.c - what a bundle holds: formats, facts with sources, what is not disclosed. */
#include "base/json.h"
#include "ingest/ingest.h"
#include "output.h"
#include "verdict_text.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct inspection {
    struct request *request;
    const struct inspected *file;
    size_t count;
    struct buf *out;
};

static bool is_case(const struct inspected *file)
{
    return str_ends(file->evidence->name, STR(".json")) &&
           str_find(str_sub(file->evidence->bytes, 0, 4096), STR("\"dossier-case/")) != SIZE_MAX;
}

/* "name (3 facts, 2 series)" of a file that was read. */
static struct str file_line(struct arena *home, const struct inspected *file)
{
    struct str name = file->evidence->name;
    if (file->adapter == NULL)
        return name;
    size_t facts = facts_count(file->facts);
    const char *plural = facts == 1 ? "" : "s";
    if (file->series_count > 0)
        return str_format(home, "%.*s (%zu fact%s, %zu series)", STR_ARG(name), facts, plural,
                          file->series_count);
    return str_format(home, "%.*s (%zu fact%s)", STR_ARG(name), facts, plural);
}

static void put_files(const struct inspection *in)
{
    bool unread = false;
    for (size_t i = 0; i < in->count; i++) {
        const struct inspected *file = &in->file[i];
        const char *label = "not read";
        if (file->adapter != NULL)
            label = file->adapter->name;
        else if (is_case(file))
            label = "the case";
        else
            unread = true;
        output_row(in->out, label, 20, file_line(in->out->home, file));
    }
    if (unread)
        buf_put(in->out,
                STR("\nnot read: no known format (`dossier formats`); kept as evidence\n"));
}

static void put_fact(struct buf *out, const struct fact *fact)
{
    struct buf line = buf_new(out->home, (size_t)1 << 22);
    struct str text = fact->value.text;
    if (fact->placeholder)
        buf_putf(&line, "not disclosed (\"%.*s\")", STR_ARG(text));
    else if (text.len > 120)
        buf_putf(&line, "%.*s…", STR_ARG(str_sub(text, 0, 120)));
    else
        value_put(fact, &line);
    buf_put(&line, STR("  "));
    source_put(fact, &line);
    struct str label = fact->instance.len > 0
                           ? str_format(out->home, "%s[%.*s]", vocabulary_row(fact->key)->name,
                                        STR_ARG(fact->instance))
                           : str_from(vocabulary_row(fact->key)->name);
    struct buf visible = buf_new(out->home, label.len * 12 + 64);
    buf_put_visible(&visible, label);
    output_row(out, str_c(out->home, buf_str(&visible)), 28, buf_str(&line));
}

static struct str folder_of(const struct inspected *file)
{
    struct str name = file->evidence->name;
    size_t end = name.len;
    while (end > 0 && name.at[end - 1] != '/')
        end--;
    return str_sub(name, 0, end);
}

static bool put_key(const struct inspection *in, enum key key)
{
    bool any = false;
    for (size_t i = 0; i < in->count; i++) {
        for (size_t k = 0; k < facts_count(in->file[i].facts); k++) {
            const struct fact *fact = facts_at(in->file[i].facts, k);
            if (fact->key != key)
                continue;
            put_fact(in->out, fact);
            any = any || !fact->placeholder;
        }
    }
    return any;
}

static void put_folder(const struct inspection *in, bool *disclosed)
{
    for (int layer = LAYER_NONE; layer < LAYER_COUNT; layer++) {
        bool titled = false;
        for (int key = 0; key < KEY_COUNT; key++) {
            if (vocabulary_row((enum key)key)->layer != (enum layer)layer)
                continue;
            size_t before = in->out->len;
            if (!titled)
                buf_putf(in->out, "\n%s\n",
                         layer == LAYER_NONE ? "Workload, method, health, results"
                                             : layer_row((enum layer)layer)->title);
            size_t title = in->out->len;
            disclosed[key] = put_key(in, (enum key)key) || disclosed[key];
            if (in->out->len == title)
                in->out->len = before;
            else
                titled = true;
        }
    }
}

static int folder_order(const void *left, const void *right)
{
    const struct inspected *a = left, *b = right;
    int order = str_order(folder_of(a), folder_of(b));
    return order != 0 ? order
                      : (a->evidence->index > b->evidence->index) -
                            (a->evidence->index < b->evidence->index);
}

/* Folder by folder, since two runs in one bundle are two runs. */
static void put_facts(const struct inspection *in, bool *disclosed)
{
    struct inspected *file = ARENA_MANY(in->out->home, in->count, struct inspected);
    memcpy(file, in->file, in->count * sizeof *file);
    qsort(file, in->count, sizeof *file, folder_order);
    for (size_t from = 0, to; from < in->count; from = to) {
        struct str folder = folder_of(&file[from]);
        for (to = from + 1; to < in->count && str_eq(folder_of(&file[to]), folder);)
            to++;
        struct inspection part = *in;
        part.file = &file[from];
        part.count = to - from;
        size_t before = in->out->len;
        if (part.count < in->count) {
            buf_put(in->out, STR("\n== "));
            buf_put_visible(in->out, folder.len > 0 ? folder : STR("./"));
            buf_put(in->out, STR(" ==\n"));
        }
        size_t title = in->out->len;
        put_folder(&part, disclosed);
        if (in->out->len == title)
            in->out->len = before;
    }
}

static void put_missing(const struct inspection *in, const bool *disclosed)
{
    buf_put(in->out, STR("\nNot disclosed, though a credible comparison needs it\n"));
    bool any = false;
    for (int key = 0; key < KEY_COUNT; key++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)key);
        if (!row->needed || disclosed[key])
            continue;
        output_row(in->out, row->name, 28, str_from(row->title));
        any = true;
    }
    if (!any)
        buf_put(in->out, STR("  nothing\n"));
}

static void put_json(const struct inspection *in)
{
    struct json_out json;
    json_begin(&json, in->out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-inspect/1"));
    json_open(&json, STR("files"), '[');
    for (size_t i = 0; i < in->count; i++) {
        const struct inspected *file = &in->file[i];
        json_open(&json, STR(""), '{');
        json_text(&json, STR("name"), file->evidence->name);
        json_text(&json, STR("sha256"), digest_hex(in->out->home, file->evidence->digest));
        json_text(&json, STR("read_as"),
                  str_from(file->adapter != NULL ? file->adapter->name : ""));
        json_open(&json, STR("facts"), '[');
        for (size_t k = 0; k < facts_count(file->facts); k++) {
            const struct fact *fact = facts_at(file->facts, k);
            struct buf place = buf_new(in->out->home, 65536);
            place_put(fact->source.from, &place);
            json_open(&json, STR(""), '{');
            json_text(&json, STR("key"), str_from(vocabulary_row(fact->key)->name));
            if (fact->instance.len > 0)
                json_text(&json, STR("instance"), fact->instance);
            json_text(&json, STR("kind"), str_from(fact_kind_name(fact->kind)));
            json_text(&json, STR("value"), fact->value.text);
            json_text(&json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
            if (fact->placeholder)
                json_bool(&json, STR("placeholder"), true);
            json_text(&json, STR("place"), buf_str(&place));
            json_close(&json);
        }
        json_close(&json);
        json_open(&json, STR("series"), '[');
        for (size_t k = 0; k < file->series_count; k++) {
            json_open(&json, STR(""), '{');
            json_text(&json, STR("key"), str_from(vocabulary_row(file->series[k].key)->name));
            json_text(&json, STR("instance"), file->series[k].instance);
            json_integer(&json, STR("count"), (int64_t)file->series[k].count);
            json_close(&json);
        }
        json_close(&json);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(in->out, '\n');
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct buf out = output_new(request->home);
    bool any = false;
    for (int i = 0; i < o->argument_count; i++) {
        struct entries entries;
        struct inspection in = { .request = request, .out = &out };
        struct inspected *file;
        if (!entries_read(request->home, o->argument[i], &limits_default, &entries,
                          request->diags) ||
            !ingest_inspect(request->home, &entries, &limits_default, &file, &in.count,
                            request->diags))
            continue;
        any = true;
        in.file = file;
        if (o->json) {
            put_json(&in);
            continue;
        }
        if (o->argument_count > 1)
            buf_putf(&out, "%s%s\n", i > 0 ? "\n" : "", o->argument[i]);
        bool disclosed[KEY_COUNT] = { false };
        put_files(&in);
        put_facts(&in, disclosed);
        put_missing(&in, disclosed);
    }
    if (!output_print(buf_str(&out)))
        return STATUS_MACHINE;
    int worst = diags_exit(request->diags);
    return any || worst != 0 ? worst : STATUS_INPUT;
}

static const struct option_row rows[] = { OPTION_ROW_JSON };
const struct verb verb_inspect = {
    .name = "inspect",
    .summary = "what a bundle holds, and what it does not disclose",
    .usage = "inspect BUNDLE... [--json]",
    .more = "BUNDLE is a folder, an archive (tar, tar.gz, tar.xz, tar.zst, zip) or a file.\n"
            "Exit status: 0, or 3 where something could not be read.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
