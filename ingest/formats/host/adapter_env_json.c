/* adapter_env_json.c - env.json: environment variables as an object of strings.
 *
 * CUDA_VERSION and NCCL_VERSION are set by the image (nvidia/cuda Dockerfiles) and name what the
 * image was made with, which may differ from what is installed or loaded: each has a key of its
 * own. A key, token or password becomes no fact (secret.h). */
#include "reading.h"
#include "secret.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/CUDA_VERSION", KEY_RUNTIME_CUDA_IMAGE, UNIT_NONE, false },
    { "/NCCL_VERSION", KEY_RUNTIME_NCCL_IMAGE, UNIT_NONE, false },
    { "/TORCH_CUDA_ARCH_LIST", KEY_COMPILE_ARCHITECTURES, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    static const struct str known[] = {
        { "PATH", 4 },
        { "HOME", 4 },
        { "LD_LIBRARY_PATH", 15 },
        { "CUDA_HOME", 9 },
        { "CUDA_VERSION", 12 },
        { "NCCL_VERSION", 12 },
        { "CUDA_VISIBLE_DEVICES", 20 },
        { "NVIDIA_VISIBLE_DEVICES", 22 },
    };
    struct str base = sniff_base(sniff);
    if (!sniff_is_object(sniff) ||
        (!str_eq(base, STR("env.json")) && !str_eq(base, STR("environment.json"))))
        return BID_NONE;
    for (size_t i = 0; i < ARRAY_COUNT(known); i++)
        if (sniff_member_text(sniff, known[i]).len > 0)
            return BID_SHAPE;
    return BID_NONE;
}

static const struct field *own_key(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        if (str_eq(name, str_from(fields[i].path + 1)))
            return &fields[i];
    return NULL;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item)) {
        struct str name = str_keep(reading->home, json_name(item));
        const struct field *own = own_key(name);
        if (json_type(item) != JSON_STRING) {
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, item), STR("a string"),
                          json_literal(json, item));
        } else if (variable_is_secret(name, json_string(item))) {
            continue; /* the file may be withheld; no report repeats it */
        } else if (own) {
            json_fact(reading, json, item, (struct str){ 0 }, own->key, own->unit);
        } else if (json_string(item).len > 0) {
            json_fact(reading, json, item, name, KEY_OS_ENVIRONMENT, UNIT_NONE);
        }
    }
    return true;
}

const struct adapter adapter_env_json = {
    .name = "env-json",
    .title = "Environment variables",
    .tool = "collect/drive.py, or anything that writes os.environ",
    .spec = "JSON object, name to string, in env.json",
    .kind = FACT_CAPTURED,
    .traits = TRAIT_LISTS_WHOLE,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
