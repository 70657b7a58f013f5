/* statements.c - signed statements about a dossier that stand by themselves. */
#include "statements.h"
#include "amending.h"
#include "base/json.h"
#include "day.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATEMENT "statement.json"
#define FORMAT "dossier-statement/1"
enum { FOLDERS_MOST = 16, REASON_MOST = 1000 };

#define PROCEDURES "procedures.json"
/* Members of every statement, in the order written; behind them those of its kind. */
static const struct member_row {
    const char *name;
    size_t offset; /* in struct said_of */
} members[] = {
    { "kind", offsetof(struct said_of, kind) },
    { "dossier", offsetof(struct said_of, content) },
    { "case", offsetof(struct said_of, case_id) },
    { "reason", offsetof(struct said_of, reason) },
    { "clause", offsetof(struct said_of, clause) },
    { "until", offsetof(struct said_of, until) },
    { "requirement", offsetof(struct said_of, requirement) },
    { "procedures", offsetof(struct said_of, procedures) },
};
enum { MEMBERS_OF_ALL = 4 };
static const struct kind_row {
    const char *name;
    unsigned own; /* bit i: members[MEMBERS_OF_ALL + i] */
} kinds[] = { { "retraction", 0 }, { "waiver", 7 }, { "audit", 8 } };

struct searching {
    struct arena *home;
    struct str trust;
    int64_t at;
    GArray *list; /* of struct said_of */
    struct diags *diags;
    bool good;
};

/* ---- one ---- */

static const struct kind_row *kind_of(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++)
        if (str_eq(name, str_from(kinds[i].name)))
            return &kinds[i];
    return NULL;
}

static bool has_member(const struct kind_row *kind, size_t member)
{
    return member < MEMBERS_OF_ALL || (kind->own >> (member - MEMBERS_OF_ALL) & 1U) != 0;
}

static struct str *member_of(struct said_of *statement, size_t member)
{
    return (struct str *)(void *)((char *)statement + members[member].offset);
}

/* Exactly the members that statement_write writes for that kind. */
static bool text_read(struct arena *home, struct str bytes, struct said_of *out)
{
    struct json *json;
    struct digest digest;
    int64_t day;
    if (!json_read(home, STR(STATEMENT), bytes, &limits_default, &json, diags_new(home)))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *format = json_member(root, STR("format"));
    const struct json_item *name = json_member(root, STR("kind"));
    const struct kind_row *kind = name ? kind_of(json_string(name)) : NULL;
    size_t count = 1;
    if (!format || !str_eq(json_string(format), STR(FORMAT)) || !kind)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(members); i++) {
        const struct json_item *item = json_member(root, str_from(members[i].name));
        if (!has_member(kind, i))
            continue;
        if (!item || json_type(item) != JSON_STRING || json_string(item).len == 0)
            return false;
        *member_of(out, i) = json_string(item);
        count++;
    }
    return json_count(root) == count && digest_from_hex(out->content, &digest) &&
           (out->procedures.len == 0 || digest_from_hex(out->procedures, &digest)) &&
           (out->until.len == 0 || day_of(out->until, &day)) && str_trim(out->reason).len > 0 &&
           out->reason.len <= REASON_MOST && out->clause.len <= REASON_MOST;
}

static bool file_in(struct arena *home, struct str folder, const char *name, struct str *out)
{
    const char *path = str_c(home, str_format(home, "%.*s/%s", STR_ARG(folder), name));
    struct stat found;
    return lstat(path, &found) == 0 && S_ISREG(found.st_mode) &&
           file_read(home, path, &limits_default, out, diags_new(home));
}

/* The letter beside an audit: why it is not the one that the statement names; empty: it is. */
static struct str letter_fault(struct arena *home, struct said_of *statement)
{
    struct str bytes;
    if (statement->procedures.len == 0)
        return (struct str){ 0 };
    if (!file_in(home, statement->folder, PROCEDURES, &bytes) ||
        !str_eq(digest_hex(home, digest_of(bytes)), statement->procedures))
        return STR(PROCEDURES " is missing, or is not the one that it names");
    if (!letter_read(home, STR(PROCEDURES), bytes, &statement->letter, diags_new(home)))
        return STR(PROCEDURES " is no letter of dossier-audit/1");
    if (!str_eq(statement->letter.opinion, statement->reason))
        return STR("its opinion is not that of " PROCEDURES);
    return (struct str){ 0 };
}

static struct said_of statement_read(struct arena *home, struct str folder, struct str trust,
                                     int64_t at)
{
    struct said_of out = { .folder = folder };
    struct str text, list, signature;
    if (!file_in(home, folder, STATEMENT, &text) || !text_read(home, text, &out)) {
        out.why = STR("it is no statement of " FORMAT);
    } else if (!file_in(home, folder, "seal-sha256.txt", &list) ||
               !file_in(home, folder, "seal.p7s", &signature)) {
        out.why = STR("its seal is missing");
    } else {
        struct sealed_file seal =
            sign_seal_of(home, list, signature, STR(STATEMENT), digest_of(text), trust, at);
        out.why = seal.why;
        out.signer = seal.subject;
        out.when = seal.when;
        out.certificate = seal.certificate;
        out.trusted = seal.trusted;
        out.not_then = seal.not_then;
        if (out.why.len == 0)
            out.why = letter_fault(home, &out);
    }
    return out;
}

/* ---- many ---- */

/* A link in the place of a statement or of a folder with statements: passed over, a retraction
 * behind it would go unheard. */
static bool link_is_none(struct searching *s, struct str path, const char *name)
{
    struct str whole = str_format(s->home, "%.*s/%s", STR_ARG(path), name);
    if (strcmp(name, STATEMENT) != 0 && !g_file_test(str_c(s->home, whole), G_FILE_TEST_IS_DIR))
        return true;
    diag_add(s->diags, DIAG_FILE_REFUSED, (struct place){ .file = whole },
             STR("folders and plain files"), "a link");
    return false;
}

static void walk(struct searching *s, struct str path, int depth)
{
    DIR *folder = opendir(str_c(s->home, path));
    if (!folder || depth > FOLDERS_MOST || s->list->len >= STATEMENTS_MOST) {
        diag_add(s->diags, !folder ? DIAG_FILE_READ : DIAG_FILE_LIMIT,
                 (struct place){ .file = path },
                 STR("a folder to read, 16 deep at most, with 10000 statements at most"), "%s",
                 !folder ? g_strerror(errno) : "more");
        s->good = false;
    }
    for (struct dirent *one = s->good ? readdir(folder) : NULL; one && s->good;
         one = readdir(folder)) {
        struct stat stat;
        if (strcmp(one->d_name, ".") == 0 || strcmp(one->d_name, "..") == 0 ||
            fstatat(dirfd(folder), one->d_name, &stat, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISLNK(stat.st_mode)) {
            s->good = link_is_none(s, path, one->d_name);
        } else if (S_ISDIR(stat.st_mode)) {
            walk(s, str_format(s->home, "%.*s/%s", STR_ARG(path), one->d_name), depth + 1);
        } else if (S_ISREG(stat.st_mode) && strcmp(one->d_name, STATEMENT) == 0) {
            struct said_of made = statement_read(s->home, path, s->trust, s->at);
            g_array_append_val(s->list, made);
        }
    }
    if (folder)
        (void)closedir(folder);
}

static int by_folder(const void *a, const void *b)
{
    return str_order(((const struct said_of *)a)->folder, ((const struct said_of *)b)->folder);
}

bool statements_find(struct arena *home, const char *const *path, size_t count, struct str trust,
                     int64_t at, struct said_of **out, size_t *found, struct diags *diags)
{
    struct searching s = { home,  trust, at, g_array_new(FALSE, FALSE, sizeof(struct said_of)),
                           diags, true };
    for (size_t i = 0; i < count && s.good; i++) {
        if (g_file_test(path[i], G_FILE_TEST_IS_DIR)) {
            walk(&s, str_from(path[i]), 0);
        } else if (str_eq(str_from(path[i]), STR(STATEMENT)) ||
                   str_ends(str_from(path[i]), STR("/" STATEMENT))) {
            diag_add(diags, DIAG_FILE_READ, (struct place){ .file = str_from(path[i]) },
                     STR("the folder of the statement, whose seal lies in it"), "a file of it");
            s.good = false;
        }
    }
    g_array_sort(s.list, by_folder);
    *found = s.list->len;
    *out = ARENA_MANY(home, s.list->len + 1, struct said_of);
    if (s.list->len > 0)
        memcpy(*out, s.list->data, s.list->len * sizeof **out);
    g_array_free(s.list, TRUE);
    return s.good;
}

bool statement_retracts(const struct said_of *statement, struct str content)
{
    return str_eq(statement->kind, STR("retraction")) && str_eq(statement->content, content);
}

bool statement_waives(const struct said_of *statement, struct str content, struct str clause,
                      struct str requirement)
{
    return str_eq(statement->kind, STR("waiver")) && str_eq(statement->content, content) &&
           str_eq(statement->clause, clause) && str_eq(statement->requirement, requirement);
}

bool statement_audits(const struct said_of *statement, struct str content)
{
    return str_eq(statement->kind, STR("audit")) && str_eq(statement->content, content);
}

bool statement_by_signer(const struct said_of *statement, const struct signer *signer, size_t count)
{
    bool own = false;
    for (size_t i = 0; i < count; i++)
        own = own || (signer[i].holds && digest_eq(signer[i].certificate, statement->certificate));
    return own;
}

bool statement_counts(const struct said_of *statement, const struct signer *signer, size_t count)
{
    return statement->why.len == 0 &&
           (statement_by_signer(statement, signer, count) || statement->trusted);
}

struct str statement_words(struct arena *home, const struct said_of *statement)
{
    struct buf out = buf_new(home, 1 << 16);
    buf_put(&out, str_eq(statement->kind, STR("audit"))    ? STR("audited by ")
                  : str_eq(statement->kind, STR("waiver")) ? STR("waived by ")
                                                           : STR("retracted by "));
    buf_put(&out, statement->signer);
    buf_putf(&out, ", %.*s (the signer's word): ", STR_ARG(statement->when));
    buf_put_visible(&out, statement->reason);
    return buf_str(&out);
}

/* ---- writing ---- */

static struct str statement_text(struct arena *home, struct said_of *statement)
{
    struct buf text = buf_new(home, 1 << 16);
    struct json_out json;
    const struct kind_row *kind = kind_of(statement->kind);
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR(FORMAT));
    for (size_t i = 0; i < ARRAY_COUNT(members); i++)
        if (has_member(kind, i))
            json_text(&json, str_from(members[i].name), *member_of(statement, i));
    json_close(&json);
    buf_put_char(&text, '\n');
    return buf_str(&text);
}

/* Nobody would hear a statement whose certificate is not good when it is signed. */
static bool seal_is_good(struct request *request, const struct entry *statement,
                         const struct entries *seal)
{
    struct str list = { 0 }, signature = { 0 };
    for (size_t i = 0; i < seal->count; i++) {
        bool signed_part = str_eq(seal->item[i].name, STR("seal.p7s"));
        *(signed_part ? &signature : &list) = seal->item[i].bytes;
    }
    struct sealed_file made = sign_seal_of(request->home, list, signature, statement->name,
                                           statement->digest, (struct str){ 0 }, 0);
    if (made.why.len == 0)
        return true;
    diag_add(request->diags, DIAG_KEY_BAD, (struct place){ .file = str_from(request->options.key) },
             STR("a certificate that is good at the time of signing"), "%.*s", STR_ARG(made.why));
    return false;
}

bool statement_write(struct request *request, const struct said_of *statement, struct str beside,
                     const struct key_file *key, struct said_of *made)
{
    struct arena *home = request->home;
    struct said_of said = *statement;
    if (str_trim(said.reason).len == 0 || said.reason.len > REASON_MOST ||
        !str_is_utf8(said.reason)) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--reason TEXT, in words, of 1 to 1000 bytes of UTF-8"), "%zu bytes of it",
                 said.reason.len);
        return false;
    }
    if (beside.len > 0)
        said.procedures = digest_hex(home, digest_of(beside));
    struct entry file[] = {
        { .name = STR(PROCEDURES), .bytes = beside, .digest = digest_of(beside) },
        { .name = STR(STATEMENT), .bytes = statement_text(home, &said) },
    };
    file[1].digest = digest_of(file[1].bytes);
    struct entries all = { beside.len > 0 ? file : &file[1], beside.len > 0 ? 2 : 1 }, seal;
    struct seal_request order = { .bundle = &all, .key = key, .signing_time = request->now };
    const char *folder = request->options.output;
    if (!sign_seal(home, &order, &seal, request->diags) ||
        !seal_is_good(request, &file[1], &seal) ||
        !folder_new(request, folder,
                    STR("a new or empty folder, for the statement and its seal")) ||
        !entries_write(home, folder, &all, request->diags) ||
        !entries_write(home, folder, &seal, request->diags))
        return false;
    *made = statement_read(home, str_from(folder), (struct str){ 0 }, 0);
    if (made->why.len > 0)
        diag_add(request->diags, DIAG_FILE_WRITE, (struct place){ .file = str_from(folder) },
                 STR("a statement that holds"), "%.*s", STR_ARG(made->why));
    return made->why.len == 0;
}
