/* Archives are made by archives.py when the test starts. */
#include "base_files.h"

static const char *folder;

static int make(void **state)
{
    (void)state;
    folder = folder_new();
    return run("python3", TESTS_DIR "/unit/base/archives.py", folder, NULL);
}

static int unmake(void **state)
{
    (void)state;
    folder_remove(folder);
    return 0;
}

#define LONG                                                                                       \
    "\xC3\xA9/"                                                                                    \
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
#define GOOD "a.txt b/x.json " LONG

static void archives_are_read_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *file, *names, *diags;
    } table[] = {
        { "good.tar", GOOD, "" },
        { "good-ustar.tar", GOOD, "" },
        { "good-gnu.tar", GOOD, "" },
        { "good.tar.gz", GOOD, "" },
        { "good.tar.xz", GOOD, "" },
        { "good.tar.zst", GOOD, "" },
        { "empty-file.tar", "e", "" },
        { "symlink.tar", "a l/passwd", "archive-member" },
        { "hardlink.tar", "a", "archive-member" },
        { "dotdot.tar", "a", "archive-member archive-member archive-member archive-member" },
        { "absolute.tar", "a", "archive-member" },
        { "duplicate.tar", "a b", "archive-member" },
        { "device.tar", "a", "archive-member archive-member archive-member" },
        { "hidden.tar", "a", "archive-member archive-member archive-member archive-member" },
        { "latin1.tar", "a", "archive-member" },
        { "pax-path.tar", "a", "archive-member" },
        { "pax-nul.tar", "a b",
          "" }, /* libarchive ends names at NUL; no file is named but by its own name */
        { "mtime-negative.tar", "", "archive-member" },
        { "links-only.tar", "", "archive-member" },
        { "sparse.tar", "", "archive-member" },
        { "sparse-pax.tar", "", "archive-member" },
        { "below-file.tar", "", "archive-member" },
        { "pax-size.tar", "", "archive-limit" },
        { "size-8g.tar", "", "archive-limit" },
        { "many.tar", "", "archive-limit" },
        { "size-negative.tar", "", "archive-bad" },
        { "cut.tar", "", "archive-bad" },
        { "cut-header.tar", "", "archive-bad" },
        { "polyglot.tar", "", "archive-bad" },
        { "bomb.tar.gz", "", "archive-limit" },
        { "bomb-behind.tar.gz", "", "archive-limit" },
        { "damaged.tar.gz", "", "archive-bad" },
        { "good.zip", GOOD, "" },
        { "streamed.zip", "a.txt", "" },
        { "zip64-local.zip", "a.txt", "" },
        { "zip64-central.zip", "a.txt", "" },
        { "comment.zip", "a.txt", "" },
        { "empty.zip", "", "file-none" },
        { "dotdot.zip", "a", "archive-member" },
        { "absolute.zip", "a", "archive-member" },
        { "backslash.zip", "a", "archive-member" },
        { "nul.zip", "a", "archive-member" },
        { "latin1.zip", "a", "archive-member" },
        { "duplicate.zip", "a", "archive-member" },
        { "symlink.zip", "", "archive-member" },
        { "encrypted.zip", "", "archive-member" },
        { "bzip2.zip", "a", "archive-member" },
        { "folder-data.zip", "a", "archive-member" },
        { "zip64-short.zip", "", "archive-bad" },
        { "local-name.zip", "", "archive-bad" },
        { "local-method.zip", "", "archive-bad" },
        { "checksum.zip", "", "archive-bad" },
        { "size-small.zip", "", "archive-bad" },
        { "size-less.zip", "", "archive-bad" },
        { "size-more.zip", "", "archive-bad" },
        { "size-huge.zip", "", "archive-limit" },
        { "stored-huge.zip", "", "archive-bad" },
        { "offset.zip", "", "archive-bad" },
        { "appended.zip", "", "archive-bad" },
        { "prepended.zip", "", "archive-bad" },
        { "count-less.zip", "", "archive-bad" },
        { "count-more.zip", "", "archive-bad" },
        { "count-many.zip", "", "archive-bad" },
        { "overlap.zip", "", "archive-bad" },
        { "comment-archive.zip", "", "archive-bad" },
        { "deflate-trailing.zip", "", "archive-bad" },
        { "bomb.zip", "", "archive-limit" },
        { "no-archive.bin", "no-archive.bin", "" },
        { "plain.gz", "plain.gz", "" },
        { "bad-checksum.tar", "bad-checksum.tar", "" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct entries entries;
        diags = diags_new(home);
        bool read = entries_read(home, below(folder, table[i].file), NULL, &entries, diags);
        struct str names = entry_names(&entries), said = diag_names();
        if (!str_eq(names, str_from(table[i].names)) || !str_eq(said, str_from(table[i].diags)) ||
            read != (names.len > 0))
            fail_msg("%s: [%.*s] [%.*s]", table[i].file, STR_ARG(names), STR_ARG(said));
    }
}

static void members_keep_their_bytes(void **state)
{
    (void)state;
    static const char *const files[] = { "good.tar", "good.tar.gz", "good.tar.xz", "good.tar.zst",
                                         "good.zip" };
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        struct entries entries;
        assert_true(entries_read(home, below(folder, files[i]), NULL, &entries, diags));
        const struct entry *entry = entries_find(&entries, STR("a.txt"));
        assert_non_null(entry);
        assert_str(entry->bytes, "abc");
        assert_str(digest_hex(home, entry->digest),
                   "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_str(entries_find(&entries, STR("b/x.json"))->bytes, "{}");
        assert_str(entries_find(&entries, STR(LONG))->bytes, "long");
        assert_null(entries_find(&entries, STR("b")));
    }
}

static void members_are_named_in_places(void **state)
{
    (void)state;
    struct entries entries;
    assert_true(entries_read(home, below(folder, "nul.zip"), NULL, &entries, diags));
    struct buf buf = buf_new(home, 1000);
    diags_put_text(diags, &buf);
    assert_true(str_find(buf_str(&buf),
                         STR("/nul.zip!a.txt‹U+0000›.exe: input: archive member refused: ")) !=
                SIZE_MAX);
}

static void compressed_files_are_decoded_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *file, *text, *diags;
    } table[] = {
        { "plain.gz", "text\n", "" },
        { "plain.xz", "text\n", "" },
        { "plain.zst", "text\n", "" },
        { "two.gz", "text\n", "" },
        { "empty.gz", "", "" },
        { "empty.xz", NULL, "archive-bad" },
        { "empty.zst", NULL, "archive-bad" },
        { "bomb.gz", NULL, "archive-limit" },
        { "bomb.xz", NULL, "archive-limit" },
        { "trailing.gz", NULL, "archive-bad" },
        { "cut.gz", NULL, "archive-bad" },
        { "cut-trailer.gz", NULL, "archive-bad" },
        { "checksum.gz", NULL, "archive-bad" },
        { "length.gz", NULL, "archive-bad" },
        { "magic.gz", NULL, "archive-bad" },
        { "cut.xz", NULL, "archive-bad" },
        { "flipped.xz", NULL, "archive-bad" },
        { "cut.zst", NULL, "archive-bad" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct str bytes = read_whole(folder, table[i].file), out = { 0 };
        diags = diags_new(home);
        assert_true(compressed_is(bytes));
        assert_false(archive_is(STR("x.tar.gz"), bytes)); /* by content, not by name */
        bool good = decompress(home, STR("f"), bytes, NULL, &out, diags);
        struct str said = diag_names();
        if (good != (table[i].text != NULL) || !str_eq(said, str_from(table[i].diags)) ||
            (good && !str_eq(out, str_from(table[i].text))))
            fail_msg("%s: %d [%.*s] [%.*s]", table[i].file, good, STR_ARG(out), STR_ARG(said));
    }
}

/* Members of gzip that follow one another are one text (RFC 1952, 2.2), whatever length the last of
 * them tells of itself: as much as it all, or less, or nothing. */
static void members_are_put_together(void **state)
{
    (void)state;
    struct str bomb = read_whole(folder, "bomb.gz"), small = read_whole(folder, "plain.gz"), one,
               out;
    assert_true(decompress(home, STR("f"), small, NULL, &one, diags));
    const struct {
        struct str first, second;
        size_t len;
    } table[] = { { small, small, 2 * one.len },
                  { bomb, small, ((size_t)1 << 26) + one.len },
                  { small, bomb, ((size_t)1 << 26) + one.len } };
    struct limits wide = { .expansion = 2000 };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct buf both = buf_new(home, SIZE_MAX);
        buf_put(&both, table[i].first);
        buf_put(&both, table[i].second);
        assert_true(decompress(home, STR("f"), buf_str(&both), &wide, &out, diags));
        assert_int_equal(out.len, table[i].len);
        assert_true(str_starts(i == 1 ? str_sub(out, out.len - one.len, out.len) : out, one));
    }
}

static void only_one_layer_is_decoded(void **state)
{
    (void)state;
    struct str once, twice;
    assert_true(decompress(home, STR("f"), read_whole(folder, "nested.gz"), NULL, &once, diags));
    assert_true(decompress(home, STR("f"), once, NULL, &twice, diags));
    assert_true(str_starts(twice, STR("\x1F\x8B")));
    assert_true(decompress(home, STR("f"), read_whole(folder, "nested.xz"), NULL, &once, diags));
    assert_true(str_starts(once, STR("\xFD"
                                     "7zXZ")));
}

static void kinds_are_told_apart(void **state)
{
    (void)state;
    struct str tar = read_whole(folder, "good.tar"), tgz = read_whole(folder, "good.tar.gz");
    assert_true(archive_is(STR("x"), tar) && !compressed_is(tar));
    assert_true(archive_is(STR("x"), tgz) && !compressed_is(tgz));
    assert_false(archive_is(STR("a.zip"), STR("PK")));
    assert_false(archive_is(STR("a"), (struct str){ 0 }));
    assert_false(compressed_is((struct str){ 0 }));
    struct str out;
    assert_false(decompress(home, STR("f"), STR("plain"), NULL, &out, diags));
}

static void limits_are_the_callers(void **state)
{
    (void)state;
    struct entries entries;
    struct str out, good = read_whole(folder, "good.tar");
    const struct {
        struct limits limits;
        bool good;
    } table[] = {
        { { .entries = 4 }, true }, { { .entries = 3 }, false }, /* the folder counts too */
        { { .bytes = 9 }, true },   { { .bytes = 8 }, false },
        { { .file = 4 }, true },    { { .file = 3 }, false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        assert_int_equal(entries_unpack(home, STR("f"), good, &table[i].limits, &entries, diags),
                         table[i].good);
    }
    struct limits wide = { .expansion = 2000 }, narrow = { .expansion = 2000, .file = 1000 };
    struct str bomb = read_whole(folder, "bomb.gz");
    assert_true(decompress(home, STR("f"), bomb, &wide, &out, diags));
    assert_int_equal(out.len, 1 << 26);
    assert_false(decompress(home, STR("f"), bomb, &narrow, &out, diags));
}

static bool same_entries(const struct entries *a, const struct entries *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = str_eq(a->item[i].name, b->item[i].name) &&
               digest_eq(a->item[i].digest, b->item[i].digest);
    }
    return same;
}

#ifdef DOSSIER_SANITIZED
enum { STRIDE = 5 }; /* sanitizers are slow; odd, so that all bits come */
#else
enum { STRIDE = 1 };
#endif

/* One archive with one bit flipped, or cut there; `sealed`: it carries checksums, so that whatever
 * is still read must be what was packed. */
static void damage_at(struct str whole, size_t at, const struct entries *good, bool sealed)
{
    struct arena_mark mark = arena_mark(home);
    struct diags *unheard = diags_new(home);
    struct entries entries;
    char *copy = ARENA_MANY(home, whole.len, char);
    memcpy(copy, whole.at, whole.len);
    copy[at] = (char)(copy[at] ^ (1 << at % 8));
    bool read =
        entries_unpack(home, STR("f"), (struct str){ copy, whole.len }, NULL, &entries, unheard);
    if (read && sealed && !same_entries(&entries, good))
        fail_msg("bit %zu of byte %zu", at % 8, at);
    char *cut = ARENA_MANY(home, at, char);
    memcpy(cut, whole.at, at);
    read = entries_unpack(home, STR("f"), (struct str){ cut, at }, NULL, &entries, unheard);
    assert_false(read && sealed);
    arena_rewind(home, mark);
}

static void damage_never_passes_unseen(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        bool sealed;
    } table[] = {
        { "good.tar.gz", true },   { "good.tar.xz", true }, { "good.zip", true },
        { "good.tar.zst", false }, { "good.tar", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct str whole = read_whole(folder, table[i].file);
        struct entries good;
        assert_true(entries_unpack(home, STR("f"), whole, NULL, &good, diags));
        for (size_t at = 0; at<whole.len; at += whole.len> 2000 ? 37 * STRIDE : STRIDE)
            damage_at(whole, at, &good, table[i].sealed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(archives_are_read_or_refused), CASE(members_keep_their_bytes),
        CASE(members_are_named_in_places),  CASE(compressed_files_are_decoded_or_refused),
        CASE(members_are_put_together),     CASE(only_one_layer_is_decoded),
        CASE(kinds_are_told_apart),         CASE(limits_are_the_callers),
        CASE(damage_never_passes_unseen),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
