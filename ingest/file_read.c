/* file_read.c - which adapter reads a file, and what it reads. */
#include "file_read.h"
#include "sniff.h"

#include <string.h>

enum {
    HEAD = 1 << 16,
    FEED_FROM = 1 << 18 /* stored bytes: less is decoded before a thread is worth its start */
};

/* What is there of a file's first bytes; *head has less than HEAD of them where it is small, or
 * broken, and decoded whole. */
static struct feed *feed_begin(const struct reading *reading, const struct feed_watch *watch,
                               struct str *head)
{
    struct feed *feed = feed_new(reading->evidence->bytes, reading->limits, watch);
    *head = (struct str){ 0 };
    while (feed && head->len < HEAD) {
        size_t before = head->len;
        *head = feed_more(feed, before);
        if (head->len == before)
            break;
    }
    return feed;
}

/* A large file of a format that is read from front to back: its bytes, as far as they are there,
 * come from a feed. Not where a byte order mark makes other text of them. */
static bool feed_try(struct reading *reading)
{
    struct str head;
    if (!reading->may_feed || reading->evidence->bytes.len < FEED_FROM)
        return false;
    struct feed *feed = feed_begin(reading, reading->watch, &head);
    bool marked = head.len > 1 && strchr("\xEF\xFF\xFE", head.at[0]), gone = false;
    if (head.len >= HEAD && !marked && !archive_is(reading->name, head)) {
        reading->told =
            reading->declared ? &adapter_dossier_series : format_fed(reading, feed, head, &gone);
    }
    bool fed = reading->told && (reading->declared || reading->told->feeds);
    if (gone || !fed) {
        feed_free(feed);
        feed = fed ? feed_begin(reading, NULL, &head) : NULL; /* who watches has seen all of it */
    }
    if (!feed) {
        reading->told = NULL;
        return false;
    }
    feed_all(feed);
    reading->feed = feed;
    reading->bytes = head;
    reading->encoding = ENCODING_UTF8;
    return true;
}

bool file_decode(struct reading *reading)
{
    const struct evidence *evidence = reading->evidence;
    reading->name = evidence->name;
    reading->bytes = evidence->bytes;
    if (archive_is(evidence->name, evidence->bytes))
        return true;
    if (compressed_is(evidence->bytes)) {
        reading->name = str_format(reading->home, "%.*s!", STR_ARG(evidence->name));
        if (feed_try(reading))
            return true;
        if (!decompress(reading->scratch, evidence->name, evidence->bytes, reading->limits,
                        &reading->bytes, reading->diags))
            return false;
    }
    return text_decode(reading);
}

/* The bytes of an archive are no text, whatever stands in them: what lies in one is read where the
 * case names it, and then judged as what it is. */
const struct adapter *file_format(struct reading *reading)
{
    if (archive_is(reading->name, reading->evidence->bytes) ||
        archive_is(reading->name, reading->bytes))
        return NULL;
    return format_among(reading, adapter_at);
}

/* JSON and XML know where they end; lines and tables do not. */
static void note_cut(struct reading *reading)
{
    size_t from = reading->bytes.len;
    while (from > 0 && reading->bytes.at[from - 1] != '\n')
        from--;
    reading_error(reading, DIAG_TEXT_CUT, place_at(reading, from), STR(""), STR(""));
}

/* Whether it is one of lines or a table, which ends with a line end. */
static bool ends_in_line(const struct reading *reading)
{
    struct str text = reading->bytes, first = str_trim(str_sub(text, 0, HEAD));
    /* "[03/05/2026-10:00:00]" begins a line of a log, no array; GGUF and SQLite are no text at all.
     */
    bool dated = first.len > 3 && first.at[0] == '[' && first.at[3] == '/';
    return first.len > 0 && (dated || !strchr("{[", first.at[0])) &&
           !str_starts(first, STR("<?")) && !str_starts(first, STR("<!")) &&
           !str_starts(first, STR("GGUF")) && !str_starts(first, STR("SQLite format 3"));
}

/* The same of a file that was decoded meanwhile, of whose end so much is still there. */
static bool fed_end_note(struct reading *reading, bool lines)
{
    enum { THERE = 32 << 10 };
    struct str text = reading->bytes;
    size_t least = text.len > THERE ? text.len - THERE : 0, from = text.len;
    if (!lines || str_ends(text, STR("\n")))
        return true;
    while (from > least && text.at[from - 1] != '\n')
        from--;
    if (from == least)
        return false;
    reading_error(reading, DIAG_TEXT_CUT, place_at(reading, from), STR(""), STR(""));
    return true;
}

/* Reads a file that is decoded meanwhile, as its format or, where `series` is not NULL, as that.
 * What it says stands in the order in which it would if it had been decoded before; where the
 * order, or anything else, would be another, all of it is wanted first. */
static bool fed_facts(struct reading *reading, const struct series_declaration *series)
{
    struct diags *diags = reading->diags, *said = diags_new(reading->home);
    bool lines = !series && ends_in_line(reading);
    reading->diags = said;
    bool good = series ? series_read(reading, series) : reading->adapter->read(reading);
    if (!series)
        reading_twice(reading);
    reading->diags = diags;
    if (!reading->feed_over) {
        reading->feed_over = true;
        bool sound =
            feed_end(reading->feed, false, (struct place){ .file = reading->evidence->name },
                     &reading->bytes, diags_new(reading->home));
        reading->whole_wanted = reading->whole_wanted || !sound ||
                                diags_count(said, LEVEL_INPUT) > 0 || !fed_end_note(reading, lines);
    }
    diags_join(diags, said);
    return good;
}

bool file_facts(struct reading *reading)
{
    reading->round_from = reading->test_from = facts_count(reading->facts);
    if (reading->feed)
        return fed_facts(reading, NULL);
    if (ends_in_line(reading) && !str_ends(reading->bytes, STR("\n")))
        note_cut(reading);
    bool good = reading->adapter->read(reading);
    reading_twice(reading);
    return good;
}

static bool format_tied(const struct reading *reading, size_t errors_before)
{
    return diags_count(reading->diags, LEVEL_INPUT) > errors_before;
}

const struct adapter *file_read_facts(struct reading *reading,
                                      const struct declarations *declarations)
{
    struct str name = reading->evidence->name;
    size_t errors = diags_count(reading->diags, LEVEL_INPUT);
    reading->time_zone = declared_zone(declarations, name);
    struct series_declaration *series = declared_series(declarations, name, NULL);
    if (series) {
        reading->adapter = &adapter_dossier_series;
        reading->kind = adapter_dossier_series.kind;
        for (; series; series = declared_series(declarations, name, series)) {
            /* what failed has said so; other series may be good */
            (void)(reading->feed ? fed_facts(reading, series) : series_read(reading, series));
        }
        return reading->adapter;
    }
    if (reading->bytes.len == 0)
        return NULL;
    const struct adapter *adapter = reading->told ? reading->told : file_format(reading);
    if (!adapter) {
        if (!format_tied(reading, errors)) {
            diag_add(reading->diags, DIAG_FORMAT_NONE, (struct place){ .file = name }, STR(""),
                     "%s", "");
        }
        return NULL;
    }
    reading->adapter = adapter;
    reading->kind = adapter->kind;
    if (adapter == &adapter_dossier_run)
        return adapter;
    size_t before = facts_count(reading->facts);
    file_facts(reading);
    bool nothing = facts_count(reading->facts) == before && reading->series_count == 0 &&
                   diags_count(reading->diags, LEVEL_INPUT) == errors;
    if (nothing && !adapter->silent) {
        diag_add(reading->diags, DIAG_FORMAT_EMPTY, (struct place){ .file = name }, STR(""), "%s",
                 adapter->name);
        reading->looks = adapter;
        return NULL;
    }
    return adapter;
}

/* ---- what cannot be read ---- */

/* A file that a tool left in a bundle may be torn, mixed or of a version not known. Nothing is
 * taken of it then, not even what stood before the fault: whoever wants to hide a line could tear
 * the file behind the lines that he likes. It stays evidence, and that it was not read is a fact.
 */

/* "JSON not well-formed: the text ends here" */
static struct str why_unread(struct arena *home, const struct diag *diag)
{
    enum { SHOWN = 200 };
    struct str said = str_sub(diag->said, 0, SHOWN);
    struct buf why = buf_new(home, 4096);
    buf_put(&why, str_from(diag_row(diag->id)->title));
    if (said.len) {
        buf_put(&why, STR(": "));
        buf_put_visible(&why, said);
    }
    return buf_str(&why);
}

static const struct diag *first_fault(const struct diags *diags)
{
    const struct diag *diag = diags_first(diags);
    while (diag && diag_row(diag->id)->level != LEVEL_INPUT)
        diag = diag->next;
    return diag;
}

static size_t strays_count(const struct diags *diags, const struct diag **first)
{
    size_t count = 0;
    for (const struct diag *diag = diags_first(diags); diag; diag = diag->next) {
        if (diag->id == DIAG_JSON_STRAY) {
            *first = *first ? *first : diag;
            count++;
        }
    }
    return count;
}

/* Whether a person wrote or named the file, who can mend what is wrong with it. */
static bool is_of_a_person(const struct reading *reading, const struct declarations *declarations)
{
    return declared_series(declarations, reading->evidence->name, NULL) ||
           reading->adapter == &adapter_dossier_run;
}

/* How many series of a file are declared. */
static size_t series_count(const struct declarations *declarations, struct str name)
{
    size_t count = 0;
    const struct series_declaration *series = declared_series(declarations, name, NULL);
    for (; series; series = declared_series(declarations, name, series))
        count++;
    return count;
}

struct taking {
    struct arena *home; /* of the facts */
    const struct declarations *declarations;
    bool named;
    bool whole; /* not decoded while it is read */
};

/* False: it has to be decoded whole. */
static bool take(struct reading *reading, const struct taking *how, bool *unread,
                 const struct adapter **out)
{
    /* Apart from scratch, which adapters rewind between two lines. */
    struct arena *apart = arena_new(SIZE_MAX / 2);
    struct diags *diags = reading->diags, *own = diags_new(apart);
    const struct adapter *adapter = NULL;
    const struct diag *stray = NULL;
    reading->diags = own;
    reading->facts = facts_new(how->home);
    size_t series = series_count(how->declarations, reading->evidence->name);
    reading->declared = series > 0;
    reading->may_feed = !how->whole && series < 2;
    if (file_decode(reading))
        adapter = file_read_facts(reading, how->declarations);
    if (reading->feed) {
        feed_free(reading->feed);
        reading->feed = NULL;
        reading->bytes = (struct str){ 0 };
        reading->fed = true;
    }
    reading->diags = diags;
    if (reading->whole_wanted) {
        arena_free(apart);
        return false;
    }
    *out = adapter;
    const struct diag *fault = first_fault(own);
    *unread = fault && !how->named && !is_of_a_person(reading, how->declarations);
    if (*unread) {
        struct str why = why_unread(reading->home, fault);
        diag_add(diags, DIAG_FILE_UNREAD, fault->place, fault->expected, "%.*s", STR_ARG(why));
        reading->facts = facts_new(how->home);
        reading_unread_stored(reading, "", why, fault->place);
        reading->series = reading->series_last = NULL;
        reading->series_count = 0;
        arena_free(apart);
        return true;
    }
    diags_join(diags, own);
    size_t strays = strays_count(own, &stray);
    if (stray) {
        reading_unread_stored(reading, ", in part",
                              str_format(reading->home, "%zu string%s that %s no text", strays,
                                         strays == 1 ? "" : "s", strays == 1 ? "is" : "are"),
                              stray->place);
    }
    arena_free(apart);
    return true;
}

const struct adapter *file_take(struct reading *reading, struct arena *home,
                                const struct declarations *declarations, bool named, bool *unread)
{
    struct taking how = { home, declarations, named, false };
    const struct adapter *adapter = NULL;
    const struct reading before = *reading;
    struct arena_mark mark = arena_mark(reading->home);
    if (!take(reading, &how, unread, &adapter)) {
        arena_rewind(reading->home, mark);
        *reading = before;
        how.whole = true;
        (void)take(reading, &how, unread, &adapter);
    }
    return adapter;
}
