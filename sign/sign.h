/* sign.h - the dossier as an archive: packed, signed, verified.
 *
 * An ASiC-E container (ETSI EN 319 162-1) with CAdES signatures, laid out inside as a BagIt bag
 * (RFC 8493). This folder is handed struct entries and does not know what a report is. Exact
 * layout, decisions and limits: docs/archive.md. No clock is read here: every time is given by the
 * caller. */
#ifndef SIGN_SIGN_H
#define SIGN_SIGN_H

#include "base/file.h"

struct json;

/* ---- keys ---- */

/* A private key with its certificate chain (signer first). Cleared when key_free is called. */
struct key_file;
struct key_source {
    struct str key;   /* PEM (PKCS #8 or SEC1) or PKCS #12, may be encrypted; or a pkcs11: URI */
    struct str chain; /* PEM, signer's certificate first; may be empty with PKCS #12 */
    struct str passphrase; /* or PIN; empty: none */
    struct str module;     /* path of a PKCS #11 module; empty: the key is a file */
    /* Asks a person where a passphrase is needed and none was given; NULL: nobody to ask. */
    bool (*ask)(void *self, struct str *passphrase);
    void *self;
};
/* P-256, P-384 or RSA of at least 3072 bits; the key must belong to the first certificate. False
 * with DIAG_KEY_BAD naming what is allowed. `name` stands in diagnostics. */
MUST_USE bool key_read(struct str name, const struct key_source *source, struct key_file **out,
                       struct diags *diags);
void key_free(struct key_file *key);
/* Overwrites a secret that was read into an arena: passphrase, PIN, or a key file's text. */
void secret_clear(struct str secret);

struct keygen_request {
    struct str common_name;
    struct str passphrase; /* empty: the key is written in the clear, and the caller says so */
    int64_t not_before;    /* Unix seconds, UTC */
    int32_t days;
};
/* A P-256 key (PKCS#8 PEM) and a self-signed certificate with documentSigning and emailProtection
 * usage. */
MUST_USE bool key_make(struct arena *home, const struct keygen_request *request,
                       struct str *key_pem, struct str *certificate_pem, struct diags *diags);

/* ---- packing ---- */

/* The text of data/inputs-sha256.txt: sorted "digest  path" lines of every payload member outside
 * data/report/ and not itself. Its SHA-256 is the evidence id, known before the report is made. */
struct str inputs_text(struct arena *home, const struct entries *payload);
struct digest evidence_id(struct arena *home, const struct entries *payload);

struct pack_request {
    /* Every name begins with data/ and passes name_allowed; digests are set. data/inputs-sha256.txt
     * is added where it is not among them. */
    const struct entries *payload;
    struct str root_file; /* the payload member a person should open; empty: none */
    struct str date;      /* YYYY-MM-DD of the case, for bag-info.txt */
    /* NULL: an unsigned container, which verify calls undecided at best. */
    const struct key_file *key;
    int64_t signing_time;     /* Unix seconds */
    struct str role, comment; /* of the signer; role empty: no sign-off */
    bool store; /* no member deflated: the unsigned container is then the same everywhere */
    unsigned
        threads; /* 0: as many as there are processors; the bytes are the same for any number */
    /* Where deflated members wait until the signature over them stands before them, of the file
     * that `sink` writes; NULL: what memory does not hold is deflated twice. */
    const struct aside *aside;
    const struct pack_ahead *ahead; /* members that are deflated already; NULL: none */
};
/* Members deflated by a thread that has nothing better to do, before it is known what else a
 * dossier holds: at most some mebibytes of them; of others nothing is done. One thread at a time.
 * The bytes of a dossier are the same with and without. Freed by pack_ahead_free, behind sign_pack.
 */
struct pack_ahead;
struct pack_ahead *pack_ahead_new(void);
void pack_ahead_take(struct pack_ahead *ahead, struct str bytes, struct digest digest);
/* Of one member, while it is written: its first bytes, which will not change but may move; when it
 * is whole, all of it, which stays until pack_ahead_free. By one thread, also beside that which
 * calls pack_ahead_take. */
void pack_ahead_grows(struct pack_ahead *ahead, struct str bytes, bool whole);
void pack_ahead_free(struct pack_ahead *ahead); /* NULL: nothing */
/* Writes the whole container. Digests each member's bytes again as they are deflated or written: a
 * change is DIAG_FILE_CHANGED. Of a mapped file no more than pieces are in memory. `content`
 * receives the content id: SHA-256 of manifest-sha256.txt. */
MUST_USE bool sign_pack(struct arena *home, const struct pack_request *request, struct sink *sink,
                        struct digest *content, struct diags *diags);
/* Whether a member name obeys the rules of docs/archive.md (segments, length, no device names). */
bool name_allowed(struct str name);
/* One segment that obeys them, made from any text: bytes outside the alphabet, '/' among them,
 * become
 * '_'. Never empty; two texts may give the same name. */
struct str name_make(struct arena *home, struct str text);

/* Bag-Software-Agent of what this program packs: its version, and a digest of the sources from
 * which a report follows, since states of the program between two versions bear the same one. */
struct str sign_agent(void);

/* ---- reading ---- */

/* Members by the strict reader: exactly one byte layout is accepted. Stored members borrow from
 * `dossier`. False with DIAG_DOSSIER_FORMAT (offset in the place). */
MUST_USE bool sign_open(struct arena *home, struct str name, struct str dossier,
                        struct entries *out, struct diags *diags);
/* The same, only of members whose names begin with `below`; others are not even decoded. */
MUST_USE bool sign_open_below(struct arena *home, struct str name, struct str dossier,
                              struct str below, struct entries *out, struct diags *diags);

/* The content id of a dossier: SHA-256 of its manifest-sha256.txt. Nothing else of it is judged. */
MUST_USE bool sign_content_id(struct arena *home, struct str name, struct str dossier,
                              struct digest *out, struct diags *diags);

/* ---- adding a signature ---- */

struct sign_request {
    struct str name, dossier; /* file's name for diagnostics, and its bytes */
    const struct key_file *key;
    int64_t signing_time; /* Unix seconds */
    /* Role: empty for no sign-off. Decision: approved (if empty), rejected, noted, made. */
    struct str role, decision, comment;
    struct str root_file; /* the member a person should open, where the dossier has it */
};
/* The dossier with one more signature, which covers all that is there, the earlier signatures and
 * the new sign-off included; members that stay are copied byte for byte. Refuses a dossier that
 * does not hold. `number` receives the signature's. */
MUST_USE bool sign_add(struct arena *home, const struct sign_request *request, struct sink *sink,
                       unsigned *number, struct diags *diags);
/* The same in two steps, for a key that is elsewhere: the manifest to be signed, then a signature
 * over it (DER), which must hold. Both steps need the same dossier, role, decision and comment. */
MUST_USE bool sign_export(struct arena *home, const struct sign_request *request,
                          struct str *manifest, struct diags *diags);
MUST_USE bool sign_import(struct arena *home, const struct sign_request *request,
                          struct str signature, struct sink *sink, unsigned *number,
                          struct diags *diags);

/* Why a report is not signed as a PDF, whoever asks: it holds something that no report of ours has,
 * or libqpdf cannot read it without repair. Empty: nothing. */
struct str pdf_refusal(struct arena *home, struct str report);
/* A signed copy of the packed report: the packed file, and an incremental update behind it with a
 * PAdES signature that shows nowhere. request->dossier is the PDF; role and comment are not used.
 */
MUST_USE bool pdf_sign(struct arena *home, const struct sign_request *request, struct str *out,
                       struct diags *diags);

/* ---- seals ---- */

struct seal_request {
    const struct entries *bundle; /* names relative to the sealed folder */
    const struct key_file *key;
    int64_t signing_time; /* Unix seconds */
};
/* The two files that seal a folder: a list as sha256sum writes it, and a signature over that. A
 * seal that is among the entries is left out of the list. */
MUST_USE bool sign_seal(struct arena *home, const struct seal_request *request, struct entries *out,
                        struct diags *diags);

/* A seal, and files that it may speak of. One of `below` and `above` is empty. */
struct seal_check {
    struct str place; /* of the folder with the seal, for diagnostics; empty or with a '/' */
    struct str list, signature; /* contents of seal-sha256.txt and seal.p7s */
    const struct entries *files;
    struct str below; /* what stands in names of files before those of the list: "run1/" */
    struct str above; /* what stands in the list before names of the files: "captures/" */
    bool whole;       /* all that was sealed should be among the files */
};
/* What has changed since a bundle was sealed: false with DIAG_SEAL_BROKEN for each file of other
 * bytes or (whole) gone, and for a list that is not the one signed; DIAG_SEAL_BESIDE, a warning,
 * for files that were added. Whose seal it is, is for sign_verify. */
MUST_USE bool sign_seal_check(struct arena *home, const struct seal_check *check,
                              struct diags *diags);

/* What a seal shows of one file: that whoever signed had it, with these bytes, by then. */
struct sealed_file {
    struct str why;  /* why it shows nothing; empty: it does */
    struct str when; /* "2026-11-28T21:28:50Z", by the signer's own clock */
    struct str signer;
    struct str subject; /* of it the name alone */
    struct digest certificate;
    bool trusted;        /* where anchors are given: a chain leads to one */
    struct str not_then; /* why it does not count at a time that was asked; empty: it does */
};
/* `name`: of the file as the list of the seal names it. `trust`: PEM; empty: whose key it was,
 * nobody is asked. `at`: seconds since 1970 at which its certificate has to be good, as verify asks
 * of a dossier without a time stamp; 0: by the signer's own clock. */
struct sealed_file sign_seal_of(struct arena *home, struct str list, struct str signature,
                                struct str name, struct digest digest, struct str trust,
                                int64_t at);

/* ---- dossiers as evidence ---- */

/* Whether a file is a dossier, by its first bytes. */
bool dossier_is(struct str bytes);
/* Verifies every dossier among the files of a bundle, packed or unpacked into a folder: false with
 * DIAG_DOSSIER_BROKEN, the first thing that fails, for each that does not hold. Trust is not asked.
 * `place` stands before names in diagnostics. */
MUST_USE bool sign_carried_check(struct arena *home, struct str place, const struct entries *files,
                                 struct diags *diags);
/* Whether a file of the bundle stands in an unpacked dossier. */
bool carried_below(const struct entries *files, struct str name);

/* ---- withholding ---- */

struct withhold_request {
    struct sign_request sign; /* whose decision is "withheld" */
    const struct str *path;   /* members of data/evidence/ */
    size_t count;
    struct str reason; /* 1 to 1000 bytes */
};
/* The dossier without those members, their names, digests and the reason recorded and signed. */
MUST_USE bool sign_withhold(struct arena *home, const struct withhold_request *request,
                            struct sink *sink, unsigned *number, struct diags *diags);

/* ---- time stamps ---- */

struct stamp_order {
    struct str name, dossier;
    int64_t now;    /* Unix seconds */
    bool signature; /* stamp the newest signature, inside it; else everything, by a manifest */
    int bits;       /* of SHA-2 in a query: 256, 384, 512 */
    struct str response, query; /* for stamp_import; query empty: its nonce is not compared */
    struct str trust;           /* PEM; where given, only an authority certified by it is taken */
};
/* A query (RFC 3161) to be carried to an authority. */
MUST_USE bool stamp_export(struct arena *home, const struct stamp_order *order, struct str *query,
                           struct diags *diags);
/* The dossier with the stamp that came back, which must hold for it as it is now. `said` receives
 * time and authority. */
MUST_USE bool stamp_import(struct arena *home, const struct stamp_order *order, struct sink *sink,
                           struct str *said, struct diags *diags);

/* ---- verifying ---- */

enum check_state { CHECK_HOLDS, CHECK_FAILS, CHECK_UNDECIDED, CHECK_NOTE };
struct check {
    const char *id;    /* "container", "payload-digests", "signature-001", "trust-001" ... */
    const char *title; /* for people */
    enum check_state state;
    const char *indication; /* EN 319 102-1 word where one fits ("HASH_FAILURE"), else "" */
    struct str detail;      /* what was seen; untrusted parts already visible-escaped */
};
/* One signature, for who reads the outcome; untrusted parts already visible-escaped. */
struct signer {
    unsigned number;
    bool holds;                /* the signature itself */
    enum check_state trust;    /* where it holds: whether a chain leads to an anchor */
    struct str subject;        /* of the certificate; empty where the signature cannot be read */
    struct digest certificate; /* SHA-256 */
    struct str claimed;        /* signing time, ISO 8601 in UTC; empty: none claimed */
    struct str stamped;        /* when a time stamp shows that it existed; empty: none does */
    struct str ends; /* last day (YYYY-MM-DD) on which it can be shown to hold as it is: that of the
                        newest time stamp's authority, else of its own certificate; empty: none */
    bool ends_stamp; /* it is a time stamp that ends then, to be renewed before */
    struct str role, comment;
    const char *decision; /* NULL: no sign-off that holds */
};
struct checks {
    const struct check *item;
    size_t count;
    enum check_state overall; /* worst: FAILS before UNDECIDED before HOLDS */
    struct digest content, evidence;
    const struct signer *signer; /* by number, 001 first */
    size_t signer_count;
    struct str signers; /* one line a signature: subject, SHA-256 of the certificate, signing time
                           (claimed) */
    /* What was verified, so that it need not be unpacked again: data/report/data.json, read, and
     * data/case.json. NULL, and at NULL: there is none, or it cannot be read. */
    const struct json *report;
    struct str case_file;
};
/* Deflated members that were decoded before, by their digests: of dossiers that hold something
 * alike it is unpacked once. Threads may share one. */
struct sign_known;
struct sign_known *sign_known_new(void);
void sign_known_free(struct sign_known *known);
struct verify_request {
    struct str trust;     /* PEM anchors; empty: none given, so trust stays undecided */
    struct str trust_tsa; /* PEM anchors of time stamping authorities; empty: those of trust */
    struct str policy;    /* dossier-policy/1: who must have signed; empty: none asked */
    int64_t at;           /* Unix seconds: when certificates must be valid */
    bool allow_withheld;  /* withheld evidence does not keep the answer undecided */
    unsigned depth;       /* of dossiers inside dossiers; 0 for whoever asks */
    unsigned threads;     /* 0: as many as there are processors, at most eight */
    /* Not NULL: the dossier's bytes are a file's own pages (file_map), which this lets go. */
    void (*passed)(struct str bytes);
    struct sign_known *known; /* of the command; NULL: each member is decoded. Not with `passed` */
};
/* Never fails on bad input: a bad dossier is a check that fails. False only where the machine
 * failed. */
MUST_USE bool sign_verify(struct arena *home, struct str dossier,
                          const struct verify_request *request, struct checks *out,
                          struct diags *diags);
/* Whether `pem` holds at least one certificate and none that cannot be read: whom it leads to is
 * asked elsewhere. False with DIAG_KEY_BAD; `name`: of the file or option. */
MUST_USE bool sign_trust_usable(struct str pem, struct str name, struct diags *diags);
/* A PDF that pdf_sign wrote, alone (packed NULL) or against the report.pdf or annex.pdf of a
 * dossier (without bytes: it has none). */
void sign_verify_pdf(struct arena *home, struct str pdf, const struct entry *packed,
                     const struct verify_request *request, struct checks *out);

#endif
