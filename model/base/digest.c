/* digest.c - SHA-256 (FIPS 180-4) by libcrypto. */
#include "arena_own.h"
#include "file_own.h"

#include <errno.h>
#include <openssl/evp.h>
#include <string.h>

struct digest digest_of(struct str bytes)
{
    struct digest digest;
    unsigned size = 0;
    if (EVP_Digest(bytes.len ? bytes.at : "", bytes.len, digest.byte, &size, EVP_sha256(), NULL) !=
            1 ||
        size != sizeof digest.byte)
        memory_exhausted(); /* the only way it can fail */
    return digest;
}

bool digest_of_open(int fd, struct digest *out)
{
    enum { PIECE = 1 << 16 };
    char piece[PIECE];
    unsigned size = 0;
    ssize_t got;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context || EVP_DigestInit_ex(context, EVP_sha256(), NULL) != 1)
        memory_exhausted(); /* the only way it can fail */
    while ((got = read(fd, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0 && EVP_DigestUpdate(context, piece, (size_t)got) != 1)
            memory_exhausted();
    if (EVP_DigestFinal_ex(context, out->byte, &size) != 1 || size != sizeof out->byte)
        memory_exhausted();
    EVP_MD_CTX_free(context);
    return got == 0;
}

struct digest digest_of_pieces(struct str bytes, size_t size,
                               void (*passed)(void *self, struct str piece), void *self)
{
    struct digest digest;
    unsigned length = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;
    for (size_t at = 0; good && at < bytes.len; at += size) {
        struct str piece = str_sub(bytes, at, at + size);
        good = EVP_DigestUpdate(context, piece.at, piece.len) == 1;
        passed(self, piece);
    }
    if (!good || EVP_DigestFinal_ex(context, digest.byte, &length) != 1)
        memory_exhausted();
    EVP_MD_CTX_free(context);
    return digest;
}

void digest_put_hex(struct digest digest, struct buf *out)
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * sizeof digest.byte];
    for (size_t i = 0; i < sizeof digest.byte; i++) {
        text[2 * i] = digits[digest.byte[i] >> 4];
        text[2 * i + 1] = digits[digest.byte[i] & 15];
    }
    buf_put(out, (struct str){ text, sizeof text });
}

struct str digest_hex(struct arena *home, struct digest digest)
{
    struct buf text = buf_new(home, 2 * sizeof digest.byte);
    digest_put_hex(digest, &text);
    return buf_str(&text);
}

bool digest_from_hex(struct str hex, struct digest *out)
{
    struct digest digest = { 0 };
    if (hex.len != 2 * sizeof digest.byte)
        return false;
    for (size_t i = 0; i < hex.len; i++) {
        char c = hex.at[i];
        int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (value < 0)
            return false;
        digest.byte[i / 2] = (unsigned char)(digest.byte[i / 2] << 4 | value);
    }
    *out = digest;
    return true;
}

struct digest digest_beside(struct str bytes, void (*piece)(void *self, struct str piece),
                            void *self)
{
    enum { NEAR = 1 << 18 }; /* still in the processor's second cache when the other pass comes */
    return digest_of_pieces(bytes, NEAR, piece, self);
}

bool digest_blank(struct digest digest)
{
    static const struct digest blank;
    return digest_eq(digest, blank);
}

bool digest_eq(struct digest a, struct digest b)
{
    return memcmp(a.byte, b.byte, sizeof a.byte) == 0;
}
