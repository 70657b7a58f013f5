/* templates.h - the files of this folder, compiled in: words, styles, scripts, fonts, rule sets.
 *
 * Named as they lie here: "strings.en.json", "style.css", "fonts/SourceSans3-Regular.ttf". */
#ifndef TEMPLATES_TEMPLATES_H
#define TEMPLATES_TEMPLATES_H

#include "base/file.h"

/* All of them, in byte order of name, with digests; the bytes are the program's own. */
const struct entries *templates_all(struct arena *home);
/* One of them; NULL: no such file was compiled in. The digest is left empty. */
const struct entry *template_find(struct arena *home, struct str name);

#endif
