/* make_fixture.c - packs and verifies dossiers from the command line of a test, so that other
 * programs can judge what this folder writes.
 *
 *   make_fixture keygen NAME SECONDS DAYS KEY.pem CERT.pem
 *   make_fixture pack [--store] FOLDER OUT.asice [KEY.pem CERT.pem SECONDS]
 *   make_fixture verify DOSSIER.asice SECONDS [TRUST.pem]
 *
 * FOLDER holds the payload (data/...). verify prints each check and exits 0, 1 or 2. */
#include "base/num.h"
#include "sign/sign.h"

#include <stdio.h>
#include <string.h>

static int say(const struct diags *diags, struct arena *home)
{
    struct buf text = buf_new(home, 1 << 20);
    diags_put_text(diags, &text);
    fwrite(text.at, 1, text.len, stderr);
    int status = diags_exit(diags);
    return status ? status : 4;
}

static bool write_file(struct arena *home, const char *path, struct str bytes, struct diags *diags)
{
    struct replacing *replacing = NULL;
    struct sink sink;
    if (!replace_begin(home, path, &replacing, &sink, diags))
        return false;
    if (!sink.put(sink.self, bytes)) {
        replace_abandon(replacing);
        return false;
    }
    return replace_commit(replacing, diags);
}

static bool keygen(struct arena *home, char **argument, struct diags *diags)
{
    int64_t days = 0;
    struct keygen_request request = { .common_name = str_from(argument[0]) };
    struct str key = { 0 };
    struct str certificate = { 0 };
    if (!num_int(str_from(argument[1]), &request.not_before) ||
        !num_int(str_from(argument[2]), &days))
        return false;
    request.days = (int32_t)days;
    return key_make(home, &request, &key, &certificate, diags) &&
           write_file(home, argument[3], key, diags) &&
           write_file(home, argument[4], certificate, diags);
}

static bool pack(struct arena *home, int count, char **argument, bool store, struct diags *diags)
{
    struct entries payload = { 0 };
    struct pack_request request = { .payload = &payload,
                                    .date = STR("2026-11-27"),
                                    .store = store };
    struct key_file *key = NULL;
    if (!entries_read(home, argument[0], &limits_default, &payload, diags))
        return false;
    if (entries_find(&payload, STR("data/report/report.html")))
        request.root_file = STR("data/report/report.html");
    if (count >= 5) {
        struct key_source source = { 0 };
        if (!file_read(home, argument[2], &limits_default, &source.key, diags) ||
            !file_read(home, argument[3], &limits_default, &source.chain, diags) ||
            !num_int(str_from(argument[4]), &request.signing_time) ||
            !key_read(str_from(argument[2]), &source, &key, diags))
            return false;
        request.key = key;
    }
    struct buf out = buf_new(home, (size_t)1 << 31);
    struct sink sink = buf_sink(&out);
    struct digest content;
    bool good = sign_pack(home, &request, &sink, &content, diags) &&
                write_file(home, argument[1], buf_str(&out), diags);
    key_free(key);
    return good;
}

static int verify(struct arena *home, int count, char **argument, struct diags *diags)
{
    static const char *const words[] = { "holds", "FAILS", "undecided", "note" };
    struct str dossier = { 0 };
    struct verify_request request = { 0 };
    struct checks checks;
    if (!file_read(home, argument[0], &limits_default, &dossier, diags) ||
        !num_int(str_from(argument[1]), &request.at) ||
        (count > 2 && !file_read(home, argument[2], &limits_default, &request.trust, diags)) ||
        !sign_verify(home, dossier, &request, &checks, diags))
        return say(diags, home);
    for (size_t i = 0; i < checks.count; i++) {
        const struct check *check = &checks.item[i];
        printf("%-16s %-9s %s %.*s\n", check->id, words[check->state], check->indication,
               STR_ARG(check->detail));
    }
    printf("%.*soverall: %s\n", STR_ARG(checks.signers), words[checks.overall]);
    return (int)checks.overall;
}

int main(int count, char **argument)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct diags *diags = diags_new(home);
    int status = 3;
    bool store = count > 2 && strcmp(argument[2], "--store") == 0;
    int skip = store ? 3 : 2;
    if (count == 7 && strcmp(argument[1], "keygen") == 0)
        status = keygen(home, argument + 2, diags) ? 0 : say(diags, home);
    else if (count - skip >= 2 && strcmp(argument[1], "pack") == 0)
        status = pack(home, count - skip, argument + skip, store, diags) ? 0 : say(diags, home);
    else if (count >= 4 && strcmp(argument[1], "verify") == 0)
        status = verify(home, count - 2, argument + 2, diags);
    arena_free(home);
    return status;
}
