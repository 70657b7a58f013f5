/* checks.h - the list of checks that verifying fills. */
#ifndef SIGN_CHECKS_H
#define SIGN_CHECKS_H

#include "sign/sign.h"

/* What one question came to. */
struct verdict {
    enum check_state state;
    const char *indication; /* EN 319 102-1 word, or "" */
    struct str detail;
};

struct check_list {
    struct arena *home;
    struct check *item;
    size_t count, room;
};

struct check_list check_list_new(struct arena *home);
void check_add(struct check_list *list, const char *id, const char *title, struct verdict verdict);
/* "kind-001" */
const char *check_id(struct arena *home, const char *kind, unsigned number);
/* FAILS before UNDECIDED before HOLDS; notes do not count. UNDECIDED for an empty list. */
enum check_state check_worst(const struct check_list *list);

struct verdict verdict_holds(struct str detail);
struct verdict verdict_fails(const char *indication, struct str detail);
struct verdict verdict_undecided(const char *indication, struct str detail);
struct verdict verdict_note(struct str detail);

/* Untrusted bytes made visible, cut at 200 bytes. */
struct str visible(struct arena *home, struct str text);

#endif
