/* check_short.h - the short answer of `check`. */
#ifndef CLI_CHECK_SHORT_H
#define CLI_CHECK_SHORT_H

#include "reports.h"

/* At most 30 lines of at most 100 columns but for commands: what made the verdict easier, the
 * verdict of each comparison with the number or what stands against it, and the next command.
 * `path`: of the case or, where `packed`, the dossier. `said`: statements of the command line. */
void check_put_short(const struct report_model *model, const char *path, bool packed, size_t said,
                     struct buf *out);
/* Each comparison as CI is told of it; outcome: as its verdict says. */
struct reported *check_reported(struct arena *home, const struct report_model *model,
                                size_t *count);
void check_put_markdown(const struct report_model *model, const struct reported *item, size_t count,
                        struct buf *out);

#endif
