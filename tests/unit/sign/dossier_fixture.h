/* dossier_fixture.h - a small dossier, taken apart, changed and put together again. */
#ifndef TESTS_DOSSIER_FIXTURE_H
#define TESTS_DOSSIER_FIXTURE_H

#include "raw_zip.h"
#include "sign/sign.h"

#include "crypto.h"
#include "layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { DAY = 86400 };
#define SIGNED_AT INT64_C(1795700000) /* 2026-11-26 */
#define CHECKED_AT (SIGNED_AT + 10 * DAY)
#define MANIFEST_1 "META-INF/ASiCManifest001.xml"
#define SIGNATURE_1 "META-INF/signature001.p7s"
#define LOG_FILE "data/evidence/01-run/log.csv"

static inline struct entry fixture_entry(const char *name, struct str bytes)
{
    return (struct entry){ .name = str_from(name), .bytes = bytes, .digest = digest_of(bytes) };
}

static inline struct entries fixture_payload(struct arena *home)
{
    struct entry *item = ARENA_MANY(home, 8, struct entry);
    size_t count = 0;
    struct buf log = buf_new(home, 1 << 16);
    for (int i = 0; i < 40; i++)
        buf_putf(&log, "%d,tok/s,1234\n", i);
    item[count++] = fixture_entry("data/case.json", STR("{ \"format\": \"dossier-case/1\" }\n"));
    item[count++] = fixture_entry(LOG_FILE, buf_str(&log));
    item[count++] = fixture_entry("data/evidence/01-run/empty.txt", STR(""));
    struct entries inputs = { item, count };
    struct buf data = buf_new(home, 4096);
    buf_put(&data, STR("{ \"evidence_id\": \""));
    digest_put_hex(evidence_id(home, &inputs), &data);
    buf_put(&data, STR("\" }\n"));
    item[count++] = fixture_entry("data/report/data.json", buf_str(&data));
    item[count++] = fixture_entry("data/report/report.html", STR("<!doctype html><p>report</p>\n"));
    return (struct entries){ item, count };
}

struct fixture {
    struct arena *home;
    struct diags *diags;
    struct key_file *key;
    struct str key_pem, trust;
    struct str dossier; /* signed, stored */
    struct entries member;
};

static inline struct str fixture_pack(struct fixture *fixture, bool is_signed, bool store)
{
    struct entries payload = fixture_payload(fixture->home);
    struct pack_request request = { .payload = &payload,
                                    .root_file = STR("data/report/report.html"),
                                    .date = STR("2026-11-27"),
                                    .key = is_signed ? fixture->key : NULL,
                                    .signing_time = SIGNED_AT,
                                    .store = store };
    struct buf out = buf_new(fixture->home, 1 << 24);
    struct sink sink = buf_sink(&out);
    struct digest content;
    assert_true(sign_pack(fixture->home, &request, &sink, &content, fixture->diags));
    return buf_str(&out);
}

static inline struct fixture fixture_new(void)
{
    struct fixture fixture = { .home = arena_new((size_t)1 << 32) };
    fixture.diags = diags_new(fixture.home);
    struct keygen_request request = { .common_name = STR("Test Signer"),
                                      .not_before = SIGNED_AT - 30 * DAY,
                                      .days = 365 };
    assert_true(key_make(fixture.home, &request, &fixture.key_pem, &fixture.trust, fixture.diags));
    struct key_source source = { .key = fixture.key_pem, .chain = fixture.trust };
    assert_true(key_read(STR("test"), &source, &fixture.key, fixture.diags));
    fixture.dossier = fixture_pack(&fixture, true, true);
    assert_true(sign_open(fixture.home, STR("test.asice"), fixture.dossier, &fixture.member,
                          fixture.diags));
    return fixture;
}

static inline void fixture_free(struct fixture *fixture)
{
    key_free(fixture->key);
    arena_free(fixture->home);
}

/* A copy in which `name` has other bytes, is new, or (bytes.at NULL) is gone. */
static inline struct entries with(struct arena *home, struct entries entries, const char *name,
                                  struct str bytes)
{
    struct entry *item = ARENA_MANY(home, entries.count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < entries.count; i++)
        if (!str_eq(entries.item[i].name, str_from(name)))
            item[count++] = entries.item[i];
    if (bytes.at)
        item[count++] = fixture_entry(name, bytes);
    entries_sort(item, count);
    return (struct entries){ item, count };
}

static inline struct entries without(struct arena *home, struct entries entries, const char *name)
{
    return with(home, entries, name, (struct str){ 0 });
}

static inline struct str bytes_of(struct entries entries, const char *name)
{
    const struct entry *entry = entries_find(&entries, str_from(name));
    assert_non_null(entry);
    return entry->bytes;
}

/* `text` with the one place where `old` stands saying `new_text`. */
static inline struct str replaced(struct arena *home, struct str text, const char *old,
                                  const char *new_text)
{
    size_t at = str_find(text, str_from(old));
    if (at == SIZE_MAX)
        fail_msg("not in the text: %s", old);
    struct buf out = buf_new(home, text.len + strlen(new_text) + 1);
    buf_put(&out, str_sub(text, 0, at));
    buf_put(&out, str_from(new_text));
    buf_put(&out, str_sub(text, at + strlen(old), text.len));
    return buf_str(&out);
}

/* A container of these members, all stored, mimetype first. */
static inline struct str contained(struct arena *home, struct entries entries)
{
    struct raw *raw = ARENA_MANY(home, entries.count + 1, struct raw);
    size_t count = 0;
    raw[count++] = raw_mimetype();
    for (size_t i = 0; i < entries.count; i++)
        if (!str_eq(entries.item[i].name, STR("mimetype")))
            raw[count++] = raw_member(entries.item[i].name, entries.item[i].bytes);
    struct buf out = buf_new(home, 64 << 20);
    raw_put(&out, home, raw, count);
    return buf_str(&out);
}

/* What manifest 001 covers: all but META-INF and mimetype. */
static inline struct entries coverable(struct arena *home, struct entries entries)
{
    struct entry *item = ARENA_MANY(home, entries.count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        if (!str_starts(name, STR("META-INF/")) && !str_eq(name, STR("mimetype")))
            item[count++] = entries.item[i];
    }
    return (struct entries){ item, count };
}

/* The bag's own lists made anew for a changed payload, as an honest packer would. */
static inline struct entries rebagged(struct arena *home, struct entries entries)
{
    struct entry *item = ARENA_MANY(home, entries.count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < entries.count; i++)
        if (str_starts(entries.item[i].name, STR("data/")) &&
            !str_eq(entries.item[i].name, STR(LAYOUT_INPUTS)))
            item[count++] = entries.item[i];
    struct entries payload = { item, count };
    item[count] = fixture_entry(LAYOUT_INPUTS, inputs_text(home, &payload));
    payload.count++;
    entries_sort(item, payload.count);
    struct str sums = sums_text(home, &payload);
    struct bag_info info = { .date = STR("2026-11-27"),
                             .oxum = oxum_text(home, &payload),
                             .content = digest_of(sums),
                             .evidence = evidence_id(home, &payload) };
    entries = with(home, entries, LAYOUT_INPUTS, inputs_text(home, &payload));
    entries = with(home, entries, "manifest-sha256.txt", sums);
    entries = with(home, entries, "bag-info.txt", bag_info_text(home, &info));
    struct entry tag[TAG_COUNT];
    for (size_t i = 0; i < TAG_COUNT; i++)
        tag[i] = *entries_find(&entries, tag_name((enum tag_file)i));
    return with(home, entries, "tagmanifest-sha256.txt",
                sums_text(home, &(struct entries){ tag, TAG_COUNT }));
}

/* The same members with this manifest, truly signed. */
static inline struct entries resigned(struct fixture *fixture, struct entries entries,
                                      struct str manifest)
{
    struct str der = { 0 };
    assert_true(key_sign(fixture->home, fixture->key, manifest, SIGNED_AT, &der, fixture->diags));
    entries = with(fixture->home, entries, MANIFEST_1, manifest);
    return with(fixture->home, entries, SIGNATURE_1, der);
}

static inline struct str manifest_over(struct arena *home, struct entries entries)
{
    struct entries covered = coverable(home, entries);
    return manifest_text(home, 1, &covered, STR("data/report/report.html"));
}

static inline struct checks verified(struct arena *home, struct str dossier, struct str trust,
                                     int64_t at)
{
    struct checks checks;
    struct verify_request request = { .trust = trust, .at = at };
    struct diags *diags = diags_new(home);
    assert_true(sign_verify(home, dossier, &request, &checks, diags));
    return checks;
}

static inline const struct check *check_find(const struct checks *checks, const char *id)
{
    for (size_t i = 0; i < checks->count; i++)
        if (strcmp(checks->item[i].id, id) == 0)
            return &checks->item[i];
    return NULL;
}

/* Fails the test unless the verdict and, where an id is given, the state of that check are as
 * expected. */
static inline void expect(const char *name, const struct checks *checks, enum check_state overall,
                          const char *id, enum check_state state, const char *indication)
{
    const struct check *check = id ? check_find(checks, id) : NULL;
    bool good = checks->overall == overall &&
                (!id || (check && check->state == state &&
                         (!indication || strcmp(check->indication, indication) == 0)));
    if (!good) {
        for (size_t i = 0; i < checks->count; i++) {
            print_message("  %s %d %s %.*s\n", checks->item[i].id, (int)checks->item[i].state,
                          checks->item[i].indication, STR_ARG(checks->item[i].detail));
        }
        fail_msg("%s: overall %d, expected %d with %s", name, (int)checks->overall, (int)overall,
                 id ? id : "any check");
    }
}

/* Signed honestly, over whatever the members are. */
static inline struct str signed_as_given(struct fixture *fixture, struct entries entries)
{
    struct str manifest = manifest_over(fixture->home, entries);
    return contained(fixture->home, resigned(fixture, entries, manifest));
}

#endif
