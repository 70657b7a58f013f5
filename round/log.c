/* log.c - mlperf_log_detail.txt, read past what nobody asks for.
 *
 * Each line is ":::MLLOG " and one object. LoadGen writes its members in one order and with the
 * same blanks (loadgen/logging.cc), so that a line in just that form is taken apart by comparing
 * bytes; lists, of which a log may hold megabytes, are passed over. Any other form is parsed as
 * JSON. The first of two lines with one key counts, as it does for the suite's own checker. */
#include "log.h"
#include "base/json.h"
#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const char *const names[SAID_COUNT] = {
#define SAID(id, name) [SAID_##id] = (name),
#include "keys.def"
#undef SAID
};

const char *said_name(enum said_key key)
{
    return names[key];
}

enum { SLOTS = 512 };
static unsigned slot_of(struct str name)
{
    unsigned hash = 2166136261U; /* FNV-1a, Fowler, Noll and Vo */
    for (size_t i = 0; i < name.len; i++)
        hash = (hash ^ (unsigned char)name.at[i]) * 16777619U;
    return hash % SLOTS;
}

static const unsigned short *slots(void)
{
    static unsigned short table[SLOTS]; /* key + 1; 0: free */
    static gsize made;
    if (g_once_init_enter(&made)) {
        for (unsigned key = 0; key < SAID_COUNT; key++) {
            unsigned at = slot_of(str_from(names[key]));
            while (table[at] != 0)
                at = (at + 1) % SLOTS;
            table[at] = (unsigned short)(key + 1);
        }
        g_once_init_leave(&made, 1);
    }
    return table;
}

enum said_key said_find(struct str name)
{
    const unsigned short *table = slots();
    for (unsigned at = slot_of(name); table[at] != 0; at = (at + 1) % SLOTS)
        if (str_eq(str_from(names[table[at] - 1]), name))
            return (enum said_key)(table[at] - 1);
    return SAID_COUNT;
}

bool log_is(const struct log *log, enum said_key key, const char *text)
{
    return log_says(log, key) && str_eq(log->said[key].text, str_from(text));
}

bool log_number(const struct log *log, enum said_key key, double *out)
{
    return log_says(log, key) && num_real(log->said[key].text, out) && isfinite(*out);
}

/* ---- one line ---- */

struct mllog {
    struct str key, value; /* value as evidence text; of a list: empty, at not NULL */
    double time;
    bool error, warning;
};
struct rest { /* what of the line is not yet read */
    const char *at, *end;
};

static bool eat(struct rest *in, const char *text, size_t len)
{
    if ((size_t)(in->end - in->at) < len || memcmp(in->at, text, len) != 0)
        return false;
    in->at += len;
    return true;
}
#define EAT(in, literal) eat((in), literal, sizeof(literal) - 1)

/* Up to `stop`, and past it. False: there is none, or the text needs decoding. */
static bool plain_until(struct rest *in, char stop, struct str *out)
{
    const char *found = memchr(in->at, stop, (size_t)(in->end - in->at));
    if (!found)
        return false;
    *out = (struct str){ in->at, (size_t)(found - in->at) };
    in->at = found + 1;
    return !memchr(out->at, '\\', out->len);
}

static bool digits(struct rest *in, struct str *out)
{
    const char *from = in->at;
    while (in->at < in->end && (g_ascii_isdigit(*in->at) || strchr("+-.eE", *in->at)) &&
           *in->at != '\0')
        in->at++;
    *out = (struct str){ from, (size_t)(in->at - from) };
    return out->len > 0;
}

static bool flag(struct rest *in, bool *out)
{
    *out = EAT(in, "true");
    return *out || EAT(in, "false");
}

/* A list or object without another inside. */
static bool flat(struct rest *in, char stop)
{
    const char *found = memchr(in->at, stop, (size_t)(in->end - in->at));
    if (!found)
        return false;
    in->at = found + 1;
    return true;
}

static bool value(struct rest *in, struct str *out)
{
    const char *from = in->at;
    switch (in->at < in->end ? *in->at : '\0') {
    case '"':
        in->at++;
        return plain_until(in, '"', out);
    case '[':
        *out = (struct str){ from, 0 };
        return flat(in, ']');
    case '{':
        *out = (struct str){ from, 0 };
        return flat(in, '}');
    case 't':
    case 'f': {
        bool which;
        bool said = flag(in, &which);
        *out = (struct str){ from, (size_t)(in->at - from) };
        return said;
    }
    default:
        return digits(in, out);
    }
}

/* The form in which LoadGen writes; false: another. */
static bool usual(struct str line, struct mllog *out)
{
    struct rest in = { line.at, line.at + line.len };
    struct str time, other;
    double real;
    return EAT(&in, ":::MLLOG {\"key\": \"") && plain_until(&in, '"', &out->key) &&
           EAT(&in, ", \"value\": ") && value(&in, &out->value) && EAT(&in, ", \"time_ms\": ") &&
           digits(&in, &time) && num_real(time, &real) && ((out->time = real), true) &&
           EAT(&in, ", \"namespace\": \"mlperf::logging\", \"event_type\": \"") &&
           plain_until(&in, '"', &other) && EAT(&in, ", \"metadata\": {\"is_error\": ") &&
           flag(&in, &out->error) && EAT(&in, ", \"is_warning\": ") && flag(&in, &out->warning) &&
           EAT(&in, ", \"file\": \"") && plain_until(&in, '"', &other) &&
           EAT(&in, ", \"line_no\": ") && digits(&in, &other) && EAT(&in, ", \"pid\": ") &&
           digits(&in, &other) && EAT(&in, ", \"tid\": ") && digits(&in, &other) &&
           EAT(&in, "}}") && in.at == in.end;
}

static bool is_true(const struct json_item *item)
{
    return item && json_type(item) == JSON_TRUE;
}

static bool parsed(struct arena *scratch, struct str line, struct mllog *out)
{
    static const struct str mark = STR_INIT(":::MLLOG ");
    struct json *json;
    struct diags *diags = diags_new(scratch);
    if (!str_starts(line, mark) ||
        !json_read(scratch, STR("line"), str_sub(line, mark.len, line.len), NULL, &json, diags))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *key = json_member(root, STR("key"));
    const struct json_item *said = json_member(root, STR("value"));
    const struct json_item *time = json_member(root, STR("time_ms"));
    const struct json_item *metadata = json_member(root, STR("metadata"));
    if (!key || json_type(key) != JSON_STRING || !said)
        return false;
    bool list = json_type(said) == JSON_ARRAY || json_type(said) == JSON_OBJECT;
    *out =
        (struct mllog){ .key = json_string(key),
                        .value = list ? STR("") : json_scalar(json, said),
                        .error = metadata && is_true(json_member(metadata, STR("is_error"))),
                        .warning = metadata && is_true(json_member(metadata, STR("is_warning"))) };
    if (!out->value.at)
        out->value = STR("");
    if (!time || json_type(time) != JSON_NUMBER || !json_real(json, time, &out->time))
        out->time = 0;
    return true;
}

/* ---- all lines ---- */

static void error_note(struct arena *home, struct log *out, const struct mllog *line,
                       uint32_t number)
{
    if (out->errors < LOG_ERRORS) {
        out->error[out->errors].line = number;
        out->error[out->errors].text =
            str_keep(home, line->value.len > 0 ? line->value : line->key);
    }
    out->errors++;
    if (str_eq(line->key, STR("error_uncommitted_loadgen_changes")))
        out->uncommitted_line = number;
}

static void said_note(struct arena *home, struct log *out, const struct mllog *line,
                      uint32_t number)
{
    enum said_key key = said_find(line->key);
    if (key == SAID_COUNT)
        return;
    struct said *said = &out->said[key];
    if (!said->text.at) {
        *said = (struct said){ str_keep(home, line->value), number, line->time };
    } else if (out->twice_line == 0 && key >= SAID_VALIDITY && !str_eq(said->text, line->value)) {
        out->twice_line = number;
        out->twice = str_from(said_name(key));
    }
}

static void line_note(struct arena *home, struct arena *scratch, struct log *out, struct str text,
                      uint32_t number)
{
    struct mllog line = { 0 };
    struct arena_mark mark = arena_mark(scratch);
    if (usual(text, &line) || parsed(scratch, text, &line)) {
        if (line.error)
            error_note(home, out, &line, number);
        out->warnings += line.warning;
        said_note(home, out, &line, number);
    } else {
        if (out->broken++ == 0)
            out->broken_line = number;
    }
    arena_rewind(scratch, mark);
}

void log_read_detail(struct arena *home, struct arena *scratch, struct str bytes, struct log *out)
{
    const char *at = bytes.at;
    const char *end = bytes.at + bytes.len;
    out->read = true;
    out->size = bytes.len;
    out->ended = bytes.len > 0 && bytes.at[bytes.len - 1] == '\n';
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct str text = { at, (size_t)((stop ? stop : end) - at) };
        if (text.len > 0 && text.at[text.len - 1] == '\r')
            text.len--;
        out->lines++;
        if (text.len > 0)
            line_note(home, scratch, out, text, out->lines);
        at = stop ? stop + 1 : end;
    }
}
