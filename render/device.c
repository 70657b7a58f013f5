/* device.c - the table of devices. */
#include "devices.h"

static const struct device devices[] = {
    { "html", "report.html", "text/html", html_emit, true },
    { "data", "data.json", "application/json", data_emit, true },
    { "tree", "tree.txt", "text/plain", tree_emit, false },
    { "text", "report.txt", "text/plain", text_emit, false },
};

const struct device *device_at(size_t index)
{
    return index < ARRAY_COUNT(devices) ? &devices[index] : NULL;
}
