/* test_pack_files.c - members that lie in mapped files: packed as those in memory are, in pieces,
 * and never with other bytes than those that were read. */
#include "sign/sign.h"

#include "zip.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { BLOCK = 1 << 19, LOG = 3 * BLOCK + 77, NOISE = 5 * BLOCK, PERIOD = 20000, MOST = 1 << 24 };

/* A folder of its own in which data/run.log shrinks and data/noise.bin does not. */
struct folder {
    char path[64], log[96], noise[96], target[96];
};

static uint32_t next(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 24;
}

static void fill(const char *path, size_t size, bool noise)
{
    uint32_t random = 1;
    char *text = malloc(size);
    FILE *file = fopen(path, "wb");
    assert_non_null(text);
    assert_non_null(file);
    for (size_t i = 0; i < size; i++) /* what repeats is further back than a block's begin */
        text[i] = (char)(noise || i < PERIOD ? next(&random) : (unsigned char)text[i - PERIOD]);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    free(text);
}

static void folder_make(struct folder *folder)
{
    char data[80];
    (void)snprintf(folder->path, sizeof folder->path, "/tmp/dossier-test-XXXXXX");
    assert_non_null(mkdtemp(folder->path));
    (void)snprintf(data, sizeof data, "%s/data", folder->path);
    assert_int_equal(mkdir(data, 0700), 0);
    (void)snprintf(folder->log, sizeof folder->log, "%s/run.log", data);
    (void)snprintf(folder->noise, sizeof folder->noise, "%s/noise.bin", data);
    (void)snprintf(folder->target, sizeof folder->target, "%s.asice", folder->path);
    fill(folder->log, LOG, false);
    fill(folder->noise, NOISE, true);
}

static void folder_unmake(const struct folder *folder)
{
    char data[80];
    (void)snprintf(data, sizeof data, "%s/data", folder->path);
    (void)unlink(folder->log);
    (void)unlink(folder->noise);
    (void)unlink(folder->target);
    assert_int_equal(rmdir(data), 0);
    assert_int_equal(rmdir(folder->path), 0);
}

static struct entries read_in(struct arena *home, const struct folder *folder, bool mapped)
{
    struct limits limits = { .mapped = mapped };
    struct entries entries;
    assert_true(entries_read(home, folder->path, &limits, &entries, diags_new(home)));
    assert_int_equal(entries.count, 2);
    assert_int_equal(file_mapped(entries.item[0].bytes), mapped);
    assert_int_equal(file_mapped(entries.item[1].bytes), mapped);
    return entries;
}

struct way { /* of packing */
    bool store, aside;
    unsigned threads;
    void (*meanwhile)(const struct folder *folder); /* called when the first byte is written */
};

struct spying { /* a sink in front of another */
    struct sink sink;
    const struct folder *folder;
    void (*meanwhile)(const struct folder *folder);
};

static bool spying_put(void *self, struct str bytes)
{
    struct spying *spying = self;
    if (spying->meanwhile) {
        spying->meanwhile(spying->folder);
        spying->meanwhile = NULL;
    }
    return spying->sink.put(spying->sink.self, bytes);
}

/* The container, or none with what was said in `diags`. */
static struct str packed(struct arena *home, const struct folder *folder, struct entries entries,
                         const struct way *way, struct diags *diags)
{
    struct replacing *replacing;
    struct spying spying = { .folder = folder, .meanwhile = way->meanwhile };
    struct str out = { 0 };
    assert_true(replace_begin(home, folder->target, &replacing, &spying.sink, diags));
    struct aside aside = replace_aside(replacing);
    struct pack_request request = { .payload = &entries,
                                    .date = STR("2026-11-27"),
                                    .store = way->store,
                                    .threads = way->threads,
                                    .aside = way->aside ? &aside : NULL };
    struct sink sink = { .put = spying_put, .self = &spying };
    struct digest content;
    if (!sign_pack(home, &request, &sink, &content, diags)) {
        replace_abandon(replacing);
        return out;
    }
    assert_true(replace_commit(replacing, diags));
    assert_true(file_read(home, folder->target, NULL, &out, diags));
    return out;
}

static void ways(void (*each)(const struct way *way), size_t count)
{
    static const unsigned threads[] = { 2, 1, 8 };
    for (size_t i = 0; i < 4 * count; i++) {
        struct way way = { .store = i & 1, .aside = i & 2, .threads = threads[i / 4] };
        each(&way);
    }
}

static void same_as_in_memory(const struct way *way)
{
    struct folder folder;
    struct arena *home = arena_new((size_t)1 << 28);
    struct diags *diags = diags_new(home);
    folder_make(&folder);
    struct way plain = { .store = way->store, .threads = 1 };
    struct entries in_memory = read_in(home, &folder, false);
    struct str expected = packed(home, &folder, in_memory, &plain, diags);
    struct str got = packed(home, &folder, read_in(home, &folder, true), way, diags);
    assert_true(expected.len > 0);
    assert_true(str_eq(got, expected));
    assert_int_equal(diags_count(diags, LEVEL_INPUT), 0);
    struct entries members;
    assert_true(sign_open(home, STR("x.asice"), got, &members, diags));
    for (size_t i = 0; i < in_memory.count; i++) {
        const struct entry *member = entries_find(&members, in_memory.item[i].name);
        assert_non_null(member);
        assert_true(str_eq(member->bytes, in_memory.item[i].bytes));
    }
    /* The first period is noise; each further 258 bytes, a block's first ones as well, are a match
     * of two. A block that knows nothing of the one before has a period of its own. */
    assert_true(way->store ? got.len > LOG + NOISE : got.len < NOISE + 3 * PERIOD);
    arena_free(home);
    folder_unmake(&folder);
}

static void packed_as_in_memory(void **state)
{
    (void)state;
    ways(same_as_in_memory, 3);
}

static void write_at(const char *path, off_t at)
{
    int fd = open(path, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, "edited", 6, at), 6);
    assert_int_equal(close(fd), 0);
}

/* ---- between the reading and the packing ---- */

static void log_first(const struct folder *folder)
{
    write_at(folder->log, 0);
}
static void log_middle(const struct folder *folder)
{
    write_at(folder->log, 2 * BLOCK - 3); /* in two blocks */
}
static void log_last(const struct folder *folder)
{
    write_at(folder->log, LOG - 6);
}
static void log_cut(const struct folder *folder)
{
    assert_int_equal(truncate(folder->log, BLOCK + 5), 0);
}
static void noise_last(const struct folder *folder)
{
    write_at(folder->noise, NOISE - 6);
}
static void noise_cut(const struct folder *folder)
{
    assert_int_equal(truncate(folder->noise, 0), 0);
}

static void refused(struct diags *diags, const char *name)
{
    const struct diag *diag = diags_first(diags);
    assert_non_null(diag);
    assert_int_equal(diag->id, DIAG_FILE_CHANGED);
    assert_true(str_eq(diag->place.file, str_from(name)));
}

static const struct {
    void (*change)(const struct folder *folder);
    const char *name;
} changes[] = {
    { log_first, "data/run.log" },    { log_middle, "data/run.log" },
    { log_last, "data/run.log" },     { log_cut, "data/run.log" },
    { noise_last, "data/noise.bin" }, { noise_cut, "data/noise.bin" },
};

static void exchanged_before(const struct way *way)
{
    for (size_t i = 0; i < ARRAY_COUNT(changes); i++) {
        struct folder folder;
        struct arena *home = arena_new((size_t)1 << 28);
        struct diags *diags = diags_new(home);
        folder_make(&folder);
        struct entries entries = read_in(home, &folder, true);
        changes[i].change(&folder);
        assert_null(packed(home, &folder, entries, way, diags).at);
        refused(diags, changes[i].name);
        assert_int_equal(access(folder.target, F_OK), -1);
        arena_free(home);
        folder_unmake(&folder);
    }
}

static void exchanged_before_packing(void **state)
{
    (void)state;
    ways(exchanged_before, 1);
}

/* ---- while the container is written ---- */

/* What was deflated and laid aside is what was read; all else is read again, and told. */
static void exchanged_while(const struct way *way)
{
    for (size_t i = 0; i < ARRAY_COUNT(changes); i++) {
        struct folder folder;
        struct arena *home = arena_new((size_t)1 << 28);
        struct diags *diags = diags_new(home);
        struct way spied = *way;
        folder_make(&folder);
        struct entries entries = read_in(home, &folder, true);
        struct str before;
        assert_true(file_read(home, folder.log, NULL, &before, diags));
        spied.meanwhile = changes[i].change;
        struct str got = packed(home, &folder, entries, &spied, diags);
        if (str_eq(str_from(changes[i].name), STR("data/run.log")) && !way->store) {
            struct entries members;
            assert_true(sign_open(home, STR("x.asice"), got, &members, diags));
            assert_true(str_eq(entries_find(&members, STR("data/run.log"))->bytes, before));
        } else {
            assert_null(got.at);
            refused(diags, changes[i].name);
        }
        arena_free(home);
        folder_unmake(&folder);
    }
}

static void exchanged_while_writing(void **state)
{
    (void)state;
    ways(exchanged_while, 1);
}

/* ---- what memory does not hold ---- */

/* The container of both members, planned and written; meanwhile, `change` is made. */
static bool written(struct arena *home, const struct folder *folder, const struct zip_packing *how,
                    void (*change)(const struct folder *folder), bool changed[static 2],
                    struct buf *out)
{
    struct entries entries = read_in(home, folder, true);
    struct replacing *replacing;
    struct sink sink;
    struct diags *diags = diags_new(home);
    assert_true(replace_begin(home, folder->target, &replacing, &sink, diags));
    struct aside aside = replace_aside(replacing);
    struct zip_packing packing = *how;
    packing.aside = how->aside ? &aside : NULL;
    struct zip_plan plan[2];
    zip_plan(home, entries.item, 2, &packing, plan);
    assert_int_equal(plan[0].method, ZIP_STORED);
    assert_int_equal(plan[1].method, ZIP_DEFLATED);
    assert_int_equal(plan[1].kept.at != NULL, how->keep > 0);
    assert_int_equal(plan[1].aside, how->keep == 0 && how->aside);
    if (change)
        change(folder);
    struct zip_writer *writer = zip_begin_aside(home, 2, packing.threads, sink, packing.aside);
    bool good = true;
    for (size_t k = 0; k < 2; k++) {
        const struct entry *entry = &entries.item[k];
        good = zip_put(writer, entry->name, entry->bytes, &plan[k], &changed[k]) && good;
    }
    if (!good) {
        replace_abandon(replacing);
        return false;
    }
    struct str bytes;
    assert_true(zip_end(writer) && replace_commit(replacing, diags));
    assert_true(file_read(home, folder->target, NULL, &bytes, diags));
    buf_put(out, bytes);
    return true;
}

/* Laid aside, or deflated again when its turn comes: the same bytes, or none. */
static void not_held(void **state)
{
    (void)state;
    const struct aside any = { 0 };
    for (size_t i = 0; i < 2 * (ARRAY_COUNT(changes) + 1); i++) {
        struct folder folder;
        struct arena *home = arena_new((size_t)1 << 28);
        bool aside = i & 1;
        size_t which = i / 2;
        folder_make(&folder);
        struct zip_packing none = { .keep = 0, .threads = 2, .aside = aside ? &any : NULL },
                           all = { .keep = MOST, .threads = 1 };
        struct buf held = buf_new(home, MOST), out = buf_new(home, MOST);
        bool changed[2] = { false, false };
        assert_true(written(home, &folder, &all, NULL, changed, &held));
        bool log = which < 4 && !aside, noise = which == 4 || which == 5;
        bool good =
            written(home, &folder, &none,
                    which < ARRAY_COUNT(changes) ? changes[which].change : NULL, changed, &out);
        assert_int_equal(good, !log && !noise);
        assert_int_equal(changed[0], noise); /* in byte order of name */
        assert_int_equal(changed[1], log);
        if (good)
            assert_true(str_eq(buf_str(&out), buf_str(&held)));
        arena_free(home);
        folder_unmake(&folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_as_in_memory),
        cmocka_unit_test(exchanged_before_packing),
        cmocka_unit_test(exchanged_while_writing),
        cmocka_unit_test(not_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
