/* file.h - files, folders and archives as lists of named bytes; digests; writing all or nothing. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"

struct digest { /* SHA-256 */
    unsigned char byte[32];
};

/* Limits on untrusted input. Zero in a field means the default below. */
struct limits {
    uint64_t bytes;   /* total decoded bytes; default 4 GiB - 1 */
    uint64_t file;    /* one file; default 1 GiB */
    uint64_t entries; /* default 20,000 */
    /* decoded / stored bytes of one archive or gz file, judged past 1 MiB; default 200 */
    uint64_t expansion;
    uint32_t depth; /* JSON nesting 64, folder depth 16 */
    /* Plain files past 1 MiB (past 4 and 16 where there are hundreds) are read through their own
     * pages, which show what they hold now and are let go behind readers (file_passed): the caller
     * asks files_same in the end. */
    bool mapped;
    /* Digests stay blank: the caller takes each while it reads the file (digest_beside), or all by
     * entries_hash before anybody asks for one. */
    bool unhashed;
};
extern const struct limits limits_default;

/* One file. Read ones stay valid as long as the arena; past 64 MiB in pages that
 * cannot be written. */
struct entry {
    struct str name; /* relative, '/' between segments, as stored */
    struct str bytes;
    struct digest digest;
};
struct entries {
    const struct entry *item;
    size_t count;
};
#define LEFT_OUT "left-out.txt"
#define LEFT_OUT_HEAD "dossier left-out 1\n"

struct digest digest_of(struct str bytes);
/* The same, which lets a mapped file's pages go behind itself. */
struct digest file_digest(struct str bytes);
/* The same, beside another pass over the bytes: `piece` is told each piece once it was hashed, in
 * order, and lets its pages go. */
struct digest digest_beside(struct str bytes, void (*piece)(void *self, struct str piece),
                            void *self);
bool digest_blank(struct digest digest); /* nobody has taken it: limits.unhashed */
void digest_put_hex(struct digest digest, struct buf *out); /* 64 lower-case digits */
struct str digest_hex(struct arena *home, struct digest digest);
MUST_USE bool digest_from_hex(struct str hex, struct digest *out);
bool digest_eq(struct digest a, struct digest b);

/* Reads a folder (recursively), an archive (tar, tar.gz, tar.xz, tar.zst, zip) or a plain file into
 * entries in byte order of name. A plain file gives one entry named by its last segment; an archive
 * inside a folder stays one entry. In a folder, what cannot be kept (links, devices, hostile names,
 * what may not be read or passes a limit) is left out with a warning, and one more entry, LEFT_OUT
 * (or "left-out.2.txt", ... where that name is taken), lists what and why: LEFT_OUT_HEAD, then
 * "name: why" a line. In an archive, links, devices, sparse and encrypted members, hostile names
 * and duplicates are refused one by one with a diagnostic, and the rest is given; a broken archive
 * or a limit refuses everything. False when nothing usable was read. */
MUST_USE bool entries_read(struct arena *home, const char *path, const struct limits *limits,
                           struct entries *out, struct diags *diags);
/* The same, with the bytes of the file that the path leads to, from the one reading: an archive's
 * entries are what it was unpacked to. `stored`->at NULL: a folder. */
MUST_USE bool entries_read_stored(struct arena *home, const char *path, const struct limits *limits,
                                  struct entries *out, struct str *stored, struct diags *diags);
/* Members of an archive that is already in memory (`name` only for diagnostics: "name!member"). In
 * tar names a leading "./" is dropped. Stored zip members borrow `bytes`, which must live as long
 * as `home`. */
MUST_USE bool entries_unpack(struct arena *home, struct str name, struct str bytes,
                             const struct limits *limits, struct entries *out, struct diags *diags);
bool archive_is(struct str name, struct str bytes); /* by content: tar, tar.gz/xz/zst or zip */
/* Content of a gzip, xz or zstd file that is no archive; the caller tests with compressed_is. One
 * layer is decoded, checksums are verified, bytes after the data are refused. */
bool compressed_is(struct str bytes);
MUST_USE bool decompress(struct arena *home, struct str name, struct str bytes,
                         const struct limits *limits, struct str *out, struct diags *diags);

/* The same for a large file that is read from front to back: another thread decodes it some
 * megabytes ahead of who reads, and what lies behind is let go, so that it takes the memory of a
 * window. One thread reads; bytes of content keep their address while the feed lives. */
struct feed;
/* Told all content so far each time that there is more, by the other thread. */
struct feed_watch {
    void (*more)(void *self, struct str have, bool ended);
    void *self;
};
/* NULL: not compressed, or there is no room or thread for it. `watch`: NULL for nobody; lives as
 * long as the feed. Decodes only a little until feed_all. The caller frees. */
struct feed *feed_new(struct str stored, const struct limits *limits,
                      const struct feed_watch *watch);
void feed_free(struct feed *feed); /* safe on NULL */
void feed_all(struct feed *feed);  /* from now on it goes ahead by a whole window */
/* Waits until there are more than so many bytes, or no more will come; all of them, from the first
 * on. */
struct str feed_more(struct feed *feed, size_t than);
struct str feed_seen(const struct feed *feed); /* what feed_more gave last */
/* Bytes before `at` stay in memory, whatever is passed. Called once, before feed_passed. */
void feed_keep(struct feed *feed, size_t at);
/* The reader is done with what lies before `at`. */
void feed_passed(struct feed *feed, size_t at);
/* Line and column of a byte that was seen and not let go. */
void feed_spot(const struct feed *feed, size_t at, uint32_t *line, uint32_t *column);
/* Waits for the end, checksums included; what the reader has not passed is let go unless `keep`.
 * False: said at `place` what is wrong with the file, and nothing of it counts. */
MUST_USE bool feed_end(struct feed *feed, bool keep, struct place place, struct str *out,
                       struct diags *diags);

/* Takes the digests that are blank. */
void entries_hash(struct arena *home, struct entries *entries);
bool entries_left(const struct entries *entries); /* whether some was left out: LEFT_OUT is there */
const struct entry *entries_find(const struct entries *entries, struct str name); /* NULL: absent */
/* Sorts by name, byte order; stable. For lists built by hand. */
void entries_sort(struct entry *item, size_t count);

/* One plain file, whole. Links are followed, since a person named this path. */
MUST_USE bool file_read(struct arena *home, const char *path, const struct limits *limits,
                        struct str *out, struct diags *diags);

/* A plain file of which only what is being read need be in memory. Where *map is set, the bytes are
 * the file's own pages: they show what it holds now, so that each is taken once, or checked again,
 * and file_map_same asked in the end. A small file is read as by file_read, and *map is NULL. */
struct file_map;
MUST_USE bool file_map(struct arena *home, const char *path, const struct limits *limits,
                       struct str *out, struct file_map **map, struct diags *diags);
/* Bytes of a mapped file that need not stay in memory; they are read again where looked at. */
void file_map_passed(struct str bytes);
/* The same of bytes that may lie in a mapped file or anywhere else, where nothing happens. May be
 * called by any thread. */
void file_passed(struct str bytes);
/* A reader that goes on from `*passed` tells so at `at`: every few megabytes behind it are let go.
 */
void file_passing(struct str bytes, size_t at, size_t *passed);
/* Whether the bytes lie in a mapped file, so that they can change. */
bool file_mapped(struct str bytes);
/* Copies them to `out`, which has room; those of a mapped file are read anew, and keep no page of
 * it in memory. False: the file was cut short, or cannot be read. By any thread. */
MUST_USE bool file_copy(struct str bytes, char *out);
/* Files mapped so far. */
size_t files_mapped(void);
/* Whether no file that was mapped behind `mark`, and still is, was written to since; each that was
 * is said. 0: of all. */
MUST_USE bool files_same(size_t mark, struct diags *diags);
/* SHA-256 of all of them, or of any bytes where `map` is NULL. */
struct digest file_map_digest(struct str bytes, const struct file_map *map);
/* Whether the file was left alone since. False with DIAG_FILE_CHANGED. */
MUST_USE bool file_map_same(struct file_map *map, struct diags *diags);

/* What a path of a case names: files and folders below `root`, by a pattern with * and ? inside one
 * segment (no brackets). Results are relative to root, in byte order; links are refused. False
 * (with a diagnostic at `place`) where nothing matches or a segment is "..", empty or absolute. */
MUST_USE bool glob_match(struct arena *home, const char *root, struct str pattern,
                         struct place place, struct str **out, size_t *count, struct diags *diags);
/* * and ? within one segment; '/' only by '/' */
bool pattern_matches(struct str pattern, struct str text);

struct sink { /* where a writer puts bytes; false: the sink has failed and said so */
    bool (*put)(void *self, struct str bytes);
    void *self;
};
struct sink buf_sink(struct buf *buf);

/* Where a writer lays bytes until their turn comes, so that it need not hold them. */
struct aside {
    /* Lays bytes at an offset; false: no room there, and nothing is said. */
    bool (*put)(void *self, uint64_t at, struct str bytes);
    /* Appends `size` of them to what the sink has taken, and gives their room back; false: the sink
     * has failed and said so. */
    bool (*take)(void *self, uint64_t at, uint64_t size);
    /* Gives the room from an offset on back. */
    void (*drop)(void *self, uint64_t at);
    void *self;
};

/* A file being replaced: bytes go to a temporary beside the target, which commit syncs and renames.
 * All or nothing: without commit the old file stands and the temporary is removed by
 * replace_abandon. A failed commit abandons by itself; only when the last step, syncing the folder,
 * fails does the new file stand, whole, though perhaps not yet on disk. A link is replaced, not
 * followed; a folder, device, pipe or socket in the target's place is refused. The mode is that of
 * any new file (0666 less the umask). The diags given to replace_begin must live until the commit.
 */
struct replacing;
MUST_USE bool replace_begin(struct arena *home, const char *path, struct replacing **out,
                            struct sink *sink, struct diags *diags);
/* Room beside it: a file without a name, on the same disk, which is gone when the replacing ends,
 * however it does. */
struct aside replace_aside(struct replacing *replacing);
MUST_USE bool replace_commit(struct replacing *replacing, struct diags *diags);
/* The same, but only while the target still has the bytes that it had when the caller read it, by
 * their digest: else DIAG_FILE_TAKEN, and what another program put there stands. Programs that
 * commit so to one file wait for each other. */
MUST_USE bool replace_commit_over(struct replacing *replacing, struct digest was,
                                  struct diags *diags);
void replace_abandon(struct replacing *replacing);
/* All entries below folder `path` (made if missing, parents too), each written by replace. Files
 * that are not among the entries are left alone; where one cannot be written, those that were not
 * there before are taken away again, and so are folders made for them. */
MUST_USE bool entries_write(struct arena *home, const char *path, const struct entries *entries,
                            struct diags *diags);

/* What is under way at `path`, a file or a folder with all in it, is taken away where SIGHUP,
 * SIGINT or SIGTERM ends the program. The text has to stay until leftover_end of the same pointer;
 * the working folder too, where the path is relative. Of one thread. */
void leftover_add(const char *path);
/* The same of what is about to be made at `path`: from the first part of it that is not there. */
void leftover_new(struct arena *home, struct str path);
/* It is done, and stays (`keep`), or is taken away now; NULL: all that was added. */
void leftover_end(const char *path, bool keep);

#endif
