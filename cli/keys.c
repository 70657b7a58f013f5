/* keys.c - reading key, certificate and passphrase files. */
#include "keys.h"

bool passphrase_read(struct arena *home, const char *path, struct str *out, struct diags *diags)
{
    struct str text, line;
    *out = (struct str){ 0 };
    if (path == NULL)
        return true;
    if (!file_read(home, path, &limits_default, &text, diags))
        return false;
    if (str_cut(&text, '\n', &line))
        *out =
            line.len > 0 && line.at[line.len - 1] == '\r' ? str_sub(line, 0, line.len - 1) : line;
    return true;
}

bool keys_open(struct arena *home, const struct options *options, struct key_file **out,
               struct diags *diags)
{
    *out = NULL;
    if (options->key == NULL && options->cert == NULL)
        return true;
    if (options->key == NULL || options->cert == NULL) {
        diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--key and --cert together"), "one of them is missing");
        return false;
    }
    struct key_source source = { 0 };
    return file_read(home, options->key, &limits_default, &source.key, diags) &&
           file_read(home, options->cert, &limits_default, &source.chain, diags) &&
           passphrase_read(home, options->passphrase_file, &source.passphrase, diags) &&
           key_read(str_from(options->key), &source, out, diags);
}
