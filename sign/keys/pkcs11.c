/* pkcs11.c - PKCS #11 (Cryptoki) 2.40, the few calls that signing takes.
 *
 * A client of our own, because libcrypto 3.0 reaches tokens only through an engine with a
 * configuration of its own, and engines are gone from libcrypto 4. The module is a shared object
 * that the user names on the command line; nothing is looked for. Base specification: OASIS PKCS
 * #11 2.40, sections 5 and 6; URI: RFC 7512. */
#include "pkcs11.h"

#include "der_write.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long ck_ulong; /* CK_ULONG, of the platform's unsigned long by specification */

enum {
    CKR_OK = 0,
    CKR_PIN_INCORRECT = 0xa0,
    CKR_PIN_LOCKED = 0xa4,
    CKR_USER_ALREADY_LOGGED_IN = 0x100,
    CKR_USER_NOT_LOGGED_IN = 0x101,
    CKR_ALREADY_INITIALIZED = 0x191,
    CKF_SERIAL_SESSION = 4,
    CKF_LOGIN_REQUIRED = 4,
    CKU_USER = 1,
    CKO_PRIVATE_KEY = 3,
    CKA_CLASS = 0,
    CKA_LABEL = 3,
    CKA_ID = 0x102,
    CKM_RSA_PKCS = 1,
    CKM_ECDSA = 0x1041,
    SLOTS_MOST = 64,
    FUNCTIONS = 68,
    LABEL_SIZE = 32,
    PART_MOST = 256,
    SIGNATURE_MOST = 2048,
};

/* Places in CK_FUNCTION_LIST, in the order of the specification's header. */
enum function {
    F_INITIALIZE = 0,
    F_FINALIZE = 1,
    F_GET_SLOT_LIST = 4,
    F_GET_TOKEN_INFO = 6,
    F_OPEN_SESSION = 12,
    F_CLOSE_SESSION = 13,
    F_LOGIN = 18,
    F_FIND_OBJECTS_INIT = 26,
    F_FIND_OBJECTS = 27,
    F_FIND_OBJECTS_FINAL = 28,
    F_SIGN_INIT = 42,
    F_SIGN = 43,
};
struct ck_functions {
    unsigned char version[2];
    void (*call[FUNCTIONS])(void);
};
struct ck_attribute {
    ck_ulong type;
    const void *value;
    ck_ulong len;
};
struct ck_mechanism {
    ck_ulong kind;
    const void *parameter;
    ck_ulong len;
};
struct ck_token_info { /* CK_TOKEN_INFO */
    unsigned char label[LABEL_SIZE], maker[32], model[16], serial[16];
    ck_ulong flags, counts[10];
    unsigned char hardware[2], firmware[2], time[16];
};

typedef ck_ulong (*get_functions_fn)(struct ck_functions **);
typedef ck_ulong (*initialize_fn)(void *);
typedef ck_ulong (*slots_fn)(unsigned char, ck_ulong *, ck_ulong *);
typedef ck_ulong (*token_info_fn)(ck_ulong, struct ck_token_info *);
typedef ck_ulong (*open_fn)(ck_ulong, ck_ulong, void *, void *, ck_ulong *);
typedef ck_ulong (*session_fn)(ck_ulong);
typedef ck_ulong (*login_fn)(ck_ulong, ck_ulong, const void *, ck_ulong);
typedef ck_ulong (*find_init_fn)(ck_ulong, struct ck_attribute *, ck_ulong);
typedef ck_ulong (*find_fn)(ck_ulong, ck_ulong *, ck_ulong, ck_ulong *);
typedef ck_ulong (*sign_init_fn)(ck_ulong, struct ck_mechanism *, ck_ulong);
typedef ck_ulong (*sign_fn)(ck_ulong, const void *, ck_ulong, unsigned char *, ck_ulong *);

struct token {
    void *module;
    struct ck_functions *functions;
    ck_ulong session, key;
    bool initialized, opened;
};

/* The parts of a URI that choose. */
struct wanted {
    char token[PART_MOST], object[PART_MOST], id[PART_MOST];
    size_t token_len, object_len, id_len;
    bool has_token, has_object, has_id;
};

static bool refuse(struct str place, struct diags *diags, struct str expected, const char *why)
{
    diag_add(diags, DIAG_KEY_BAD, (struct place){ .file = place }, expected, "%s", why);
    return false;
}

static bool failed(struct diags *diags, const char *what, ck_ulong code)
{
    diag_add(diags, DIAG_SIGN_FAILED, (struct place){ .file = STR("token") }, (struct str){ 0 },
             "%s: the module answers 0x%lx", what, code);
    return false;
}

/* ---- URI ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool decode(struct str text, char *out, size_t *len)
{
    *len = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '%') {
            int high = i + 2 < text.len ? hex(text.at[i + 1]) : -1;
            int low = i + 2 < text.len ? hex(text.at[i + 2]) : -1;
            if (i + 2 >= text.len || high < 0 || low < 0)
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        if (*len == PART_MOST)
            return false;
        out[(*len)++] = c;
    }
    return true;
}

static bool part_read(struct str part, struct wanted *wanted)
{
    struct str value = part;
    struct str name;
    if (!str_cut(&value, '=', &name) || !value.at)
        return false;
    if (str_eq(name, STR("token"))) {
        wanted->has_token = true;
        return decode(value, wanted->token, &wanted->token_len);
    }
    if (str_eq(name, STR("object"))) {
        wanted->has_object = true;
        return decode(value, wanted->object, &wanted->object_len);
    }
    if (str_eq(name, STR("id"))) {
        wanted->has_id = true;
        return decode(value, wanted->id, &wanted->id_len);
    }
    return str_eq(part, STR("type=private"));
}

static bool uri_read(struct str uri, struct wanted *wanted)
{
    if (!str_starts(uri, STR("pkcs11:")))
        return false;
    struct str rest = str_sub(uri, 7, uri.len);
    struct str part;
    while (str_cut(&rest, ';', &part))
        if (part.len > 0 && !part_read(part, wanted))
            return false;
    return true;
}

/* ---- opening ---- */

static bool load(const struct token_source *source, struct token *token, struct diags *diags)
{
    char path[4096];
    if (source->module.len >= sizeof(path) || !memchr(source->module.at, '/', source->module.len)) {
        return refuse(source->module, diags, STR("a path with a slash, as of libsofthsm2.so"),
                      "a module is named by its path");
    }
    memcpy(path, source->module.at, source->module.len);
    path[source->module.len] = 0;
    token->module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!token->module)
        return refuse(source->module, diags, STR("a PKCS #11 module"), "it cannot be loaded");
    void *found = dlsym(token->module, "C_GetFunctionList");
    get_functions_fn get = NULL;
    memcpy(&get, &found, sizeof(get)); /* POSIX: an object pointer that is a function's */
    if (!get || get(&token->functions) != CKR_OK || !token->functions ||
        token->functions->version[0] != 2) {
        return refuse(source->module, diags, STR("a PKCS #11 module of version 2"),
                      "it offers no list of functions");
    }
    ck_ulong code = ((initialize_fn)token->functions->call[F_INITIALIZE])(NULL);
    token->initialized = code == CKR_OK;
    return code == CKR_OK || code == CKR_ALREADY_INITIALIZED ||
           failed(diags, "starting the module", code);
}

static bool label_is(const struct ck_token_info *info, const struct wanted *wanted)
{
    size_t len = LABEL_SIZE; /* padded with blanks */
    while (len > 0 && info->label[len - 1] == ' ')
        len--;
    return !wanted->has_token ||
           (len == wanted->token_len && memcmp(info->label, wanted->token, len) == 0);
}

/* Exactly one token that fits: which of two is meant is not for a program to guess. */
static bool find_slot(struct str uri, const struct token *token, const struct wanted *wanted,
                      ck_ulong *slot, bool *login, struct diags *diags)
{
    ck_ulong slots[SLOTS_MOST];
    ck_ulong count = SLOTS_MOST;
    ck_ulong code = ((slots_fn)token->functions->call[F_GET_SLOT_LIST])(1, slots, &count);
    size_t found = 0;
    if (code != CKR_OK)
        return failed(diags, "listing tokens", code);
    for (ck_ulong i = 0; i < count; i++) {
        struct ck_token_info info = { 0 };
        if (((token_info_fn)token->functions->call[F_GET_TOKEN_INFO])(slots[i], &info) == CKR_OK &&
            label_is(&info, wanted)) {
            *slot = slots[i];
            *login = (info.flags & CKF_LOGIN_REQUIRED) != 0;
            found++;
        }
    }
    return found == 1 || refuse(uri, diags, STR("token=LABEL of exactly one token"),
                                found == 0 ? "no token of that label is present"
                                           : "several tokens are present that fit");
}

static bool log_in(const struct token_source *source, const struct token *token, bool needed,
                   struct diags *diags)
{
    if (!needed)
        return true;
    if (source->pin.len == 0) {
        return refuse(source->uri, diags,
                      STR("its PIN: at the prompt, --passphrase-file or --passphrase-fd"),
                      "the token wants a PIN");
    }
    ck_ulong code = ((login_fn)token->functions->call[F_LOGIN])(
        token->session, CKU_USER, source->pin.at, (ck_ulong)source->pin.len);
    if (code == CKR_PIN_INCORRECT || code == CKR_PIN_LOCKED) {
        return refuse(source->uri, diags, STR("the user's PIN"),
                      code == CKR_PIN_LOCKED ? "the PIN is locked" : "wrong PIN");
    }
    return code == CKR_OK || code == CKR_USER_ALREADY_LOGGED_IN ||
           failed(diags, "logging in", code);
}

static bool find_key(struct str uri, struct token *token, const struct wanted *wanted,
                     struct diags *diags)
{
    ck_ulong kind = CKO_PRIVATE_KEY;
    struct ck_attribute template[3] = { { CKA_CLASS, &kind, sizeof(kind) } };
    ck_ulong count = 1;
    if (wanted->has_object) {
        template[count++] =
            (struct ck_attribute){ CKA_LABEL, wanted->object, (ck_ulong)wanted->object_len };
    }
    if (wanted->has_id)
        template[count++] = (struct ck_attribute){ CKA_ID, wanted->id, (ck_ulong)wanted->id_len };
    ck_ulong keys[2];
    ck_ulong found = 0;
    void (*const *call)(void) = token->functions->call;
    ck_ulong code = ((find_init_fn)call[F_FIND_OBJECTS_INIT])(token->session, template, count);
    if (code == CKR_OK) {
        code = ((find_fn)call[F_FIND_OBJECTS])(token->session, keys, 2, &found);
        (void)((session_fn)call[F_FIND_OBJECTS_FINAL])(token->session);
    }
    if (code != CKR_OK)
        return failed(diags, "looking for the key", code);
    token->key = keys[0];
    return found == 1 ||
           refuse(uri, diags, STR("object=LABEL or id=%.. of exactly one private key"),
                  found == 0 ? "no such private key is in the token"
                             : "several private keys are in the token that fit");
}

static bool open_all(const struct token_source *source, struct token *token, struct diags *diags)
{
    struct wanted wanted = { 0 };
    ck_ulong slot = 0;
    bool login = false;
    if (!uri_read(source->uri, &wanted)) {
        return refuse(source->uri, diags, STR("pkcs11:token=LABEL;object=LABEL (or id=%01)"),
                      "not a key URI that is understood");
    }
    if (!load(source, token, diags) ||
        !find_slot(source->uri, token, &wanted, &slot, &login, diags))
        return false;
    ck_ulong code = ((open_fn)token->functions->call[F_OPEN_SESSION])(slot, CKF_SERIAL_SESSION,
                                                                      NULL, NULL, &token->session);
    token->opened = code == CKR_OK;
    if (!token->opened)
        return failed(diags, "opening a session", code);
    return log_in(source, token, login, diags) && find_key(source->uri, token, &wanted, diags);
}

bool token_open(const struct token_source *source, struct token **out, struct diags *diags)
{
    *out = calloc(1, sizeof(**out));
    if (!*out)
        return failed(diags, "no memory for a token", 0);
    if (!open_all(source, *out, diags)) {
        token_close(*out);
        *out = NULL;
        return false;
    }
    return true;
}

void token_close(struct token *token)
{
    if (!token)
        return;
    if (token->opened)
        (void)((session_fn)token->functions->call[F_CLOSE_SESSION])(token->session);
    if (token->initialized)
        (void)((initialize_fn)token->functions->call[F_FINALIZE])(NULL);
    if (token->module)
        dlclose(token->module);
    free(token);
}

/* ---- signing ---- */

/* r and s side by side become SEQUENCE { r, s } (RFC 3279 section 2.2.3). */
static struct str ecdsa_der(struct arena *home, struct str raw)
{
    size_t half = raw.len / 2;
    return der_wrap(home, DER_SEQUENCE,
                    DER_PARTS(der_unsigned(home, str_sub(raw, 0, half)),
                              der_unsigned(home, str_sub(raw, half, raw.len))));
}

/* DigestInfo (RFC 8017 section 9.2), whose algorithm has a NULL. */
static struct str digest_info(struct arena *home, enum hash hash, struct str digest)
{
    struct str algorithm = der_wrap(home, DER_SEQUENCE,
                                    DER_PARTS(der_make(home, DER_OID, hash_row(hash)->oid),
                                              der_make(home, DER_NULL, (struct str){ 0 })));
    return der_wrap(home, DER_SEQUENCE,
                    DER_PARTS(algorithm, der_make(home, DER_OCTET_STRING, digest)));
}

bool token_sign(const struct token *token, struct arena *home, const struct token_order *order,
                struct str *signature, struct diags *diags)
{
    struct str digest = hash_bytes(home, order->hash, order->bytes);
    struct str input = order->rsa ? digest_info(home, order->hash, digest) : digest;
    struct ck_mechanism mechanism = { .kind = order->rsa ? CKM_RSA_PKCS : CKM_ECDSA };
    unsigned char out[SIGNATURE_MOST];
    ck_ulong len = sizeof(out);
    void (*const *call)(void) = token->functions->call;
    ck_ulong code = ((sign_init_fn)call[F_SIGN_INIT])(token->session, &mechanism, token->key);
    if (code == CKR_OK)
        code = ((sign_fn)call[F_SIGN])(token->session, input.at, (ck_ulong)input.len, out, &len);
    if (code != CKR_OK || len < 2 || len > sizeof(out))
        return failed(diags, "signing in the token", code);
    struct str raw = str_keep(home, (struct str){ (const char *)out, len });
    *signature = order->rsa ? raw : ecdsa_der(home, raw);
    return true;
}
