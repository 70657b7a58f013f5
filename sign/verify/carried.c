/* carried.c - dossiers among the files of a bundle: packed, or unpacked into folders. Whoever reads
 * evidence out of one must not believe what its lists and signatures do not hold for. */
#include "layout.h"
#include "seal_list.h"
#include "verify_records.h"

#include <string.h>

enum {
    DEPTH_MOST = 4,  /* of dossiers inside dossiers */
    NAMES_HEAD = 256 /* bytes in which names.json says what it is */
};
#define FAR_FUTURE                                                                                 \
    INT64_C(253402300799) /* 9999-12-31T23:59:59Z; trust in time is not asked here                 \
                           */

bool dossier_is(struct str bytes)
{
    static const char head[] = "mimetype" ZIP_MIMETYPE;
    return bytes.len > ZIP_LOCAL + sizeof head && str_starts(bytes, STR("PK\003\004")) &&
           memcmp(bytes.at + ZIP_LOCAL, head, sizeof head - 1) == 0;
}

static bool names_are_ours(struct str bytes)
{
    return str_find(str_sub(bytes, 0, NAMES_HEAD), STR("\"dossier-names/")) != SIZE_MAX;
}

/* What makes a folder a dossier that was unpacked; how much of the name is the folder's, or
 * SIZE_MAX. A list, a signature or the type is enough: what is missing beside it is then missed. */
static size_t folder_of(struct str name, struct str bytes)
{
    static const char *const marks[] = { "META-INF/ASiCManifest", "META-INF/signature",
                                         "META-INF/ASiCArchiveManifest", "META-INF/timestamp" };
    size_t from = name.len;
    while (from > 0 && name.at[from - 1] != '/')
        from--;
    struct str last = str_sub(name, from, name.len);
    if ((str_eq(last, STR("mimetype")) && str_eq(str_trim(bytes), STR(ZIP_MIMETYPE))) ||
        str_eq(last, STR("manifest-sha256.txt")) || str_eq(last, STR("bagit.txt")) ||
        str_eq(last, STR("tagmanifest-sha256.txt")))
        return from;
    /* Whoever took lists, signatures and type away may have changed the rest. */
    size_t data = from >= STR("data/").len ? from - STR("data/").len : SIZE_MAX;
    if (data != SIZE_MAX && str_eq(str_sub(name, data, name.len), STR("data/names.json")) &&
        (data == 0 || name.at[data - 1] == '/') && names_are_ours(bytes))
        return data;
    for (size_t i = 0; i < ARRAY_COUNT(marks); i++) {
        struct str mark = str_from(marks[i]);
        size_t at = from >= STR("META-INF/").len ? from - STR("META-INF/").len : SIZE_MAX;
        if (at != SIZE_MAX && str_starts(str_sub(name, at, name.len), mark) &&
            (at == 0 || name.at[at - 1] == '/'))
            return at;
    }
    return SIZE_MAX;
}

/* The same contents in a container, so that an unpacked dossier is judged by the same code. */
static bool pack_again(struct arena *home, const struct entries *files, struct str folder,
                       struct str *out)
{
    uint64_t room = 1024;
    size_t count = 1;
    for (size_t i = 0; i < files->count; i++) {
        const struct entry *entry = &files->item[i];
        if (str_starts(entry->name, folder)) {
            room += entry->bytes.len + 2 * entry->name.len + ZIP_LOCAL + ZIP_CENTRAL;
            count++;
        }
    }
    if (count > ZIP_MEMBERS_MOST || room > UINT32_MAX)
        return false;
    struct buf *bytes = ARENA_NEW(home, struct buf);
    *bytes = buf_new(home, (size_t)room);
    struct zip_writer *writer = zip_begin(home, count, 1, buf_sink(bytes));
    struct zip_plan plan;
    bool changed = false;
    zip_plan_stored(STR(ZIP_MIMETYPE), &plan);
    bool good = zip_put(writer, STR("mimetype"), STR(ZIP_MIMETYPE), &plan, &changed);
    for (size_t i = 0; good && i < files->count; i++) {
        const struct entry *entry = &files->item[i];
        struct str name = str_sub(entry->name, folder.len, entry->name.len);
        if (!str_starts(entry->name, folder) || str_eq(name, STR("mimetype")))
            continue;
        zip_plan_stored(entry->bytes, &plan);
        good = zip_put(writer, name, entry->bytes, &plan, &changed);
    }
    good = good && zip_end(writer);
    *out = buf_str(bytes);
    return good;
}

struct carrying {
    struct arena *home;
    verify_again *again;
    const struct verify_request *request;
    void (*found)(void *self, const struct carried *carried);
    void *self;
    bool good;
};

static void judge(struct carrying *c, struct str name, struct str dossier)
{
    struct checks checks;
    struct diags *diags = diags_new(c->home);
    struct verify_request request = *c->request;
    request.depth++;
    request.policy = (struct str){ 0 }; /* who must sign is asked of the outer one */
    request.allow_withheld = true;
    request.passed = NULL; /* its bytes are memory, not pages of a file */
    struct carried out = { .name = name, .state = CHECK_UNDECIDED };
    if (request.depth > DEPTH_MOST) {
        out.why = STR("dossiers stand inside dossiers more than four deep");
        out.state = CHECK_FAILS;
    } else if (!c->again(c->home, dossier, &request, &checks, diags)) {
        out.why = STR("it could not be judged");
        out.state = CHECK_FAILS;
    } else {
        out.content = checks.content;
        out.state = checks.overall;
        out.signers = checks.signers;
        for (size_t i = 0; i < checks.count; i++) {
            const struct check *check = &checks.item[i];
            if (check->state == CHECK_FAILS) {
                out.why = str_format(c->home, "%s: %.*s", check->title, STR_ARG(check->detail));
                break;
            }
        }
    }
    c->good = c->good && out.state != CHECK_FAILS;
    c->found(c->self, &out);
}

static const struct entry *in_folder(const struct carrying *c, const struct entries *files,
                                     struct str folder, struct str name)
{
    return entries_find(files, str_format(c->home, "%.*s%.*s", STR_ARG(folder), STR_ARG(name)));
}

/* A bag (RFC 8493) that is no dossier of ours: its list of SHA-256 must be that of its payload. */
static bool is_foreign_bag(const struct carrying *c, const struct entries *files, struct str folder)
{
    struct str inside = str_format(c->home, "%.*sMETA-INF/", STR_ARG(folder));
    const struct entry *names = in_folder(c, files, folder, STR("data/names.json"));
    for (size_t i = 0; i < files->count; i++)
        if (str_starts(files->item[i].name, inside))
            return false;
    return !in_folder(c, files, folder, STR("mimetype")) &&
           !in_folder(c, files, folder, STR("VERIFY.txt")) &&
           !(names && names_are_ours(names->bytes)) &&
           !in_folder(c, files, folder, STR(LAYOUT_PACKED));
}

/* What is wrong with one line of the list; empty: nothing. `listed`, by file. */
static struct str line_fault(const struct carrying *c, const struct entries *files,
                             struct str folder, struct str line, bool *listed)
{
    struct digest digest;
    struct str name;
    if (!seal_line(line, &digest, &name))
        return STR("manifest-sha256.txt is not as sha256sum writes it");
    const struct entry *entry = in_folder(c, files, folder, name);
    if (!entry || !digest_eq(digest_of(entry->bytes), digest)) {
        return str_format(c->home, "%.*s is %s by manifest-sha256.txt", STR_ARG(name),
                          entry ? "changed" : "missing");
    }
    if (listed[entry - files->item]) /* it could stand for one that is not named */
        return str_format(c->home, "%.*s stands twice in manifest-sha256.txt", STR_ARG(name));
    listed[entry - files->item] = true;
    return (struct str){ 0 };
}

static struct str bag_fault(const struct carrying *c, const struct entries *files,
                            struct str folder)
{
    const struct entry *list = in_folder(c, files, folder, STR("manifest-sha256.txt"));
    struct str rest = list ? list->bytes : (struct str){ 0 };
    struct str line, why = { 0 };
    if (!list)
        return why; /* other lists of a bag are by other digests */
    bool *listed = ARENA_MANY(c->home, files->count + 1, bool);
    while (why.len == 0 && str_cut(&rest, '\n', &line))
        if (str_trim(line).len > 0)
            why = line_fault(c, files, folder, line, listed);
    struct str data = str_format(c->home, "%.*sdata/", STR_ARG(folder));
    for (size_t i = 0; why.len == 0 && i < files->count; i++)
        if (str_starts(files->item[i].name, data) && !listed[i])
            why = STR("below data/ are files that manifest-sha256.txt does not name");
    return why;
}

static void judge_bag(struct carrying *c, const struct entries *files, struct str folder)
{
    struct str why = bag_fault(c, files, folder);
    if (why.len > 0) {
        c->good = false;
        c->found(c->self, &(struct carried){ .name = folder, .state = CHECK_FAILS, .why = why });
    }
}

static void judge_unpacked(struct carrying *c, const struct entries *files, struct str folder)
{
    if (is_foreign_bag(c, files, folder)) {
        judge_bag(c, files, folder);
        return;
    }
    struct arena *scratch = arena_new((size_t)6 << 30);
    struct str dossier;
    if (pack_again(scratch, files, folder, &dossier)) {
        judge(c, folder, dossier);
    } else {
        c->good = false;
        c->found(c->self,
                 &(struct carried){ .name = folder,
                                    .state = CHECK_FAILS,
                                    .why = STR("an unpacked dossier too large to judge") });
    }
    arena_free(scratch);
}

static bool seen(const struct str *list, size_t count, struct str folder)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(list[i], folder))
            return true;
    return false;
}

bool carried_each(struct arena *home, const struct entries *files, verify_again *again,
                  const struct verify_request *request,
                  void (*found)(void *self, const struct carried *carried), void *self)
{
    enum { FOLDERS_MOST = 1024 };
    static const struct verify_request plain = { .at = FAR_FUTURE };
    struct str folder[FOLDERS_MOST];
    size_t folders = 0;
    struct carrying c = { home, again, request ? request : &plain, found, self, true };
    for (size_t i = 0; i < files->count; i++) {
        const struct entry *entry = &files->item[i];
        size_t cut = folder_of(entry->name, entry->bytes);
        if (dossier_is(entry->bytes))
            judge(&c, entry->name, entry->bytes);
        if (cut == SIZE_MAX || seen(folder, folders, str_sub(entry->name, 0, cut)))
            continue;
        if (folders == FOLDERS_MOST) {
            c.good = false;
            found(self, &(struct carried){ .name = entry->name,
                                           .state = CHECK_FAILS,
                                           .why = STR("more than 1,024 unpacked dossiers") });
            break;
        }
        folder[folders++] = str_sub(entry->name, 0, cut);
        judge_unpacked(&c, files, folder[folders - 1]);
    }
    return c.good;
}

bool carried_below(const struct entries *files, struct str name)
{
    for (size_t i = 0; i < files->count; i++) {
        size_t cut = folder_of(files->item[i].name, files->item[i].bytes);
        if (cut != SIZE_MAX && str_starts(name, str_sub(files->item[i].name, 0, cut)))
            return true;
    }
    return false;
}

/* ---- in a dossier ---- */

struct enclosing {
    struct verifying *verifying;
    struct str place;
    unsigned *number;
};

static void add(void *self, const struct carried *carried)
{
    struct enclosing *e = self;
    struct arena *home = e->verifying->home;
    struct str name = str_format(home, "%.*s%.*s", STR_ARG(e->place), STR_ARG(carried->name));
    struct str signers = { 0 };
    struct str rest = carried->signers;
    (void)str_cut(&rest, '\n', &signers);
    struct verdict verdict =
        carried->state == CHECK_FAILS
            ? verdict_fails("FORMAT_FAILURE", str_format(home, "%.*s does not hold: %.*s",
                                                         STR_ARG(name), STR_ARG(carried->why)))
            : verdict_note(
                  str_format(home, "%.*s: lists and signatures hold, content id %.*s, %s%.*s%s",
                             STR_ARG(name), STR_ARG(digest_hex(home, carried->content)),
                             signers.len > 0 ? "first signed by " : "signed by nobody",
                             STR_ARG(signers), carried->state == CHECK_HOLDS ? " (trusted)" : ""));
    check_add(&e->verifying->checks, check_id(home, "enclosed", ++*e->number),
              "a dossier enclosed as evidence", verdict);
}

/* Evidence of the dossier. Only what can hold a dossier is read whole: archives, and all of it
 * where one was unpacked; of other files the first bytes stand for the rest. */
static struct entry *evidence_of(const struct verifying *verifying, size_t *out)
{
    enum { HEAD = 4096 };
    struct arena *home = verifying->home;
    struct entry *item = ARENA_MANY(home, verifying->count + 1, struct entry);
    bool unpacked = false;
    size_t count = 0;
    for (size_t i = 0; i < verifying->count; i++) {
        const struct zip_member *zip = verifying->member[i].zip;
        if (str_starts(zip->name, STR("data/evidence/"))) {
            struct str head = zip_head(home, zip, HEAD);
            unpacked = unpacked || folder_of(zip->name, head) != SIZE_MAX;
            item[count++] = (struct entry){ .name = zip->name, .bytes = head };
        }
    }
    verify_passed(verifying);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct entry *entry = &item[i];
        const char *why = NULL;
        bool whole = unpacked || archive_is(entry->name, entry->bytes) ||
                     compressed_is(entry->bytes) || dossier_is(entry->bytes);
        const struct member *member = member_find(verifying, entry->name);
        if (whole && !zip_content(home, member->zip, &entry->bytes, &why))
            continue;
        if (whole && verifying->request->passed) /* a file that may be changed meanwhile */
            entry->bytes = str_keep(home, entry->bytes);
        item[kept++] = *entry;
    }
    *out = kept;
    return item;
}

static void finish(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    size_t count;
    unsigned number = 0;
    struct entry *item = evidence_of(verifying, &count);
    struct entries files = { item, count };
    struct enclosing e = { verifying, { 0 }, &number };
    (void)!carried_each(home, &files, verifying->again, verifying->request, add, &e);
    for (size_t i = 0; i < count; i++) {
        struct entries inside;
        if (dossier_is(item[i].bytes) || !archive_is(item[i].name, item[i].bytes))
            continue;
        struct arena *scratch = arena_new((size_t)6 << 30);
        if (entries_unpack(scratch, item[i].name, item[i].bytes, &limits_default, &inside,
                           diags_new(scratch))) {
            e.place = str_format(home, "%.*s!", STR_ARG(item[i].name));
            (void)!carried_each(home, &inside, verifying->again, verifying->request, add, &e);
        }
        arena_free(scratch);
    }
}

const struct verify_part verify_part_enclosed = { .name = "enclosed", .finish = finish };
