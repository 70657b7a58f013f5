/* file_read.h - private to ingest: one file of a bundle, from stored bytes to facts and series. */
#ifndef INGEST_FILE_READ_H
#define INGEST_FILE_READ_H

#include "declaration.h"

/* Sets reading->bytes (decompressed where gz, xz or zst, UTF-8 without a byte order mark),
 * reading->name (with '!' behind it where it was decompressed) and reading->encoding. */
MUST_USE bool file_decode(struct reading *reading);
/* The second half of it, for reading->bytes as they are: takes off a byte order mark, and turns
 * UTF-16 into UTF-8. False: said where the text is no UTF-16. */
MUST_USE bool text_decode(struct reading *reading);
/* What reading->adapter makes of decoded bytes, and where the file says one thing twice, not the
 * same. False: not read, or not to the end; why was said. */
bool file_facts(struct reading *reading);
/* The highest bid among the adapters that `at` lists; NULL: none, or two of the same height, which
 * `rivals` tells. */
const struct adapter *best_bid(const struct sniff *sniff, const struct adapter *(*at)(size_t index),
                               const struct adapter *rivals[2]);
/* The adapter of a file that is decoded while it is read, told by its head or, where that does not
 * tell, by words that stand anywhere in it: then all of it is gone through, and *gone is set.
 * `bytes` are its head. NULL: nobody's, or only the whole file tells. */
const struct adapter *format_fed(struct reading *reading, struct feed *feed, struct str head,
                                 bool *gone);
/* The adapter with the highest bid for decoded bytes. NULL: nobody's, or (with an error) two bid
 * alike. */
const struct adapter *file_format(struct reading *reading);
/* The same among the adapters that `at` lists, which answers NULL past the last. */
const struct adapter *format_among(struct reading *reading,
                                   const struct adapter *(*at)(size_t index));
/* Reads a decoded file by its declared series, else by its format. Lends the adapter that did; NULL
 * where nobody could (said so, but for empty files). A declaration is left alone: it was read
 * before. */
const struct adapter *file_read_facts(struct reading *reading,
                                      const struct declarations *declarations);
/* Decodes a file of a bundle and reads it so, its facts into a new list of `home`, which becomes
 * reading->facts. A file that its tool left and that cannot be read to its end gives one fact,
 * KEY_UNREAD, and a warning, and none of its own facts and series; *unread is set. A file that a
 * person wrote, or that is `named` as one by the case or the command line, is an error as it
 * stands. */
const struct adapter *file_take(struct reading *reading, struct arena *home,
                                const struct declarations *declarations, bool named, bool *unread);
/* The entry in whose place this one need not be read: of the same name but for .gz, .xz or .zst
 * behind it, the same content, and before it in that order (plain first). Said so; else two copies
 * would count as two sources. NULL: none, or (said so too) one with another content, and both are
 * read. Content unpacked for this lives in `scratch`. */
const struct entry *twin_of(struct arena *scratch, const struct entries *entries, size_t index,
                            const struct limits *limits, struct diags *diags);

#endif
