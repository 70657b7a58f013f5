/* test_zip_strict.c - hostile containers: each must be refused, and for the reason it was made for.
 *
 * The cases and their numbers are those of the attack catalogue, part A. */
#include "zip_making.h"

static void named(struct making *making, struct str name)
{
    zip_of_one(making, raw_member(name, STR("good")));
}

#define NAMED(function, literal)                                                                   \
    static void function(struct making *making)                                                    \
    {                                                                                              \
        named(making, STR(literal));                                                               \
    }
NAMED(a1_dotdot, "../evil.txt")
NAMED(a1_inner_dotdot, "data/../evil.txt")
NAMED(a2_absolute, "/etc/x")
NAMED(a3_backslash, "..\\evil.txt")
NAMED(a6_nfc, "data/\xc3\xa9.txt")
NAMED(a14_con, "CON")
NAMED(a14_aux, "aux.txt")
NAMED(a14_lpt, "data/Lpt9.csv")
NAMED(a14_point, "a.")
NAMED(a14_blank, "b ")
NAMED(a14_colon, "c:d")
NAMED(a14_dash, "-rf")
NAMED(a14_hidden, "data/.x")
NAMED(a15_nul, "a.txt\0.exe")
NAMED(a16_escape, "a\x1b[2J.txt")
NAMED(a16_bidi, "a\xe2\x80\xaetxt.exe")
NAMED(a31_latin1, "caf\xe9.txt")
NAMED(a_folder, "data/")
NAMED(a_double_slash, "data//x")
NAMED(a_empty, "")

static void a4_duplicate(struct making *making)
{
    zip_of_two(making, plain("a.txt"), raw_member(STR("a.txt"), STR("EVIL")));
}

static void a5_case(struct making *making)
{
    zip_of_two(making, plain("a.txt"), plain("A.TXT"));
}

static void a7_two_names(struct making *making)
{
    struct raw member = plain("a.txt");
    member.local_name = STR("b.txt");
    zip_of_one(making, member);
}

static void a8_orphan(struct making *making)
{
    struct raw orphan = raw_member(STR("a.txt"), STR("EVIL"));
    orphan.no_central = true;
    zip_of_two(making, orphan, plain("a.txt"));
}

static void a9_prepended(struct making *making)
{
    buf_put(&making->out, STR("#!/bin/sh\n"));
    zip_of_one(making, plain("a.txt"));
}

static void a10_junk(struct making *making)
{
    struct making inner = { making->home, buf_new(making->home, MOST) };
    zip_of_one(&inner, plain("a.txt"));
    buf_put(&making->out, STR("junk"));
    buf_put(&making->out, buf_str(&inner.out));
}

static void a11_appended(struct making *making)
{
    zip_of_one(making, plain("a.txt"));
    buf_put_char(&making->out, 0);
}

static void a12_two_archives(struct making *making)
{
    zip_of_one(making, raw_member(STR("a.txt"), STR("EVIL")));
    struct making second = { making->home, buf_new(making->home, MOST) };
    zip_of_one(&second, plain("a.txt"));
    buf_put(&making->out, buf_str(&second.out));
}

static void a13_link(struct making *making)
{
    struct raw member = raw_member(STR("lnk"), STR("/etc/passwd"));
    member.attributes = 0120777U << 16;
    zip_of_one(making, member);
}

static void a17_encrypted(struct making *making)
{
    struct raw member = plain("a.txt");
    member.flags = 1;
    zip_of_one(making, member);
}

static struct str zeros(struct arena *home, size_t count)
{
    return (struct str){ arena_take(home, count, 1), count };
}

static void a18_bomb(struct making *making)
{
    zip_of_one(making, raw_deflated(making->home, STR("a.txt"), zeros(making->home, 50 << 20)));
}

/* Up to 1 MiB it may expand as it will (test_zip_good.c); a byte more may not. */
static void a18_small_bomb(struct making *making)
{
    struct str bytes = zeros(making->home, (1 << 20) + 1);
    zip_of_one(making, raw_deflated(making->home, STR("a.txt"), bytes));
}

static void a19_overlap(struct making *making)
{
    struct raw second = plain("b.txt");
    second.no_local = true;
    second.same_place = true;
    zip_of_two(making, plain("a.txt"), second);
}

static void a20_too_long(struct making *making)
{
    struct raw member = raw_deflated(making->home, STR("a.txt"), zeros(making->home, 1 << 20));
    member.size = 10;
    zip_of_one(making, member);
}

static void a20_too_short(struct making *making)
{
    struct raw member =
        raw_deflated(making->home, STR("a.txt"), STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    member.size += 1;
    zip_of_one(making, member);
}

static void a21_crc(struct making *making)
{
    struct raw member = plain("a.txt");
    member.crc ^= 1;
    zip_of_one(making, member);
}

static void a22_methods(struct making *making)
{
    struct raw member = plain("a.txt");
    member.method = 8;
    zip_of_one(making, member);
}

/* Changes bytes of the end record: `at` counts from its start. */
static void end_put(struct making *making, size_t at, const char *bytes, size_t count)
{
    memcpy(making->out.at + making->out.len - 22 + at, bytes, count);
}

static void a23_count(struct making *making)
{
    zip_of_two(making, plain("a.txt"), plain("b.txt"));
    end_put(making, 8, "\2\0\2\0", 4);
}

static void a23_two_counts(struct making *making)
{
    zip_of_two(making, plain("a.txt"), plain("b.txt"));
    end_put(making, 8, "\2\0", 2);
}

static void a24_zip64(struct making *making)
{
    struct raw member = plain("a.txt");
    member.extra = STR("\1\0\20\0\xff\xff\0\0\0\0\0\0\xff\xff\0\0\0\0\0\0");
    member.size = UINT32_MAX;
    member.packed = UINT32_MAX;
    zip_of_one(making, member);
}

static void a25_unicode_path(struct making *making)
{
    struct raw member = plain("a.txt");
    member.extra = member.extra_local = STR("\x75\x70\x0d\0\1\0\0\0\0evil.txt");
    zip_of_one(making, member);
}

static void a26_order(struct making *making)
{
    struct raw both[] = { plain("a.txt"), raw_mimetype() };
    raw_put(&making->out, making->home, both, 2);
}

static void a26_none(struct making *making)
{
    struct raw member = plain("a.txt");
    raw_put(&making->out, making->home, &member, 1);
}

static void a27_mimetype_extra(struct making *making)
{
    struct raw member = raw_mimetype();
    member.extra_local = STR("UT\1\0\0");
    raw_put(&making->out, making->home, &member, 1);
}

static void a28_hidden(struct making *making)
{
    struct raw hidden = plain("hidden.txt");
    hidden.no_central = true;
    zip_of_two(making, plain("a.txt"), hidden);
}

static void a29_file_and_folder(struct making *making)
{
    zip_of_two(making, plain("d"), plain("d/e"));
}

static void a29_by_case(struct making *making)
{
    zip_of_two(making, plain("data/D"), plain("data/d/e"));
}

static void a30_comment(struct making *making)
{
    struct making inner = { making->home, buf_new(making->home, MOST) };
    zip_of_one(making, plain("a.txt"));
    zip_of_one(&inner, raw_member(STR("a.txt"), STR("EVIL")));
    char length[2] = { (char)(inner.out.len & 255), (char)(inner.out.len >> 8) };
    end_put(making, 20, length, 2);
    buf_put(&making->out, buf_str(&inner.out));
}

static void a30_empty_comment_length(struct making *making)
{
    zip_of_one(making, plain("a.txt"));
    end_put(making, 20, "\1\0", 2);
}

static void a32_descriptor(struct making *making)
{
    struct raw member = plain("a.txt");
    member.descriptor = true;
    member.flags = 8;
    zip_of_one(making, member);
}

static void mimetype_of(struct making *making, struct raw member)
{
    raw_put(&making->out, making->home, &member, 1);
}

static void a33_compressed(struct making *making)
{
    mimetype_of(making, raw_deflated(making->home, STR("mimetype"),
                                     STR("application/vnd.etsi.asic-e+zip")));
}

static void a33_newline(struct making *making)
{
    mimetype_of(making, raw_member(STR("mimetype"), STR("application/vnd.etsi.asic-e+zip\n")));
}

static void a33_value(struct making *making)
{
    mimetype_of(making, raw_member(STR("mimetype"), STR("application/vnd.etsi.asic-s+zip")));
}

static void a33_bom(struct making *making)
{
    mimetype_of(making, raw_member(STR("mimetype"), STR("\xef\xbb\xbf"
                                                        "application/vnd.etsi.asic-e+zip")));
}

static void a34_claims_many(struct making *making)
{
    zip_of_one(making, plain("a.txt"));
    end_put(making, 8, "\xfe\xff\xfe\xff", 4);
}

static void a34_zip64_marks(struct making *making)
{
    zip_of_one(making, plain("a.txt"));
    end_put(making, 8, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12);
}

static void a34_far_offset(struct making *making)
{
    zip_of_one(making, plain("a.txt"));
    end_put(making, 16, "\xff\xff\xff\x7f", 4);
}

static void a35_trailing(struct making *making)
{
    struct raw member =
        raw_deflated(making->home, STR("a.txt"), STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    char *longer = arena_take(making->home, member.data.len + 1, 1);
    memcpy(longer, member.data.at, member.data.len);
    member.data = (struct str){ longer, member.data.len + 1 };
    member.packed++;
    zip_of_one(making, member);
}

static void a35_unfinished(struct making *making)
{
    struct raw member =
        raw_deflated(making->home, STR("a.txt"), STR("aaaaaaaaaaaabbbbbbbbbcccccd"));
    member.data.len--;
    member.packed--;
    zip_of_one(making, member);
}

static void a35_no_data(struct making *making)
{
    struct raw member = raw_deflated(making->home, STR("a.txt"), STR(""));
    member.data.len = 0;
    member.packed = 0;
    zip_of_one(making, member);
}

static void a36_long_path(struct making *making)
{
    named(making, repeated(making->home, "aaaaaaaaaaaaaaaaaaa/", 12, "b")); /* 241 bytes */
}

static void a36_long_segment(struct making *making)
{
    named(making, repeated(making->home, "aaaaaaaaaaaaaaaa", 8, "b")); /* 129 bytes */
}

static void a36_deep(struct making *making)
{
    named(making, repeated(making->home, "d/", 39, "e")); /* 40 levels */
}

#define METHOD(number)                                                                             \
    static void a37_method_##number(struct making *making)                                         \
    {                                                                                              \
        struct raw member = plain("a.txt");                                                        \
        member.method = member.local_method = number;                                              \
        zip_of_one(making, member);                                                                \
    }
METHOD(9)
METHOD(12)
METHOD(14)
METHOD(93)
METHOD(95)
METHOD(98)
METHOD(99)

static void a38_times(struct making *making)
{
    struct raw member = plain("a.txt");
    member.local_time = 1;
    zip_of_one(making, member);
}

static void a_member_comment(struct making *making)
{
    struct raw member = plain("a.txt");
    member.comment = STR("x");
    zip_of_one(making, member);
}

static void a_between(struct making *making)
{
    /* Bytes between the last member and the directory. */
    struct raw both[] = { raw_mimetype(), plain("a.txt") };
    struct buf directory = buf_new(making->home, MOST);
    for (size_t i = 0; i < 2; i++) {
        raw_central(&directory, &both[i], (uint32_t)making->out.len);
        raw_local(&making->out, &both[i]);
    }
    buf_put(&making->out, STR("between"));
    size_t start = making->out.len;
    buf_put(&making->out, buf_str(&directory));
    raw_end(&making->out, 2, directory.len, start);
}

static void a_version(struct making *making)
{
    struct raw member = plain("a.txt");
    member.version = 45;
    zip_of_one(making, member);
}

static void a_mode(struct making *making)
{
    struct raw member = plain("a.txt");
    member.attributes = 0100755U << 16;
    zip_of_one(making, member);
}

static void a_empty_file(struct making *making)
{
    (void)making;
}

static void a_document(struct making *making)
{
    buf_put(&making->out, STR("# A document\n\nof another kind altogether\n"));
}

static const struct hostile {
    const char *name;
    void (*make)(struct making *);
    const char *why; /* part of the reason given */
} hostile[] = {
    { "1 ../evil.txt", a1_dotdot, "name that no dossier" },
    { "1 data/../evil.txt", a1_inner_dotdot, "name that no dossier" },
    { "2 absolute path", a2_absolute, "name that no dossier" },
    { "3 backslash", a3_backslash, "name that no dossier" },
    { "4 duplicate names", a4_duplicate, "names the same file as" },
    { "5 a.txt and A.TXT", a5_case, "names the same file as" },
    { "6 not ASCII", a6_nfc, "name that no dossier" },
    { "7 local and central name differ", a7_two_names, "disagree" },
    { "8 orphan local entry", a8_orphan, "does not begin where" },
    { "9 prepended script, offsets adjusted", a9_prepended, "does not begin where" },
    { "10 prepended junk", a10_junk, "directory does not end" },
    { "11 appended byte", a11_appended, "does not end with an end record" },
    { "12 two archives", a12_two_archives, "directory does not end" },
    { "13 symbolic link", a13_link, "not a plain file" },
    { "14 CON", a14_con, "name that no dossier" },
    { "14 aux.txt", a14_aux, "name that no dossier" },
    { "14 Lpt9.csv", a14_lpt, "name that no dossier" },
    { "14 point at the end", a14_point, "name that no dossier" },
    { "14 blank at the end", a14_blank, "name that no dossier" },
    { "14 colon", a14_colon, "name that no dossier" },
    { "14 leading dash", a14_dash, "name that no dossier" },
    { "14 leading point", a14_hidden, "name that no dossier" },
    { "15 NUL in a name", a15_nul, "name that no dossier" },
    { "16 escape sequence", a16_escape, "name that no dossier" },
    { "16 bidi control", a16_bidi, "name that no dossier" },
    { "17 encrypted", a17_encrypted, "encrypted" },
    { "18 bomb", a18_bomb, "expands more than 200 times" },
    { "18 bomb of 1 MiB and a byte", a18_small_bomb, "expands more than 200 times" },
    { "19 overlap", a19_overlap, "does not begin where" },
    { "20 longer than stated", a20_too_long, "longer than its header" },
    { "20 shorter than stated", a20_too_short, "shorter than its header" },
    { "21 wrong CRC", a21_crc, "CRC" },
    { "22 two methods", a22_methods, "disagree" },
    { "23 count too small", a23_count, "belong to no member" },
    { "23 two counts", a23_two_counts, "in two ways" },
    { "24 ZIP64", a24_zip64, "extra field" },
    { "25 Unicode path extra", a25_unicode_path, "extra field" },
    { "26 mimetype not first", a26_order, "not a stored mimetype" },
    { "26 no mimetype", a26_none, "not a stored mimetype" },
    { "27 mimetype with an extra field", a27_mimetype_extra, "disagree" },
    { "28 member only in a local header", a28_hidden, "belong to no member" },
    { "29 file and folder", a29_file_and_folder, "also a folder" },
    { "29 file and folder but for case", a29_by_case, "also a folder" },
    { "30 archive in the comment", a30_comment, "directory does not end" },
    { "30 comment length without comment", a30_empty_comment_length, "comment" },
    { "31 name in Latin-1", a31_latin1, "name that no dossier" },
    { "32 data descriptor", a32_descriptor, "data descriptor" },
    { "33 mimetype deflated", a33_compressed, "not a stored mimetype" },
    { "33 mimetype with newline", a33_newline, "mimetype is not" },
    { "33 mimetype of another kind", a33_value, "mimetype is not" },
    { "33 mimetype with BOM", a33_bom, "mimetype is not" },
    { "34 65534 members claimed", a34_claims_many, "more members than" },
    { "34 ZIP64 marks", a34_zip64_marks, "directory does not end" },
    { "34 offset past the end", a34_far_offset, "directory does not end" },
    { "35 bytes after deflate", a35_trailing, "follow the end of deflated" },
    { "35 unfinished deflate", a35_unfinished, "damaged or unfinished" },
    { "35 deflate without data", a35_no_data, "empty" },
    { "36 path of 241 bytes", a36_long_path, "name that no dossier" },
    { "36 segment of 129 bytes", a36_long_segment, "name that no dossier" },
    { "36 forty levels", a36_deep, "name that no dossier" },
    { "37 method 9", a37_method_9, "another method" },
    { "37 method 12", a37_method_12, "another method" },
    { "37 method 14", a37_method_14, "another method" },
    { "37 method 93", a37_method_93, "another method" },
    { "37 method 95", a37_method_95, "another method" },
    { "37 method 98", a37_method_98, "another method" },
    { "37 method 99", a37_method_99, "another method" },
    { "38 times differ", a38_times, "disagree" },
    { "folder member", a_folder, "a folder is a member" },
    { "double slash", a_double_slash, "name that no dossier" },
    { "empty name", a_empty, "" },
    { "member comment", a_member_comment, "comment" },
    { "bytes before the directory", a_between, "belong to no member" },
    { "version 45", a_version, "another version" },
    { "executable", a_mode, "attributes" },
    { "no bytes at all", a_empty_file, "too short" },
    { "a text", a_document, "this is no dossier" },
};

static void refuse_hostile(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(hostile); i++) {
        struct arena *home = arena_new((size_t)1 << 30);
        struct making making = { home, buf_new(home, MOST) };
        hostile[i].make(&making);
        struct diags *diags = diags_new(home);
        struct entries entries;
        if (sign_open(home, STR("x.asice"), buf_str(&making.out), &entries, diags))
            fail_msg("accepted: %s", hostile[i].name);
        const struct diag *diag = diags_first(diags);
        assert_non_null(diag);
        assert_int_equal(diag->id, DIAG_DOSSIER_FORMAT);
        if (str_find(diag->said, str_from(hostile[i].why)) == SIZE_MAX)
            fail_msg("%s: refused because \"%.*s\"", hostile[i].name, STR_ARG(diag->said));
        /* Verifying says the same, as its only check. */
        struct checks checks;
        struct verify_request request = { .at = 0 };
        assert_true(sign_verify(home, buf_str(&making.out), &request, &checks, diags));
        assert_int_equal(checks.overall, CHECK_FAILS);
        assert_int_equal(checks.count, 1);
        assert_string_equal(checks.item[0].id, "container");
        assert_string_equal(checks.item[0].indication, "FORMAT_FAILURE");
        arena_free(home);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuse_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
