/* holding.c - dossiers lying in files and folders: found, verified, opened. */
#include "holding.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDERS_MOST = 16, HEAD = 128 };

/* ---- finding ---- */

struct finding_files {
    struct arena *home;
    GArray *list; /* of struct holding */
    struct diags *diags;
    bool good;
};

static struct str stamp_of(struct arena *home, const struct stat *stat)
{
    return str_format(home, "%lld %lld.%09ld %lld.%09ld %llu %llu", (long long)stat->st_size,
                      (long long)stat->st_mtim.tv_sec, stat->st_mtim.tv_nsec,
                      (long long)stat->st_ctim.tv_sec, stat->st_ctim.tv_nsec,
                      (unsigned long long)stat->st_ino, (unsigned long long)stat->st_dev);
}

static void add(struct finding_files *f, struct str path, const struct stat *stat,
                const char *fault)
{
    struct holding one = { .path = path, .stamp = stamp_of(f->home, stat), .fault = fault };
    if (f->list->len >= HOLDINGS_MOST) {
        if (f->good)
            diag_add(f->diags, DIAG_FILE_LIMIT, (struct place){ .file = path },
                     STR("at most 20000 dossiers at once"), "there are more");
        f->good = false;
        return;
    }
    g_array_append_val(f->list, one);
}

/* Whether the first bytes are those of a dossier. */
static bool begins_as_dossier(int folder, const char *name)
{
    char head[HEAD];
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t len = fd >= 0 ? read(fd, head, sizeof head) : -1;
    if (fd >= 0)
        (void)close(fd);
    return len > 0 && dossier_is((struct str){ head, (size_t)len });
}

static bool is_called_dossier(struct str name)
{
    return name.len > 6 && g_ascii_strncasecmp(name.at + name.len - 6, ".asice", 6) == 0;
}

static void walk(struct finding_files *f, struct str path, int depth);

static void look(struct finding_files *f, struct str path, int folder, const char *name, int depth)
{
    struct stat stat;
    struct str below = str_ends(path, STR("/"))
                           ? str_format(f->home, "%.*s%s", STR_ARG(path), name)
                           : str_format(f->home, "%.*s/%s", STR_ARG(path), name);
    if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    bool called = is_called_dossier(below);
    if (S_ISDIR(stat.st_mode))
        walk(f, below, depth + 1);
    else if (!S_ISREG(stat.st_mode) && called)
        add(f, below, &stat, "a link or no plain file: name what it leads to");
    else if (S_ISREG(stat.st_mode) && (called || begins_as_dossier(folder, name)))
        add(f, below, &stat, NULL);
}

static void walk(struct finding_files *f, struct str path, int depth)
{
    if (!f->good)
        return;
    if (depth > FOLDERS_MOST) {
        diag_add(f->diags, DIAG_FILE_LIMIT, (struct place){ .file = path },
                 STR("folders at most 16 deep"), "deeper");
        f->good = false;
        return;
    }
    DIR *folder = opendir(str_c(f->home, path));
    if (!folder) {
        diag_add(f->diags, DIAG_FILE_READ, (struct place){ .file = path }, STR("a folder to read"),
                 "%s", g_strerror(errno));
        f->good = false;
        return;
    }
    for (struct dirent *one = readdir(folder); one && f->good; one = readdir(folder))
        if (strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0)
            look(f, path, dirfd(folder), one->d_name, depth);
    (void)closedir(folder);
}

static int path_order(const void *a, const void *b)
{
    return str_order(((const struct holding *)a)->path, ((const struct holding *)b)->path);
}

bool holdings_find(struct arena *home, const char *const *path, size_t count, struct holding **out,
                   size_t *found, struct diags *diags)
{
    struct finding_files f = { home, g_array_new(FALSE, FALSE, sizeof(struct holding)), diags,
                               true };
    for (size_t i = 0; i < count && f.good; i++) {
        struct stat named;
        struct str one = str_keep(home, str_from(path[i]));
        if (stat(path[i], &named) != 0) {
            diag_add(diags, DIAG_FILE_READ, (struct place){ .file = one },
                     STR("a dossier, or a folder of dossiers"), "%s", g_strerror(errno));
            f.good = false;
        } else if (S_ISDIR(named.st_mode)) {
            walk(&f, one, 0);
        } else {
            add(&f, one, &named, S_ISREG(named.st_mode) ? NULL : "no plain file");
        }
    }
    g_array_sort(f.list, path_order);
    size_t kept = 0;
    *out = ARENA_MANY(home, f.list->len + 1, struct holding);
    for (size_t i = 0; i < f.list->len; i++) {
        const struct holding *one = &g_array_index(f.list, struct holding, i);
        if (kept == 0 || !str_eq((*out)[kept - 1].path, one->path)) /* named twice */
            (*out)[kept++] = *one;
    }
    *found = kept;
    g_array_free(f.list, TRUE);
    return f.good;
}

/* ---- opening ---- */

static struct str first_said(struct arena *home, const struct diags *diags)
{
    const struct diag *diag = diags_first(diags);
    if (!diag)
        return STR("cannot be read");
    struct buf out = buf_new(home, 1 << 16);
    buf_put_visible(&out, diag->said);
    return buf_str(&out);
}

static const struct held_signer *signers_of_checks(struct arena *home, const struct checks *checks)
{
    static const struct digest none;
    struct held_signer *out = ARENA_MANY(home, checks->signer_count + 1, struct held_signer);
    for (size_t i = 0; i < checks->signer_count; i++) {
        const struct signer *from = &checks->signer[i];
        out[i] = (struct held_signer){ .number = from->number,
                                       .subject = from->subject,
                                       .role = from->role,
                                       .decision = str_from(from->decision),
                                       .comment = from->comment,
                                       .claimed = from->claimed,
                                       .stamped = from->stamped,
                                       .ends = from->ends,
                                       .ends_stamp = from->ends_stamp };
        if (!digest_eq(from->certificate, none))
            out[i].certificate = digest_hex(home, from->certificate);
    }
    return out;
}

/* The first check that fails, in words; empty: none does. */
static struct str first_failure(struct arena *home, const struct checks *checks)
{
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->item[i];
        if (check->state == CHECK_FAILS)
            return check->detail.len == 0
                       ? str_from(check->title)
                       : str_format(home, "%s: %.*s", check->title, STR_ARG(check->detail));
    }
    return (struct str){ 0 };
}

/* `threads`: as sign_verify takes them; where several dossiers are opened at once, one each. */
static bool open_with(struct arena *home, struct str path, unsigned threads,
                      struct sign_known *known, struct opened *out)
{
    struct verify_request request = { .allow_withheld = true,
                                      .at = INT64_C(253402300799) }; /* year 9999 */
    struct limits large = limits_default;
    struct diags *diags = diags_new(home);
    struct str bytes;
    large.file = UINT32_MAX;
    *out = (struct opened){ .held = { .file = path } };
    if (!file_read(home, str_c(home, path), &large, &bytes, diags)) {
        out->why = first_said(home, diags);
        return true;
    }
    out->read = true;
    out->whole = bytes;
    request.threads = threads;
    request.known = known;
    if (!sign_verify(home, bytes, &request, &out->checks, diags))
        return false;
    out->why = first_failure(home, &out->checks);
    if (out->why.len > 0)
        return true;
    out->held.data = out->checks.report;
    out->held.content = digest_hex(home, out->checks.content);
    out->held.evidence_id = digest_hex(home, out->checks.evidence);
    out->held.signer = signers_of_checks(home, &out->checks);
    out->held.signer_count = out->checks.signer_count;
    return held_read(home, out->checks.case_file, &out->held, &out->why) || out->why.len > 0;
}

bool holding_open(struct arena *home, struct str path, struct opened *out)
{
    return open_with(home, path, 0, NULL, out);
}

bool holding_named(struct request *request, const char *path, struct opened *out)
{
    if (!holding_open(request->home, str_from(path), out)) {
        diag_add(request->diags, DIAG_MACHINE_FAILED, (struct place){ .file = str_from(path) },
                 STR("memory to verify it"), "it could not be judged");
        return false;
    }
    if (out->why.len > 0) {
        diag_add(request->diags, out->read ? DIAG_DOSSIER_BROKEN : DIAG_FILE_READ,
                 (struct place){ .file = str_from(path) },
                 STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s",
                 STR_ARG(out->why));
        return false;
    }
    return true;
}

bool named_dossier(struct str path)
{
    return str_ends(path, STR(".asice")) || str_ends(path, STR(".ASICE"));
}

const char *holding_before(struct arena *home, const char *named)
{
    char head[HEAD];
    const char *mark = strrchr(named, '#');
    if (!mark)
        return NULL;
    const char *path = str_c(home, (struct str){ named, (size_t)(mark - named) });
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL;
    size_t len = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        (void)fclose(file);
    return dossier_is((struct str){ head, len }) || (file && named_dossier(str_from(path))) ? path
                                                                                            : NULL;
}

/* ---- many ---- */

struct job {
    const struct holding *holding;
    struct arena *home;
    struct opened opened;
    void *made;
    bool good, done;
};
struct crew {
    const struct holdings_work *order;
    unsigned inner; /* threads within each */
    struct sign_known *known;
    GMutex lock;
    GCond ready;
};

static void job_run(void *data, void *self)
{
    struct job *job = data;
    struct crew *crew = self;
    job->home = arena_new((size_t)12 << 30);
    if (job->holding->fault) {
        job->opened = (struct opened){ .why = str_from(job->holding->fault) };
        job->good = true;
    } else {
        job->good =
            open_with(job->home, job->holding->path, crew->inner, crew->known, &job->opened);
    }
    if (job->good && crew->order->work)
        job->made = crew->order->work(crew->order->self, job->home, job->holding, &job->opened);
    g_mutex_lock(&crew->lock);
    job->done = true;
    g_cond_signal(&crew->ready);
    g_mutex_unlock(&crew->lock);
}

static void job_wait(struct crew *crew, const struct job *job)
{
    g_mutex_lock(&crew->lock);
    while (!job->done)
        g_cond_wait(&crew->ready, &crew->lock);
    g_mutex_unlock(&crew->lock);
}

bool holdings_each(const struct holding *holding, size_t count, const struct holdings_work *order)
{
    unsigned threads = order->threads != 0 ? order->threads : MIN(g_get_num_processors(), 8);
    struct crew crew = { .order = order,
                         .inner = count >= threads ? 1 : 0,
                         .known = count > 1 ? sign_known_new() : NULL };
    bool good = true;
    g_mutex_init(&crew.lock);
    g_cond_init(&crew.ready);
    struct job *job = g_new0(struct job, count + 1);
    GError *none = NULL; /* not every thread is to be had */
    GThreadPool *pool = g_thread_pool_new(job_run, &crew, (int)threads, TRUE, &none);
    if (none) {
        g_error_free(none);
        g_thread_pool_free(pool, TRUE, TRUE);
        pool = NULL;
        threads = 1;
    }
    size_t ahead = (size_t)threads * 2, pushed = 0;
    for (size_t i = 0; i < count; i++) {
        for (; pushed < count && pushed < i + ahead && good; pushed++) {
            job[pushed].holding = &holding[pushed];
            if (pool)
                (void)g_thread_pool_push(pool, &job[pushed], NULL); /* its threads are there */
            else
                job_run(&job[pushed], &crew);
        }
        if (i >= pushed)
            break;
        job_wait(&crew, &job[i]);
        good = good && job[i].good &&
               order->take(order->self, job[i].holding, &job[i].opened, job[i].made);
        arena_free(job[i].home);
    }
    if (pool)
        g_thread_pool_free(pool, FALSE, TRUE);
    g_free(job);
    sign_known_free(crew.known);
    g_cond_clear(&crew.ready);
    g_mutex_clear(&crew.lock);
    return good;
}
