/* fio.h - private to fio's formats. */
#ifndef INGEST_FIO_H
#define INGEST_FIO_H

#include "reading.h"

/* What fio says of its own ways ("fio: native_fallocate call failed"): nothing of the run failed.
 * Whatever else it says of itself is an error. */
bool fio_is_notice(struct str text);

#endif
