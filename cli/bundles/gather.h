/* gather.h - from the paths of a case to bundles: what lies on disk, or what a dossier packed. */
#ifndef CLI_GATHER_H
#define CLI_GATHER_H

#include "ingest/ingest.h"

struct gathered {
    struct bundle *bundle;
    size_t count;
};
/* What a path stands for that lies on no disk: files of an earlier dossier that holds. */
struct given_files {
    struct str path;
    struct entries entries; /* as a bundle's: relative to path, a single file by its own name */
    bool single;
};
struct given_dossier {
    struct str path; /* below the case's folder */
    struct digest digest;
};
struct given {
    struct given_files *file;
    size_t file_count;
    struct given_dossier *dossier; /* that the files are of */
    size_t dossier_count;
};
/* Resolves every selector below `root`, reads the files, gives each path its packed name, and adds
 * the run.json files that stand above runs. `given`: paths that are resolved by it, not on disk. */
bool gather(struct arena *home, const char *root, const struct given *given,
            const struct case_file *case_file, const struct limits *limits, struct gathered *out,
            struct diags *diags);
/* What the files are that a selector of the case names. */
enum bundle_role selector_role(const struct selector *selector);
/* Leaves of a whole archive what stands at `path`, "archive!inner"; false: nothing does. */
bool bundle_narrow(struct arena *home, struct bundle *bundle, struct str path);
/* Where the files of a bundle lie once its archive is unpacked into a folder of its name:
 * "a.tar.gz!r1" is "a.tar.gz/r1". */
struct str bundle_unpacked(struct arena *home, struct str path);
/* Packed paths of all entries, from their names: made fit for the archive; two that fall together
 * get a number. A pure function of path, packed folder and entries. */
void bundle_members(struct arena *home, struct bundle *bundle);
/* data/names.json: which packed member is which file of the case. Empty: longer than 64 MiB. */
struct str names_text(struct arena *home, const struct case_file *case_file,
                      const struct gathered *gathered);
/* The same bundles from a dossier's members, by its names.json; never globs. Every path of the case
 * must be served in its role, and every packed member of evidence be named. Nor is names.json
 * believed: packed names must be those that the original ones give, and seals are judged by the
 * original names. `withheld`: members that may be missing, by name and digest; they are left out of
 * their bundles. NULL: none. */
bool gather_packed(struct arena *home, const struct entries *dossier,
                   const struct entries *withheld, const struct case_file *case_file,
                   const struct limits *limits, struct gathered *out, struct diags *diags);

/* Of the bundles of a whole case those that serve a case which holds a part of its systems, under
 * the packed names that gathering it from disk would give: for whoever has a dossier and no disk.
 * Selectors meet by pattern, instance, role and the id of their system; the declarations above a
 * run come with it. */
void gather_part(struct arena *home, const struct gathered *whole,
                 const struct case_file *whole_case, const struct case_file *case_file,
                 struct gathered *out);

#endif
