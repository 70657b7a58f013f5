/* fonts.h - font files that a person gives for what the built-in typefaces lack: --fonts DIR. */
#ifndef CLI_FONTS_H
#define CLI_FONTS_H

#include "verbs.h"

/* Limits: files that are opened, of them each and together. */
#define FONT_FILES_MOST 2048
#define FONT_FILE_MOST ((uint64_t)64 << 20)
#define FONT_BYTES_MOST ((uint64_t)512 << 20)

/* Files .ttf, .otf, .ttc and .otc of the folder --fonts (not of folders in it), in byte order of
 * name, with digests; NULL where the option is not given. Links are followed: a person named the
 * folder. False with a diagnostic: not a folder, no font in it, or beyond a limit. */
MUST_USE bool fonts_taken(struct request *request, const struct entries **out);

#define OPTION_ROW_FONTS(says)                                                                     \
    {                                                                                              \
        0, "fonts", "DIR", says, offsetof(struct options, fonts), OPTION_TEXT                      \
    }

#endif
