/* device.c - the table of devices. */
#include "devices.h"

static const struct device devices[] = {
    { "html", "report.html", "text/html", html_emit },
    { "data", "data.json", "application/json", data_emit },
    { "tree", "tree.txt", "text/plain", tree_emit },
    { "text", "report.txt", "text/plain", text_emit },
};

const struct device *device_at(size_t index)
{
    return index < ARRAY_COUNT(devices) ? &devices[index] : NULL;
}
