/* fuzz_sign.c - the readers of what signs, stamps and accounts for a dossier; the first byte
 * chooses one. Without an anchor nothing may come out as trusted. */
#include "cms_read.h"
#include "crypto.h"
#include "der.h"
#include "fuzz.h"
#include "manifest_read.h"
#include "policy.h"
#include "signoff.h"
#include "stamp.h"
#include "withhold.h"

#include <assert.h>

static void cms(struct arena *home, struct str input, struct diags *diags)
{
    struct cms_parts parts;
    struct cms_fault fault = { 0 };
    struct cms_result result;
    struct cms_path path;
    (void)diags;
    if (cms_read(input, &parts, &fault)) {
        struct cms_request request = { .der = input, .content = STR("content"), .parts = &parts };
        cms_judge(home, &request, &result);
        assert(cms_trust(home, &request, &path).state != CHECK_HOLDS);
    } else {
        assert(fault.why && fault.indication);
    }
}

static void der(struct arena *home, struct str input, struct diags *diags)
{
    struct der one;
    (void)home;
    (void)diags;
    bool canonical = der_is_canonical(input);
    struct str rest = input;
    if (canonical) /* then it is one value, and nothing behind it */
        assert(der_next(&rest, &one) && rest.len == 0 && str_eq(one.whole, input));
    (void)der_in_order(input);
}

static void stamp(struct arena *home, struct str input, struct diags *diags)
{
    struct stamp_result result;
    struct str token;
    struct stamp_request request = {
        .token = input, .data = STR("data"), .at = 1795824000, .now = 1795824000
    };
    stamp_judge(home, &request, &result);
    assert(result.trust.state != CHECK_HOLDS);
    (void)!stamp_response(home, input, (struct str){ 0 }, &token, diags);
    (void)!stamp_response(home, input, str_sub(input, 0, 64), &token, diags);
}

static void manifest(struct arena *home, struct str input, struct diags *diags)
{
    struct manifest out = { 0 };
    struct manifest_fault fault = { 0 };
    (void)diags;
    if (!manifest_read(home, input, &out, &fault)) {
        assert(fault.indication);
        return;
    }
    for (size_t i = 0; i < out.count; i++) {
        assert(out.item[i].name.len > 0 && out.item[i].name.at[0] != '/' &&
               !str_starts(out.item[i].name, STR("../")));
        assert(i == 0 || str_order(out.item[i - 1].name, out.item[i].name) < 0);
    }
}

static void records(struct arena *home, struct str input, struct diags *diags)
{
    struct signer_policy policy;
    struct signoff signoff;
    struct withheld_member *member = NULL;
    size_t count = 0;
    const char *why = NULL;
    (void)!signer_policy_read(home, input, &policy, diags);
    (void)!signoff_read(home, input, &signoff, &why);
    if (withhold_read(home, input, &member, &count))
        for (size_t i = 0; i < count; i++)
            assert(withhold_allowed(member[i].name));
}

static void pdf(struct arena *home, struct str input, struct diags *diags)
{
    struct verify_request request = { .at = 1795824000 };
    struct checks checks;
    (void)diags;
    sign_verify_pdf(home, input, NULL, &request, &checks);
    assert(checks.overall != CHECK_HOLDS);
}

static void seal(struct arena *home, struct str input, struct diags *diags)
{
    struct entry file = { .name = STR("a"), .bytes = STR("a") };
    struct seal_check check = {
        .list = input, .signature = input, .files = &(struct entries){ &file, 1 }, .whole = true
    };
    assert(!sign_seal_check(home, &check, diags));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const reader[])(struct arena *,
                                  struct str, struct diags *) = { cms,     der, stamp, manifest,
                                                                  records, pdf, seal };
    FUZZ_BEGIN
    if (size > 0)
        reader[data[0] % ARRAY_COUNT(reader)](home, str_sub(input, 1, input.len), diags);
    FUZZ_END
}
