/* tree.c - the files of a folder or archive, listed once and read one by one. */
#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct walk {
    struct arena *home;
    GArray *file, *left;
    uint64_t bytes;
};

static void leave(struct walk *in, struct str name, const char *why)
{
    struct tree_left left = { str_keep(in->home, name), why };
    g_array_append_val(in->left, left);
}

static void take(struct walk *in, struct str name, uint64_t size)
{
    struct tree_file file = { str_keep(in->home, name), size };
    if (in->file->len >= TREE_FILES) {
        leave(in, name, "more files than are read of one tree");
        return;
    }
    in->bytes += size;
    g_array_append_val(in->file, file);
}

static void walk(struct walk *in, int folder, struct str above, int depth);

static void walk_one(struct walk *in, int folder, struct str above, const char *own, int depth)
{
    struct stat stat;
    struct str name = above.len > 0 ? str_format(in->home, "%.*s/%s", STR_ARG(above), own)
                                    : str_keep(in->home, str_from(own));
    if (fstatat(folder, own, &stat, AT_SYMLINK_NOFOLLOW) != 0) {
        leave(in, name, "cannot be looked at");
    } else if (S_ISDIR(stat.st_mode)) {
        int below = depth < TREE_DEPTH
                        ? openat(folder, own, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                        : -1;
        if (below < 0)
            leave(in, name, depth < TREE_DEPTH ? "cannot be opened" : "nested too deep");
        else
            walk(in, below, name, depth + 1);
    } else if (S_ISREG(stat.st_mode)) {
        take(in, name, (uint64_t)stat.st_size);
    } else {
        leave(in, name, S_ISLNK(stat.st_mode) ? "a link" : "no plain file");
    }
}

/* Takes the descriptor over. */
static void walk(struct walk *in, int folder, struct str above, int depth)
{
    DIR *list = fdopendir(folder);
    struct dirent *entry;
    if (!list) {
        close(folder);
        leave(in, above, "cannot be listed");
        return;
    }
    while ((entry = readdir(list)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            walk_one(in, dirfd(list), above, entry->d_name, depth);
    closedir(list);
}

static int by_name(const void *a, const void *b)
{
    return str_order(((const struct tree_file *)a)->name, ((const struct tree_file *)b)->name);
}

static int left_by_name(const void *a, const void *b)
{
    return str_order(((const struct tree_left *)a)->name, ((const struct tree_left *)b)->name);
}

static void keep(struct walk *in, struct tree *out)
{
    qsort(in->file->data, in->file->len, sizeof(struct tree_file), by_name);
    qsort(in->left->data, in->left->len, sizeof(struct tree_left), left_by_name);
    out->count = in->file->len;
    out->left_count = in->left->len;
    out->file = ARENA_MANY(in->home, out->count + 1, struct tree_file);
    out->left = ARENA_MANY(in->home, out->left_count + 1, struct tree_left);
    memcpy(out->file, in->file->data, out->count * sizeof(struct tree_file));
    memcpy(out->left, in->left->data, out->left_count * sizeof(struct tree_left));
    out->bytes = in->bytes;
}

bool tree_open(struct arena *home, const char *path, struct tree *out, struct diags *diags)
{
    struct walk in = { .home = home };
    *out = (struct tree){ .root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };
    if (out->root < 0 && errno != ENOTDIR) {
        diag_add(diags, DIAG_FILE_READ, (struct place){ .file = str_from(path) }, (struct str){ 0 },
                 "%s", g_strerror(errno));
        return false;
    }
    in.file = g_array_new(FALSE, FALSE, sizeof(struct tree_file));
    in.left = g_array_new(FALSE, FALSE, sizeof(struct tree_left));
    bool read = true;
    if (out->root >= 0) {
        int again = fcntl(out->root, F_DUPFD_CLOEXEC, 0);
        if (again >= 0)
            walk(&in, again, (struct str){ 0 }, 0);
    } else {
        struct entries *entries = ARENA_NEW(home, struct entries);
        read = entries_read_stored(home, path, &limits_default, entries, &out->stored, diags);
        out->entry = entries;
        for (size_t i = 0; read && i < entries->count; i++)
            take(&in, entries->item[i].name, entries->item[i].bytes.len);
    }
    keep(&in, out);
    g_array_free(in.file, TRUE);
    g_array_free(in.left, TRUE);
    return read;
}

void tree_close(struct tree *tree)
{
    if (tree->root >= 0)
        close(tree->root);
    tree->root = -1;
}

static const char *file_load(int file, uint64_t size, struct tree_buffer *buffer, struct str *out)
{
    size_t len = 0;
    if (size > TREE_FILE_BYTES)
        return "larger than is read of one file";
    if (buffer->room < size + 1) {
        g_free(buffer->at);
        buffer->room = (size_t)size + (size_t)(size / 4) + 4096;
        buffer->at = g_malloc(buffer->room);
    }
    while (len < buffer->room) {
        ssize_t got = read(file, buffer->at + len, buffer->room - len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return "cannot be read";
        if (got == 0)
            break;
        len += (size_t)got;
    }
    if (len != size)
        return "changed while it was read";
    *out = (struct str){ buffer->at, len };
    return NULL;
}

const char *tree_unpack(struct str name, struct tree_buffer *buffer, struct str *bytes)
{
    if (!compressed_is(*bytes))
        return NULL;
    struct arena *scratch = arena_new((size_t)2 << 30);
    struct limits limits = limits_default;
    struct str plain;
    limits.bytes = TREE_FILE_BYTES;
    bool read = decompress(scratch, name, *bytes, &limits, &plain, diags_new(scratch));
    if (read) {
        g_free(buffer->plain);
        buffer->plain = g_malloc(plain.len + 1);
        if (plain.len > 0)
            memcpy(buffer->plain, plain.at, plain.len);
        *bytes = (struct str){ buffer->plain, plain.len };
    }
    arena_free(scratch);
    return read ? NULL : "cannot be unpacked";
}

const char *tree_load(const struct tree *tree, size_t index, struct tree_buffer *buffer,
                      struct str *out)
{
    const struct tree_file *file = &tree->file[index];
    *out = (struct str){ 0 };
    if (tree->root < 0) {
        const struct entry *entry = entries_find(tree->entry, file->name);
        *out = entry->bytes;
        return NULL;
    }
    int open_file =
        openat(tree->root, file->name.at, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (open_file < 0)
        return "cannot be opened";
    const char *why = file_load(open_file, file->size, buffer, out);
    close(open_file);
    return why;
}

void tree_buffer_free(struct tree_buffer *buffer)
{
    g_free(buffer->at);
    g_free(buffer->plain);
    *buffer = (struct tree_buffer){ 0 };
}
