/* pipeline.c - case, bundles, facts, verdict, report: the line written once. */
#include "pipeline.h"
#include "base/progress.h"
#include "from_dossier.h"
#include "output.h"
#include "plan_seal.h"
#include "references.h"
#include "sign/sign.h"
#include "submission.h"
#include "templates/templates.h"
#include <glib.h>
#include <string.h>

void pipeline_tell_as(struct pipeline *p, const struct diags *found, struct str name,
                      const char *path)
{
    for (const struct diag *diag = diags_first(found); diag; diag = diag->next) {
        struct place place = diag->place;
        if (path && str_eq(place.file, name))
            place.file = str_from(path);
        diag_add(p->diags, diag->id, place, diag->expected, "%.*s", STR_ARG(diag->said));
    }
}

static bool read_rules_file(struct pipeline *p)
{
    struct evidence *rules = ARENA_NEW(p->home, struct evidence);
    rules->name = STR("rules.json");
    rules->packed = STR("data/rules.json");
    rules->format = "dossier-rules";
    if (p->dossier) {
        const struct entry *member = entries_find(p->dossier, rules->packed);
        if (!member) {
            diag_add(p->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = rules->packed },
                     STR("the rule set that was applied"), "no such member");
            return false;
        }
        rules->bytes = member->bytes;
    } else {
        rules->bytes = template_find(p->home, STR("rules.json"))->bytes;
    }
    rules->digest = digest_of(rules->bytes);
    p->rules_evidence = rules;
    return rules_read(p->home, rules, &p->limits, &p->rules, p->diags);
}

/* A profile is an own rule set that comes with the program; two such sets would be one too many. */
static bool profile_alone(struct pipeline *p, const char *rules_path)
{
    if (p->profile.len == 0 || !rules_path)
        return true;
    diag_add(p->diags, DIAG_REFUSED, (struct place){ .file = str_from(rules_path) },
             STR("rules of one's own, or a profile; leave out --rules, or take \"profile\" out of "
                 "the case"),
             "the case names the profile %.*s, which is a rule set itself", STR_ARG(p->profile));
    return false;
}

/* Rules of one's own lie over the built-in ones, and are packed beside them. */
static bool read_own_rules(struct pipeline *p, const char *rules_path)
{
    if (!profile_alone(p, rules_path))
        return false;
    struct evidence *own = ARENA_NEW(p->home, struct evidence);
    own->name = STR("own-rules.json");
    own->packed = STR("data/own-rules.json");
    own->format = "dossier-rules";
    if (p->dossier) {
        const struct entry *member = entries_find(p->dossier, own->packed);
        if (!member && p->profile.len > 0) {
            diag_add(p->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = own->packed },
                     STR("the rule set of the profile that the case names; leave out --rules"),
                     "no such member");
            return false;
        }
        if (!member)
            return true;
        own->bytes = member->bytes;
    } else if (p->rules_text.len > 0) {
        own->bytes = p->rules_text;
    } else if (p->profile.len > 0) {
        own->bytes =
            template_find(p->home, str_format(p->home, "profiles/%.*s.json", STR_ARG(p->profile)))
                ->bytes;
    } else if (!rules_path) {
        return true;
    } else if (!file_read(p->home, rules_path, &p->limits, &own->bytes, p->diags)) {
        return false;
    }
    own->digest = digest_of(own->bytes);
    p->own_rules = own;
    struct str profile = rules_profile(own, &p->limits, p->home);
    if (!str_eq(profile, p->profile)) {
        diag_add(p->diags, p->dossier ? DIAG_DOSSIER_FORMAT : DIAG_REFUSED,
                 (struct place){ .file = p->dossier ? own->packed : str_from(rules_path) },
                 p->profile.len > 0
                     ? STR("the rule set of the profile that the case names; leave out --rules")
                     : STR("rules alone; a case names a profile as its member \"profile\""),
                 profile.len > 0 ? "a profile is no rule set of one's own"
                                 : "rules of another set");
        return false;
    }
    struct diags *found = diags_new(p->home);
    bool good = rules_extend(p->home, p->rules, own, &p->limits, &p->rules, found);
    pipeline_tell_as(p, found, own->name, !p->dossier ? rules_path : NULL);
    return good;
}

/* The bytes of the case, and the profile that it names. */
static bool open_case_file(struct pipeline *p, const char *path)
{
    struct evidence *file = ARENA_NEW(p->home, struct evidence);
    file->packed = STR("data/case.json");
    file->format = "dossier-case";
    if (p->dossier && p->case_text.len == 0) {
        const struct entry *member = entries_find(p->dossier, file->packed);
        if (!member) {
            diag_add(p->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = file->packed },
                     STR("the case"), "no such member");
            return false;
        }
        file->bytes = member->bytes;
    } else if (p->case_text.len > 0) {
        file->bytes = p->case_text;
    } else if (!file_read(p->home, path, &p->limits, &file->bytes, p->diags)) {
        return false;
    }
    if (p->whole) /* which has the names of earlier dossiers resolved, and held to what it refers to
                   */
        p->given = (struct given){ .file = p->whole->given.file,
                                   .file_count = p->whole->given.file_count };
    else if (!p->dossier && !from_dossiers(p->home, path, file->bytes, &p->limits, &file->bytes,
                                           &p->given, p->diags))
        return false;
    file->name = STR("case.json");
    file->digest = digest_of(file->bytes);
    p->case_evidence = file;
    p->profile = case_profile(p->home, file, &p->limits);
    return true;
}

static bool read_case_file(struct pipeline *p, const char *path)
{
    struct evidence *file = p->case_evidence;
    p->case_file = ARENA_NEW(p->home, struct case_file);
    struct diags *found = diags_new(p->home);
    bool good =
        case_read_under(p->home, file, p->rules_evidence, p->profile.len > 0 ? p->own_rules : NULL,
                        &p->limits, p->case_file, found);
    pipeline_tell_as(p, found, file->name, !p->dossier ? path : NULL);
    for (size_t i = 0; good && !p->dossier && i < p->case_file->selector_count; i++)
        p->case_file->selector[i].place.file = str_from(path);
    return good;
}

static bool read_bundles(struct pipeline *p, const char *path)
{
    bool good = true;
    if (p->dossier && p->whole) {
        gather_part(p->home, &p->whole->gathered, p->whole->case_file, p->case_file, &p->gathered);
    } else if (p->dossier) {
        good = gather_packed(p->home, p->dossier, p->withheld, p->case_file, &p->limits,
                             &p->gathered, p->diags) &&
               (p->withheld ||
                from_packed_match(p->home, p->case_evidence, &p->gathered, &p->limits, p->diags));
    } else {
        char *root = g_path_get_dirname(path);
        p->limits.mapped = true; /* until files_same below */
        progress_begin("reading evidence", PROGRESS_BYTES, 0);
        good = gather(p->home, str_c(p->home, str_from(root)), &p->given, p->case_file, &p->limits,
                      &p->gathered, p->diags);
        progress_end();
        g_free(root);
    }
    if (!good)
        return false;
    const struct evidence *files;
    size_t count;
    struct diags *found = diags_new(p->home);
    struct str typed = p->dossier ? STR("case.json") : str_from(path);
    good = ingest_bundles_by(p->home, p->case_file, p->gathered.bundle, p->gathered.count,
                             &p->limits, p->threads, &files, &count, found);
    struct str below = p->case_text.len > 0 ? p->below : str_folder(str_from(path));
    good = good && submission_profile(p->case_file, typed, found);
    diags_join_below(p->home, p->diags, found, p->dossier ? STR("") : below, typed);
    if (!good)
        return false;
    plan_seal(p->home, p->case_file, files, count);
    /* Facts point at the elements of `files`; the case and the rules stand behind them by index. */
    p->case_evidence->index = count;
    p->rules_evidence->index = count + 1;
    struct evidence *all = ARENA_MANY(p->home, count + 3, struct evidence);
    if (count > 0)
        memcpy(all, files, count * sizeof *files);
    all[count] = *p->case_evidence;
    all[count + 1] = *p->rules_evidence;
    p->evidence = all;
    p->evidence_count = count + 2;
    if (p->profile.len > 0) { /* limits of the case lead there */
        p->own_rules->index = count + 2;
        all[count + 2] = *p->own_rules;
        p->evidence_count++;
    }
    return true;
}

static int entry_order(const void *a, const void *b)
{
    return str_order(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static void payload_add(GArray *list, struct str name, struct str bytes, struct digest digest)
{
    struct entry entry = { .name = name, .bytes = bytes, .digest = digest };
    g_array_append_val(list, entry);
}

static void payload_finish(struct pipeline *p, GArray *list)
{
    g_array_sort(list, entry_order);
    struct entry *item = ARENA_MANY(p->home, list->len > 0 ? list->len : 1, struct entry);
    if (list->len > 0)
        memcpy(item, list->data, list->len * sizeof *item);
    p->payload = (struct entries){ item, list->len };
    g_array_free(list, TRUE);
}

/* Everything below data/ but the report, then the list of it, whose digest is the evidence id. */
static void make_inputs(struct pipeline *p)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(struct entry));
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < p->gathered.count; i++) {
        const struct bundle *bundle = &p->gathered.bundle[i];
        bool archive = bundle->archive.at != NULL;
        size_t count = archive ? 1 : bundle->entries.count;
        for (size_t k = 0; k < count; k++) {
            char *key = g_strndup(bundle->member[k].at, bundle->member[k].len);
            if (!g_hash_table_add(seen, key))
                continue;
            payload_add(list, bundle->member[k],
                        archive ? bundle->archive : bundle->entries.item[k].bytes,
                        archive ? bundle->archive_digest : bundle->entries.item[k].digest);
        }
    }
    g_hash_table_destroy(seen);
    struct str names = p->dossier && !p->whole
                           ? entries_find(p->dossier, STR("data/names.json"))->bytes
                           : names_text(p->home, p->case_file, &p->gathered);
    if (names.len == 0)
        diag_add(p->diags, DIAG_FILE_LIMIT, (struct place){ .file = STR("data/names.json") },
                 STR("at most 64 MiB of names"), "too many files, or too often named in the case");
    payload_add(list, STR("data/case.json"), p->case_evidence->bytes, p->case_evidence->digest);
    payload_add(list, STR("data/names.json"), names, digest_of(names));
    payload_add(list, STR("data/rules.json"), p->rules_evidence->bytes, p->rules_evidence->digest);
    if (p->own_rules)
        payload_add(list, p->own_rules->packed, p->own_rules->bytes, p->own_rules->digest);
    if (p->references.len > 0)
        payload_add(list, STR(REFERENCES), p->references, digest_of(p->references));
    payload_finish(p, list);
    p->model.evidence_id = evidence_id(p->home, &p->payload);
}

/* A line of FONTS_USED, "digest  name". What is none of these is passed over: the file then comes
 * out with other bytes. */
static bool font_named(const struct pipeline *p, struct str line, struct entry *out)
{
    enum { HEX = 64, GAP = 2 };
    struct digest digest;
    if (line.len <= HEX + GAP || !digest_from_hex(str_sub(line, 0, HEX), &digest))
        return false;
    *out = (struct entry){ .name = str_sub(line, HEX + GAP, line.len), .digest = digest };
    for (size_t i = 0; p->fonts && i < p->fonts->count; i++)
        if (digest_eq(p->fonts->item[i].digest, digest))
            out->bytes = p->fonts->item[i].bytes;
    return true;
}

/* The fonts that the dossier says its report was set in, found by their digests. Others that were
 * given beside them would have had no say. */
static const struct entries *fonts_packed(struct pipeline *p)
{
    enum { MOST = 4096, SHOWN = 8 };
    const struct entry *member = entries_find(p->dossier, STR("data/report/" FONTS_USED));
    struct str rest = member ? member->bytes : (struct str){ 0 }, line;
    struct entries *found = ARENA_NEW(p->home, struct entries);
    struct buf lacking = buf_new(p->home, 1 << 16);
    GArray *list = g_array_new(FALSE, TRUE, sizeof(struct entry));
    size_t lacked = 0;
    for (size_t i = 0; i < MOST && str_cut(&rest, '\n', &line); i++) {
        struct entry font;
        if (!font_named(p, line, &font))
            continue;
        if (font.bytes.at)
            g_array_append_val(list, font);
        else if (lacked++ < SHOWN) {
            buf_put(&lacking, lacked > 1 ? STR(", ") : STR(""));
            buf_put_visible(&lacking, str_sub(font.name, 0, 100));
            buf_putf(&lacking, " (SHA-256 %.*s)", STR_ARG(digest_hex(p->home, font.digest)));
        }
    }
    if (lacked > SHOWN)
        buf_putf(&lacking, " and %zu more", lacked - SHOWN);
    p->fonts_lacking = buf_str(&lacking);
    struct entry *item = ARENA_MANY(p->home, list->len + 1, struct entry);
    if (list->len > 0)
        memcpy(item, list->data, list->len * sizeof *item);
    entries_sort(item, list->len);
    *found = (struct entries){ item, list->len };
    g_array_free(list, TRUE);
    return found;
}

/* What is done for the dossier beside other work: members are deflated, those of the evidence while
 * it is judged, by a thread of its own; those of the report as soon as they are made, by the thread
 * beside the drawing, which waits for the first before it begins; the annex, which is made last,
 * while it is written, by threads that pack_ahead_grows has. */
struct packing_ahead {
    struct pack_ahead *ahead;
    const struct gathered *gathered;
    const struct entries *payload;
    size_t next;
    GThread *thread; /* of the evidence; NULL: none, or over */
    gint judged;     /* it begins no further member */
};

static gpointer evidence_pack(gpointer self)
{
    struct packing_ahead *packing = self;
    for (size_t i = 0; i < packing->gathered->count; i++) {
        const struct bundle *bundle = &packing->gathered->bundle[i];
        bool archive = bundle->archive.at != NULL;
        size_t count = archive ? 1 : bundle->entries.count;
        for (size_t k = 0; k < count && !g_atomic_int_get(&packing->judged); k++)
            pack_ahead_take(packing->ahead,
                            archive ? bundle->archive : bundle->entries.item[k].bytes,
                            archive ? bundle->archive_digest : bundle->entries.item[k].digest);
    }
    return NULL;
}

static uint64_t evidence_size(const struct gathered *gathered)
{
    uint64_t size = 0;
    for (size_t i = 0; i < gathered->count; i++) {
        const struct bundle *bundle = &gathered->bundle[i];
        size += bundle->archive.len;
        for (size_t k = 0; !bundle->archive.at && k < bundle->entries.count; k++)
            size += bundle->entries.item[k].bytes.len;
    }
    return size;
}

/* Little evidence can wait for the thread beside the drawing, and leaves the processors to the
 * judging of runs. */
static void evidence_pack_begin(struct packing_ahead *packing)
{
    enum { MUCH = 4 << 20 };
    if (packing->ahead && g_get_num_processors() > 1 && evidence_size(packing->gathered) >= MUCH)
        packing->thread = g_thread_try_new("packing", evidence_pack, packing, NULL);
}

static void evidence_pack_end(struct packing_ahead *packing)
{
    g_atomic_int_set(&packing->judged, 1);
    if (packing->thread)
        g_thread_join(packing->thread);
    packing->thread = NULL;
}

static void made_pack(void *self, struct str bytes, struct digest digest)
{
    struct packing_ahead *packing = self;
    evidence_pack_end(packing);
    pack_ahead_take(packing->ahead, bytes, digest);
}

static void annex_pack(void *self, struct str bytes, bool whole)
{
    pack_ahead_grows(((struct packing_ahead *)self)->ahead, bytes, whole);
}

static bool payload_pack(void *self)
{
    struct packing_ahead *packing = self;
    evidence_pack_end(packing);
    if (packing->next == packing->payload->count)
        return false;
    const struct entry *entry = &packing->payload->item[packing->next++];
    pack_ahead_take(packing->ahead, entry->bytes, entry->digest);
    return true;
}

static bool make_report(struct pipeline *p, struct packing_ahead *packing)
{
    const struct render_beside beside = { made_pack, payload_pack, annex_pack, packing };
    struct skin skin = { .file = templates_all(p->home) };
    skin.given = p->dossier && p->fonts_as_packed ? fonts_packed(p) : p->fonts;
    if (!render_report(p->home, &p->model, &skin, p->part, p->ahead ? &beside : NULL, &p->report,
                       p->diags))
        return false;
    GArray *list = g_array_new(FALSE, TRUE, sizeof(struct entry));
    g_array_append_vals(list, p->payload.item, (guint)p->payload.count);
    struct str inputs = inputs_text(p->home, &p->payload);
    payload_add(list, STR("data/inputs-sha256.txt"), inputs, digest_of(inputs));
    for (size_t i = 0; i < p->report.count; i++) {
        const struct entry *file = &p->report.item[i];
        payload_add(list, str_format(p->home, "data/report/%.*s", STR_ARG(file->name)), file->bytes,
                    file->digest);
    }
    payload_finish(p, list);
    return true;
}

/* Nothing is derived from a dossier whose lists or signatures do not hold: it would be of what lies
 * in it now, not of what somebody signed. Trust is not asked here. */
static bool dossier_holds(struct pipeline *p, const char *path, struct str dossier)
{
    static const struct verify_request request = { .allow_withheld = true,
                                                   .at = INT64_C(253402300799) }; /* year 9999 */
    struct checks checks;
    if (!sign_verify(p->home, dossier, &request, &checks, p->diags))
        return false;
    for (size_t i = 0; i < checks.count; i++) {
        const struct check *check = &checks.item[i];
        if (check->state == CHECK_FAILS) {
            diag_add(p->diags, DIAG_DOSSIER_BROKEN, (struct place){ .file = str_from(path) },
                     STR("a dossier whose lists and signatures hold; ask dossier verify"),
                     "%s: %.*s", check->title, STR_ARG(check->detail));
            return false;
        }
    }
    return true;
}

static void leave_withheld(struct arena *home, const struct entries *withheld,
                           struct entries *members)
{
    struct entry *item = ARENA_MANY(home, members->count + 1, struct entry);
    size_t kept = 0;
    for (size_t i = 0; i < members->count; i++)
        if (!withheld || !entries_find(withheld, members->item[i].name))
            item[kept++] = members->item[i];
    *members = (struct entries){ item, kept };
}

/* What was meant by a folder: the case that `new` wrote into it, or any. */
static struct str folder_case(struct arena *home, const char *path)
{
    size_t len = strlen(path);
    struct str inside =
        str_format(home, "%s%scase.json", path, len > 0 && path[len - 1] == '/' ? "" : "/");
    return g_file_test(str_c(home, inside), G_FILE_TEST_IS_REGULAR)
               ? inside
               : STR("a case file or a dossier");
}

/* A dossier is told from a case by its first bytes: a case is JSON text. */
static bool open_dossier(struct pipeline *p, const char *path)
{
    struct str bytes;
    struct limits large = p->limits;
    large.file = UINT32_MAX;
    if (p->case_text.len > 0)
        return true;
    if (p->verified.len > 0) {
        struct entries *given = ARENA_NEW(p->home, struct entries);
        p->dossier = given;
        if (!sign_open(p->home, str_from(path), p->verified, given, p->diags))
            return false;
        leave_withheld(p->home, p->withheld, given);
        return true;
    }
    if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        diag_add(p->diags, DIAG_FILE_FOLDER, (struct place){ .file = str_from(path) },
                 folder_case(p->home, path), "%s", "");
        return false;
    }
    if (!file_read(p->home, path, &large, &bytes, p->diags))
        return false;
    if (!str_starts(bytes, STR("PK\003\004")))
        return true;
    struct entries *members = ARENA_NEW(p->home, struct entries);
    if (!sign_open(p->home, str_from(path), bytes, members, p->diags))
        return false;
    p->dossier = members;
    return dossier_holds(p, path, bytes);
}

/* Dossiers that a case refers to are verified before anything is derived. */
static bool take_references(struct pipeline *p, const char *path)
{
    if (p->dossier)
        return true;
    return references_take(p->home, path, p->case_file->terms, p->supersedes, &p->references,
                           p->diags);
}

/* Of a dossier, what it packs; of a case, what was verified. */
static bool read_references(struct pipeline *p)
{
    const struct entry *member =
        p->dossier && !p->whole ? entries_find(p->dossier, STR(REFERENCES)) : NULL;
    if (member)
        p->references = member->bytes;
    if (p->references.len > 0 && !references_read(p->home, p->references, &p->model.reference,
                                                  &p->model.reference_count, p->diags))
        return false;
    if (!from_dossiers_match(&p->given, p->model.reference, p->model.reference_count, p->diags))
        return false;
    return !p->case_file->terms ||
           references_match(p->case_file->terms, p->model.reference, p->model.reference_count,
                            !p->withheld ? p->evidence : NULL, p->evidence_count, p->diags);
}

/* From what was read to the report. */
static bool judge(struct pipeline *p, enum stage stop, struct packing_ahead *packing)
{
    progress_begin("judging", PROGRESS_NOTHING, 0);
    bool judged = assess(p->home, p->rules, p->case_file, p->evidence, p->evidence_count, &p->model,
                         p->diags);
    progress_end();
    if (!judged)
        return false;
    p->model.program = STR("dossier " DOSSIER_VERSION);
    p->model.rules_evidence = p->rules_evidence;
    p->model.own_rules = p->own_rules;
    p->model.rules_changed =
        p->own_rules ||
        !str_eq(p->rules_evidence->bytes, template_find(p->home, STR("rules.json"))->bytes);
    if (!read_references(p))
        return false;
    make_inputs(p);
    if (p->whole)
        p->model.evidence_id = p->whole->model.evidence_id;
    if (!files_same(p->mapped_before, p->diags) || diags_exit(p->diags) >= 3)
        return false;
    /* What was judged is what the digests are of; a file that is packed is hashed once more. */
    return (stop == STAGE_ASSESS || make_report(p, packing)) &&
           files_same(p->mapped_before, p->diags);
}

bool pipeline_run(struct pipeline *p, const char *path, const char *rules_path, enum stage stop)
{
    p->limits = limits_default;
    p->dossier = p->whole ? p->whole->dossier : NULL;
    p->mapped_before = files_mapped();
    if ((p->case_text.len == 0 && !open_dossier(p, path)) || !read_rules_file(p) ||
        !open_case_file(p, path) || !read_own_rules(p, rules_path) || !read_case_file(p, path))
        return false;
    bool taken = take_references(p, path);
    if (stop == STAGE_CASE)
        return taken;
    if (!read_bundles(p, path) || !taken)
        return false;
    struct packing_ahead packing = { .ahead = stop == STAGE_REPORT ? p->ahead : NULL,
                                     .gathered = &p->gathered,
                                     .payload = &p->payload };
    evidence_pack_begin(&packing);
    bool good = judge(p, stop, &packing);
    evidence_pack_end(&packing);
    return good;
}

int pipeline_status(const struct pipeline *p, bool strict)
{
    /* 1 comes before 2, 2 before 0. */
    int status = p->model.comparison_count == 0 ? 2 : 0; /* nothing compared is nothing shown */
    for (size_t i = 0; i < p->model.comparison_count; i++) {
        enum verdict verdict = p->model.comparison[i].verdict;
        int one = verdict == VERDICT_STATED && strict ? 1 : verdict_row(verdict)->exit;
        if (one == 1 || status == 1)
            status = 1;
        else if (one == 2)
            status = 2;
    }
    return status;
}
