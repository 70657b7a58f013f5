/* Digests from FIPS 180-4's published examples and `sha256sum`. */
#include "base_test.h"

#include "base/file.h"

static void known_digests(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(table); i++) {
        struct digest digest = digest_of(str_from(table[i][0])), back;
        assert_str(digest_hex(home, digest), table[i][1]);
        assert_true(digest_from_hex(str_from(table[i][1]), &back));
        assert_true(digest_eq(digest, back));
    }
    assert_false(digest_eq(digest_of(STR("a")), digest_of(STR("b"))));
    assert_true(digest_eq(digest_of((struct str){ 0 }), digest_of(STR(""))));
}

static void bad_hex_is_refused(void **state)
{
    (void)state;
    char hex[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    struct digest out;
    assert_false(digest_from_hex(STR(""), &out));
    assert_false(digest_from_hex((struct str){ hex, 63 }, &out));
    hex[10] = 'G';
    assert_false(digest_from_hex(str_from(hex), &out));
    hex[10] = 'A'; /* upper case is another text for the same digest */
    assert_false(digest_from_hex(str_from(hex), &out));
}

int main(void)
{
    const struct CMUnitTest tests[] = { CASE(known_digests), CASE(bad_hex_is_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
