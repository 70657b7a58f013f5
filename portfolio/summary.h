/* summary.h - what a page over many dossiers shows of one: few texts, kept when its data is gone.
 */
#ifndef PORTFOLIO_SUMMARY_H
#define PORTFOLIO_SUMMARY_H

#include "portfolio/portfolio.h"

struct summary_pair { /* one comparison; texts as the report prints them, empty: not licensed */
    struct str a, b, label_a, label_b, workload, verdict, decision, credited;
    struct str change, change_low, change_high;          /* percent */
    struct str mean[2], mean_low[2], mean_high[2], unit; /* of a, of b */
};
struct summary_amount { /* by the month, of one system */
    struct str system, label, units, amount;
};
struct summary_date { /* a day on which something ends or is to be done */
    struct str day;   /* YYYY-MM-DD */
    struct str what;  /* "prices valid until", "measure again", "review" ... */
    struct str of;    /* the system, signer or party that it is about; empty: the case */
};
struct summary_text { /* one text of a list */
    struct str text;
};
struct summary {
    struct str file, content, evidence_id, case_id, date, question, metric;
    const struct summary_pair *pair;
    size_t pair_count;
    const struct summary_amount *amount;
    size_t amount_count;
    const struct summary_text *earlier; /* content ids of the dossiers that it takes the place of */
    size_t earlier_count;
    const struct summary_text *again; /* content ids of those that it names as its baseline */
    size_t again_count;
    const struct summary_date *due; /* in order of kind */
    size_t due_count;
    struct str valid_until, remeasure; /* YYYY-MM-DD; empty: not stated */
    struct str every;                  /* whole months from `remeasure` on; empty: once */
    struct str signers;                /* "CN=..., CN=..."; empty: nobody */
};
/* Everything is copied into `home`. */
struct summary summary_of(struct arena *home, const struct held *held);
/* The worst verdict: 0 comparable, 1 stated, 2 incomplete, 3 not; 4: nothing was compared. */
int summary_verdict(const struct summary *summary);

/* The members of a JSON object that hold a summary, without its file, and back again. False: they
 * are not as this version writes them. */
void summary_put_json(const struct summary *summary, struct buf *out);
MUST_USE bool summary_read_json(struct arena *home, const struct json_item *object,
                                struct summary *out);

/* One page of HTML over many: `file` of each is the address that its row leads to. `skin`: the
 * fonts and the script compiled in. `refused`: files of which nothing was read, and why, in pairs.
 * `at`: the date against which ends of validity are told; empty: none is. */
struct index_request {
    const struct summary *summary;
    size_t count;
    const struct str *refused; /* file, why, file, why ... */
    size_t refused_count;      /* files */
    const struct entries *skin;
    struct str at;
};
/* False: longer than a page may be (64 MiB). */
MUST_USE bool portfolio_page(struct arena *home, const struct index_request *request,
                             struct buf *out);

#endif
