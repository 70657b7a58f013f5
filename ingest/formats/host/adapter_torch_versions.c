/* adapter_torch_versions.c - torch-versions.json of collect/drive.py: what PyTorch itself says it
 * is.
 *
 * torch.__version__, torch.version.git_version, torch.version.cuda, torch.backends.cudnn.version()
 * (the library that is loaded, 91900 for 9.19.0), torch.cuda.nccl.version(), triton, the
 * architectures the build holds code for, and the properties of device 0. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/arch_list", KEY_FRAMEWORK_ARCHITECTURES, UNIT_NONE, false },
    { "/cuda", KEY_FRAMEWORK_CUDA, UNIT_NONE, false },
    { "/cudnn", KEY_RUNTIME_CUDNN_LOADED, UNIT_NONE, false },
    { "/git", KEY_FRAMEWORK_COMMIT, UNIT_NONE, false },
    { "/nccl", KEY_RUNTIME_NCCL_LOADED, UNIT_NONE, false },
    { "/torch", KEY_FRAMEWORK_VERSION, UNIT_NONE, true },
    { "/triton", KEY_TRITON_VERSION, UNIT_NONE, false },
};
static const struct field device_fields[] = {
    { "/cc", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "/device", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/sms", KEY_ACCELERATOR_MULTIPROCESSORS, UNIT_COUNT, false },
    { "/total_memory", KEY_ACCELERATOR_MEMORY_VISIBLE, UNIT_BYTE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("torch")) &&
                sniff_member(sniff, STR("git")) && sniff_member(sniff, STR("arch_list"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    json_fields(reading, json, root, STR("0"), device_fields, ARRAY_COUNT(device_fields));
    return true;
}

const struct adapter adapter_torch_versions = {
    .name = "torch-versions-json",
    .title = "Versions that PyTorch reports when loaded",
    .tool = "collect/drive.py with PyTorch",
    .spec = "captures() in collect/drive.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
