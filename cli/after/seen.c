/* seen.c - a file that keeps what was verified before, by file and stamp. */
#include "seen.h"
#include "amending.h"
#include "base/json.h"
#include <glib.h>
#include <string.h>
#include <unistd.h>

enum { LINES_MOST = 20000, TEXT_MOST = 1 << 30 };
#define HEAD "{\"format\": \"dossier-seen/1\", \"program\": \"dossier " DOSSIER_VERSION "\"}\n"
#define ANY_HEAD "{\"format\": \"dossier-seen/1\", "

struct line {
    struct str stamp, text;
    struct summary summary;
};
struct seen {
    struct request *request;
    GHashTable *line; /* path to struct line */
    size_t added;
};

static char *key_of(struct seen *seen, struct str path)
{
    char *out = ARENA_MANY(seen->request->home, path.len + 1, char);
    if (path.len > 0)
        memcpy(out, path.at, path.len);
    return out;
}

static void line_read(struct seen *seen, struct str text, uint32_t number)
{
    struct arena *home = seen->request->home;
    struct line *line = ARENA_NEW(home, struct line);
    struct json *json;
    /* a damaged line is a file not seen */
    if (!json_read_line(home, STR("seen"), text, number, 0, &limits_default, &json,
                        diags_new(home)) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return;
    const struct json_item *root = json_root(json);
    const struct json_item *file = json_member(root, STR("file"));
    const struct json_item *stamp = json_member(root, STR("stamp"));
    if (!file || !stamp || json_type(file) != JSON_STRING || json_type(stamp) != JSON_STRING ||
        !summary_read_json(home, root, &line->summary))
        return;
    line->stamp = json_string(stamp);
    line->text = text;
    g_hash_table_replace(seen->line, key_of(seen, json_string(file)), line);
}

bool seen_begin(struct request *request, struct seen **out)
{
    const char *path = request->options.seen;
    struct str bytes, text;
    uint32_t number = 1;
    struct limits large = limits_default;
    large.file = TEXT_MOST;
    *out = ARENA_NEW(request->home, struct seen);
    **out = (struct seen){ .request = request };
    if (!path)
        return true;
    (*out)->line = g_hash_table_new(g_str_hash, g_str_equal);
    if (access(path, F_OK) != 0)
        return true;
    if (!file_read(request->home, path, &large, &bytes, request->diags))
        return false;
    if (bytes.len > 0 && !str_starts(bytes, STR(ANY_HEAD))) {
        diag_add(request->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(path) },
                 STR("a file that --seen wrote, or none"), "it is something else");
        return false;
    }
    for (bool ours = str_starts(bytes, STR(HEAD)); ours && str_cut(&bytes, '\n', &text); number++)
        if (number > 1 && text.len > 0)
            line_read(*out, text, number);
    return true;
}

static bool find(struct seen *seen, struct str path, struct str stamp, struct summary *out)
{
    const struct line *line =
        seen->line ? g_hash_table_lookup(seen->line, key_of(seen, path)) : NULL;
    if (!line || !str_eq(line->stamp, stamp))
        return false;
    *out = line->summary;
    out->file = path;
    return true;
}

size_t seen_leave(struct seen *seen, struct holding *holding, size_t holdings,
                  struct summary *summary, size_t *count)
{
    size_t left = 0;
    for (size_t i = 0; i < holdings; i++)
        if (!holding[i].fault && find(seen, holding[i].path, holding[i].stamp, &summary[*count]))
            ++*count;
        else
            holding[left++] = holding[i];
    return left;
}

void seen_add(struct seen *seen, struct str path, struct str stamp, const struct summary *summary)
{
    struct arena *home = seen->request->home;
    if (!seen->line)
        return;
    struct line *line = ARENA_NEW(home, struct line);
    struct buf out = buf_new(home, 1 << 24);
    buf_put(&out, STR("{\"file\": "));
    json_put_string(&out, path);
    buf_put(&out, STR(", \"stamp\": "));
    json_put_string(&out, stamp);
    buf_put(&out, STR(", "));
    summary_put_json(summary, &out);
    buf_put_char(&out, '}');
    if (out.full)
        return;
    *line = (struct line){ .stamp = stamp, .text = buf_str(&out) };
    g_hash_table_replace(seen->line, key_of(seen, path), line);
    seen->added++;
}

static int name_order(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool seen_end(struct seen *seen)
{
    if (!seen->line)
        return true;
    guint count;
    gpointer *path = g_hash_table_get_keys_as_array(seen->line, &count);
    struct buf out = buf_new(seen->request->home, TEXT_MOST);
    qsort(path, count, sizeof *path, name_order);
    buf_put(&out, STR(HEAD));
    for (guint i = 0; i < count && i < LINES_MOST; i++) {
        const struct line *line = g_hash_table_lookup(seen->line, path[i]);
        buf_put(&out, line->text);
        buf_put_char(&out, '\n');
    }
    g_free(path);
    g_hash_table_destroy(seen->line);
    seen->line = NULL;
    return !out.full && (seen->added == 0 ||
                         file_put(seen->request, seen->request->options.seen, buf_str(&out)));
}
