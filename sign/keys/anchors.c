/* anchors.c - reading a file of trust anchors. One that is cut or cannot be read spoils the file,
 * since another certificate or list could be missed. */
#include "anchors.h"

#include "crypto.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <string.h>

enum { ANCHORS_MOST = 10000 };

static size_t blocks_begun(struct str pem)
{
    const struct str mark = STR("-----BEGIN ");
    size_t count = 0;
    for (size_t at = str_find(pem, mark); at != SIZE_MAX; at = str_find(pem, mark)) {
        pem = str_sub(pem, at + mark.len, pem.len);
        count++;
    }
    return count;
}

void anchors_read(struct str pem, struct anchors *anchors)
{
    BIO *bio = BIO_new_mem_buf(pem.len ? pem.at : "", pem.len > INT32_MAX ? 0 : (int)pem.len);
    char *name = NULL;
    char *header = NULL;
    unsigned char *data = NULL;
    long len = 0;
    for (int i = 0; bio && i < ANCHORS_MOST; i++) {
        if (PEM_read_bio(bio, &name, &header, &data, &len) != 1)
            break;
        anchors->blocks++;
        const unsigned char *at = data;
        if (strcmp(name, PEM_STRING_X509) == 0) {
            X509 *certificate = d2i_X509(NULL, &at, len);
            anchors->certificates += certificate != NULL;
            anchors->spoilt = anchors->spoilt || !certificate || at != data + len;
            if (certificate &&
                (!anchors->trusted || sk_X509_push(anchors->trusted, certificate) <= 0))
                X509_free(certificate);
        } else if (strcmp(name, PEM_STRING_X509_CRL) == 0) {
            X509_CRL *list = d2i_X509_CRL(NULL, &at, len);
            anchors->spoilt = anchors->spoilt || !list || at != data + len;
            if (list && (!anchors->lists || sk_X509_CRL_push(anchors->lists, list) <= 0))
                X509_CRL_free(list);
        }
        OPENSSL_free(name);
        OPENSSL_free(header);
        OPENSSL_free(data);
    }
    BIO_free_all(bio);
    ERR_clear_error();
    anchors->spoilt = anchors->spoilt || anchors->blocks != blocks_begun(pem); /* one is cut */
}

bool trust_usable(struct str pem)
{
    struct anchors anchors = { 0 };
    anchors_read(pem, &anchors);
    return anchors.certificates > 0 && !anchors.spoilt;
}
