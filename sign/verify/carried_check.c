/* carried_check.c - dossiers among files that come in, before they are read. */
#include "verify_records.h"

struct telling {
    struct arena *home;
    struct str place;
    struct diags *diags;
};

static void tell(void *self, const struct carried *carried)
{
    const struct telling *t = self;
    if (carried->state == CHECK_FAILS) {
        diag_add(t->diags, DIAG_DOSSIER_BROKEN,
                 (struct place){ .file = str_format(t->home, "%.*s%.*s", STR_ARG(t->place),
                                                    STR_ARG(carried->name)) },
                 STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s",
                 STR_ARG(carried->why));
    }
}

bool sign_carried_check(struct arena *home, struct str place, const struct entries *files,
                        struct diags *diags)
{
    struct telling telling = { home, place, diags };
    return carried_each(home, files, sign_verify, NULL, tell, &telling);
}
