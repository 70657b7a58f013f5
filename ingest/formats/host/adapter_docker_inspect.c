/* adapter_docker_inspect.c - `docker inspect` and `podman inspect` of a container: image, digest,
 * limits, environment. Docker 20 to 28, Podman 3 to 5.
 *
 * An array of one object a container. "Image" is the digest of the image's configuration,
 * "Config.Image" the name it was asked for by (Podman: ImageName, ImageDigest). Podman calls every
 * runtime "oci" where Docker names it, and names it in OCIRuntime. DeviceRequests are what --gpus
 * asked for: a number (-1: all) or a list. Of the environment only what shapes the work is taken,
 * by prefix: keys and passwords stand there too. A limit of 0 is no limit and not taken. Several
 * containers are told apart by their index. Defined by the Docker Engine API,
 * /containers/{id}/json. */
#include "benchmarks.h"
#include "captured.h"
#include "sniff.h"

static const struct container_row {
    const char *path, *instance;
    enum key key;
} rows[] = {
    { "/Config/Image", "", KEY_CONTAINER_IMAGE },
    { "/ImageName", "", KEY_CONTAINER_IMAGE },
    { "/ImageDigest", "", KEY_CONTAINER_DIGEST },
    { "/Image", "", KEY_CONTAINER_DIGEST },
    { "/OCIRuntime", "", KEY_CONTAINER_RUNTIME },
    { "/HostConfig/Runtime", "", KEY_CONTAINER_RUNTIME },
    { "/HostConfig/CpuPeriod", "CpuPeriod", KEY_CONTAINER_LIMIT },
    { "/HostConfig/CpuQuota", "CpuQuota", KEY_CONTAINER_LIMIT },
    { "/HostConfig/CpusetCpus", "CpusetCpus", KEY_CONTAINER_LIMIT },
    { "/HostConfig/CpusetMems", "CpusetMems", KEY_CONTAINER_LIMIT },
    { "/HostConfig/DeviceRequests/0/Count", "DeviceRequests Count", KEY_CONTAINER_LIMIT },
    { "/HostConfig/DeviceRequests/0/DeviceIDs", "DeviceRequests DeviceIDs", KEY_CONTAINER_LIMIT },
    { "/HostConfig/IpcMode", "IpcMode", KEY_CONTAINER_LIMIT },
    { "/HostConfig/Memory", "Memory", KEY_CONTAINER_LIMIT },
    { "/HostConfig/NanoCpus", "NanoCpus", KEY_CONTAINER_LIMIT },
    { "/HostConfig/NetworkMode", "NetworkMode", KEY_CONTAINER_LIMIT },
    { "/HostConfig/ShmSize", "ShmSize", KEY_CONTAINER_LIMIT },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_array(sniff) && sniff_member(sniff, STR("Id")) &&
                sniff_member(sniff, STR("Image")) &&
                str_find(sniff->head, STR("\"HostConfig\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* "NAME=value" */
static void variable_fact(struct reading *reading, const struct json *json,
                          const struct json_item *item)
{
    struct str value = json_string(item);
    struct str name;
    enum key key;
    if (!str_cut(&value, '=', &name) || !value.at || value.len == 0 ||
        !variable_key(name, value, &key))
        return;
    struct str instance = key == KEY_OS_ENVIRONMENT ? name : (struct str){ 0 };
    reading_fact(reading, key, result_instance(reading, instance), value, UNIT_NONE,
                 json_place(json, item));
}

/* 0, "", null and an empty list are no limit. */
static bool says_nothing(const struct json *json, const struct json_item *item)
{
    switch (json_type(item)) {
    case JSON_NUMBER:
        return str_eq(json_literal(json, item), STR("0"));
    case JSON_ARRAY:
        return json_count(item) == 0;
    case JSON_NULL:
        return true;
    case JSON_FALSE:
    case JSON_TRUE:
    case JSON_STRING:
    case JSON_OBJECT:
        break;
    }
    return json_scalar(json, item).len == 0;
}

static void container_read(struct reading *reading, const struct json *json,
                           const struct json_item *container)
{
    bool told[KEY_COUNT] = { false };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct json_item *item = json_at(container, str_from(rows[i].path));
        bool once = rows[i].instance[0] == '\0';
        if (!item || says_nothing(json, item) || (once && told[rows[i].key]))
            continue;
        told[rows[i].key] =
            result_fact(reading, json, item, str_from(rows[i].instance), rows[i].key, UNIT_NONE);
    }
    const struct json_item *list = json_at(container, STR("/Config/Env"));
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item))
        variable_fact(reading, json, item);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    bool several = json_count(root) > 1;
    unsigned index = 0;
    for (const struct json_item *container = json_next(root, NULL); container;
         container = json_next(root, container), index++)
        if (!several || reading_run(reading, str_format(reading->scratch, "%u", index)))
            container_read(reading, json, container);
    return true;
}

const struct adapter adapter_docker_inspect = {
    .name = "container-inspect-json",
    .title = "Image, digest, limits and environment of a container",
    .tool = "docker inspect (20 to 28), podman inspect (3 to 5)",
    .spec = "Docker Engine API, /containers/{id}/json",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
