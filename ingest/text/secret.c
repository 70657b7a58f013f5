/* secret.c - keys, tokens and passwords, known by a variable's name or by shape. Prefixes of keys
 * and tokens are those that their services publish, so that scanners find them. */
#include "secret.h"

#include <assert.h>

enum { TAIL_LEAST = 16, TOKEN_MOST = 2048 };

static bool is_name(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

/* "PAT" of "TRITON_PAT" but not of "PATH" where `whole`. */
static bool says_at(struct str name, size_t at, struct str word, bool whole)
{
    for (size_t i = 0; i < word.len; i++)
        if (at + i >= name.len || upper(name.at[at + i]) != word.at[i])
            return false;
    size_t end = at + word.len;
    return !whole ||
           ((at == 0 || name.at[at - 1] == '_') && (end == name.len || name.at[end] == '_'));
}

bool name_is_secret(struct str name)
{
    static const struct {
        struct str word;
        bool whole; /* between '_' only */
    } words[] = {
        { STR_INIT("AUTH"), false },    { STR_INIT("COOKIE"), false },
        { STR_INIT("CRED"), false },    { STR_INIT("DSN"), true },
        { STR_INIT("KEY"), false },     { STR_INIT("LOGIN"), false },
        { STR_INIT("PASS"), false },    { STR_INIT("PAT"), true },
        { STR_INIT("PRIVATE"), false }, { STR_INIT("PROXY"), false },
        { STR_INIT("PWD"), false },     { STR_INIT("SECRET"), false },
        { STR_INIT("TOKEN"), false },   { STR_INIT("WEBHOOK"), false },
    };
    uint32_t first = 0; /* letters that begin one of them */
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        first |= 1U << (words[i].word.at[0] - 'A');
    for (size_t at = 0; at < name.len; at++) {
        unsigned char letter = (unsigned char)(upper(name.at[at]) - 'A');
        if (letter > 'Z' - 'A' || (first >> letter & 1) == 0)
            continue;
        for (size_t i = 0; i < ARRAY_COUNT(words); i++)
            if (words[i].word.at[0] == 'A' + letter &&
                says_at(name, at, words[i].word, words[i].whole))
                return true;
    }
    return false;
}

/* The capitals and digits behind "AKIA": an access key has 20 characters. */
static bool is_access_key(struct str token)
{
    enum { ACCESS_KEY = 20 };
    for (size_t i = 0; i < token.len; i++) {
        bool capital = token.at[i] >= 'A' && token.at[i] <= 'Z';
        if (!capital && (token.at[i] < '0' || token.at[i] > '9'))
            return false;
    }
    return token.len == ACCESS_KEY;
}

static const struct str prefixes[] = {
    STR_INIT("AKIA"),  STR_INIT("ASIA"), STR_INIT("eyJ"),         STR_INIT("ghp_"),
    STR_INIT("gho_"),  STR_INIT("ghs_"), STR_INIT("github_pat_"), STR_INIT("glpat-"),
    STR_INIT("hf_"),   STR_INIT("sk-"),  STR_INIT("nvapi-"),      STR_INIT("xoxb-"),
    STR_INIT("xoxp-"),
};

static_assert(ARRAY_COUNT(prefixes) == SECRET_PREFIXES, "as the header says");

struct str secret_prefix(size_t index)
{
    return prefixes[index];
}

/* "hf_" and at least 16 letters and digits. Random text in base64 holds prefixes of letters alone,
 * so that these want the form of what follows too. */
static size_t token_at(struct str text, size_t at)
{
    struct str rest = str_sub(text, at, text.len);
    for (size_t i = 0; rest.len && i < ARRAY_COUNT(prefixes); i++) {
        if (rest.at[0] != prefixes[i].at[0] || !str_starts(rest, prefixes[i]))
            continue;
        size_t end = prefixes[i].len, digits = 0;
        for (; end < rest.len && end < TOKEN_MOST && is_name(rest.at[end]); end++)
            digits += rest.at[end] >= '0' && rest.at[end] <= '9' ? 1 : 0;
        struct str token = str_sub(rest, 0, end);
        bool access = str_starts(token, STR("A")), web = str_starts(token, STR("eyJ"));
        /* a web token is three parts; "sk-learn-contributed-models" is a name */
        bool formed = access ? is_access_key(token)
                      : web  ? str_starts(str_sub(rest, end, rest.len), STR(".eyJ"))
                             : digits > 1;
        return formed && end - prefixes[i].len >= TAIL_LEAST ? end : 0;
    }
    return 0;
}

/* "https://user:password@": from the scheme on. A name without a password is no secret. */
static size_t login_at(struct str text, size_t at)
{
    size_t end = at, colon = 0;
    while (end < text.len && end - at <= SECRET_SCHEME_MOST && is_name(text.at[end]))
        end++;
    if (end == at || !str_starts(str_sub(text, end, text.len), STR("://")))
        return 0;
    size_t begin = end + 3;
    for (end = begin; end < text.len; end++) {
        char c = text.at[end];
        if (c == '@')
            return colon > begin && end > colon + 1 ? end + 1 - at : 0;
        if (c == '/' || c == '"' || c == '\'' || c == '<' || c == '{' || c == '$' || c <= ' ')
            return 0; /* no login, or a form that nobody filled in */
        colon = c == ':' ? end : colon;
    }
    return 0;
}

size_t secret_at(struct str text, size_t at)
{
    size_t len = token_at(text, at);
    return len ? len : login_at(text, at);
}

bool variable_is_secret(struct str name, struct str value)
{
    bool secret = name_is_secret(name);
    for (size_t at = 0; at < value.len && !secret; at++)
        secret = (at == 0 || !is_name(value.at[at - 1])) && secret_at(value, at) > 0;
    return secret;
}
