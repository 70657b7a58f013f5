/* verify_parts.c - the list of records that verifying knows beside manifests and signatures. */
#include "verify_records.h"

static const struct verify_part *const parts[] = {
    &verify_part_withheld, /* before the stamps, which may cover what is withheld */
    &verify_part_stamp,    &verify_part_signoff, &verify_part_seal,
    &verify_part_enclosed, &verify_part_policy,
};

const struct verify_part *verify_part_at(size_t index)
{
    return index < ARRAY_COUNT(parts) ? parts[index] : NULL;
}
