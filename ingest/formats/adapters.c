/* adapters.c - the list of formats. */
#include "reading.h"

static const struct adapter *const adapters[] = {
#define ADAPTER(name) &adapter_##name,
#include "adapters.def"
#undef ADAPTER
    NULL,
};

const struct adapter *adapter_at(size_t index)
{
    return index < ARRAY_COUNT(adapters) ? adapters[index] : NULL;
}
