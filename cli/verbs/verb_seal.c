/* verb_seal.c - a bundle signed where it was measured, before it travels. */
#include "keys.h"
#include "output.h"
#include "sign/sign.h"
#include <stddef.h>
#include <sys/stat.h>

static int seal(struct request *request, const struct key_file *key)
{
    const char *path = request->options.argument[0];
    struct stat found;
    struct entries bundle, made;
    if (stat(path, &found) == 0 && !S_ISDIR(found.st_mode)) {
        diag_add(request->diags, DIAG_REFUSED, (struct place){ .file = str_from(path) },
                 STR("a folder; seal it, then pack it if it must be one file"), "not a folder");
        return STATUS_INPUT;
    }
    if (!entries_read(request->home, path, &limits_default, &bundle, request->diags))
        return STATUS_INPUT;
    if (entries_left(&bundle)) {
        diag_add(request->diags, DIAG_FILE_READ, (struct place){ .file = str_from(path) },
                 STR("a folder that can be read whole"), "a seal leaves nothing out");
        return STATUS_INPUT;
    }
    /* Nobody's name goes over a dossier that does not hold. */
    if (!sign_carried_check(request->home, str_from(path), &bundle, request->diags))
        return STATUS_INPUT;
    struct seal_request order = { .bundle = &bundle, .key = key, .signing_time = request->now };
    if (diags_exit(request->diags) != 0 ||
        !sign_seal(request->home, &order, &made, request->diags) ||
        !entries_write(request->home, path, &made, request->diags))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "sealed       %s: seal-sha256.txt, seal.p7s\n\n", path);
    output_wrap(&out,
                STR("Name the folder in the case as it is; a dossier packs the seal as evidence, "
                    "and verify checks it. By hand, inside the folder:"),
                0, 0);
    buf_put(&out, STR("    sha256sum -c --strict --quiet seal-sha256.txt\n"
                      "    openssl cms -verify -cades -binary -purpose any -inform DER \\\n"
                      "      -in seal.p7s -content seal-sha256.txt -CAfile ROOT.pem \\\n"
                      "      -no-CApath -no-CAstore -out /dev/null\n"));
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    if (!request->options.key) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("seal") },
                 STR("--key KEY [--cert CERT]"), "no key is given");
        return STATUS_INPUT;
    }
    return keys_run(request, seal);
}

static const struct option_row rows[] = { OPTION_ROWS_KEY };
const struct verb verb_seal = {
    .name = "seal",
    .summary = "sign a bundle before it travels",
    .usage = "seal FOLDER --key KEY [--cert CERT] [options]",
    .more = "Writes seal-sha256.txt and seal.p7s into the folder, over all its other files.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
