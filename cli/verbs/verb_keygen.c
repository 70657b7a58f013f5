/* verb_keygen.c - a key and a self-signed certificate for those who have no PKI yet. */
#include "base/num.h"
#include "keys.h"
#include "output.h"
#include "sign/sign.h"
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_file(struct request *request, const char *path, struct str bytes)
{
    struct replacing *replacing;
    struct sink sink;
    if (access(path, F_OK) == 0) {
        diag_add(request->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(path) },
                 STR("a new name"), "%s exists", path);
        return false;
    }
    if (!replace_begin(request->home, path, &replacing, &sink, request->diags))
        return false;
    if (!sink.put(sink.self, bytes)) {
        replace_abandon(replacing);
        return false;
    }
    return replace_commit(replacing, request->diags);
}

static bool write_pair(struct request *request, const struct keygen_request *make,
                       const char *key_path, const char *certificate_path)
{
    struct str key, certificate;
    if (!key_make(request->home, make, &key, &certificate, request->diags))
        return false;
    mode_t before = umask(0077); /* the private key is its owner's alone */
    bool written = write_file(request, key_path, key);
    umask(before);
    secret_clear(key);
    return written && write_file(request, certificate_path, certificate);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    const char *prefix = o->output ? o->output : "dossier-key";
    int64_t days = 825;
    if (o->days && (!num_int(str_from(o->days), &days) || days < 1 || days > 36500)) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("a number of days from 1 to 36500"), "%s", o->days);
        return STATUS_INPUT;
    }
    struct keygen_request make = {
        .common_name = str_from(o->name ? o->name : "Dossier signer"),
        .not_before = request->now,
        .days = (int32_t)days,
    };
    if (!passphrase_read(request->home, o->passphrase_file, &make.passphrase, request->diags))
        return diags_exit(request->diags);
    bool encrypted = make.passphrase.len > 0;
    const char *key_path = str_c(request->home, str_format(request->home, "%s.key.pem", prefix));
    const char *certificate_path =
        str_c(request->home, str_format(request->home, "%s.cert.pem", prefix));
    bool written = write_pair(request, &make, key_path, certificate_path);
    secret_clear(make.passphrase);
    if (!written)
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "key          %s%s\n", key_path, encrypted ? "" : " (not encrypted)");
    buf_putf(&out, "certificate  %s\n\n", certificate_path);
    output_wrap(
        &out,
        STR("The certificate is self-signed. It shows that two dossiers were signed with the same "
            "key. "
            "It does not show who holds the key: hand it to the reader by a way that both trust."),
        0, 0);
    return output_end(&out, STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 'o', "output", "PREFIX", "writes PREFIX.key.pem and PREFIX.cert.pem; default dossier-key",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "name", "TEXT", "name in the certificate; default Dossier signer",
      offsetof(struct options, name), OPTION_TEXT },
    { 0, "days", "N", "validity; default 825", offsetof(struct options, days), OPTION_TEXT },
    { 0, "passphrase-file", "FILE", "first line: encrypts the key",
      offsetof(struct options, passphrase_file), OPTION_TEXT },
};
const struct verb verb_keygen = {
    .name = "keygen",
    .summary = "a signing key with a self-signed certificate",
    .usage = "keygen [-o PREFIX] [--name TEXT] [--days N] [--passphrase-file FILE]",
    .more = "P-256. For people who have no certificates of their own yet.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .most_arguments = 0,
    .dated = true,
    .run = run,
};
