/* keys.h - key files from the options of a verb. */
#ifndef CLI_KEYS_H
#define CLI_KEYS_H

#include "sign/sign.h"
#include "verbs.h"

/* Reads --key, --cert and --passphrase-file. True with *out NULL where no key was named. */
bool keys_open(struct arena *home, const struct options *options, struct key_file **out,
               struct diags *diags);
/* The verb's work with the key that it was given; the key is freed behind it. The exit status: that
 * of the work, STATUS_INPUT where the key cannot be read. */
int keys_run(struct request *request,
             int (*work)(struct request *request, const struct key_file *key));
/* First line of a file, without its end. */
bool passphrase_read(struct arena *home, const char *path, struct str *out, struct diags *diags);

#endif
