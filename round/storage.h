/* storage.h - private to round: a result of MLPerf Storage, several runs against a storage system
 * by accelerators that are emulated, or checkpoints written and read. */
#ifndef ROUND_STORAGE_H
#define ROUND_STORAGE_H

#include "run.h"

enum { STORAGE_MOST = 1000, STORAGE_PARAMETERS = 32, STORAGE_FILE_BYTES = 4 << 20 };
enum storage_kind { STORAGE_TRAIN, STORAGE_SAVE, STORAGE_LOAD };
struct storage_number {
    double value;
    uint32_t line;
    bool there;
};
struct storage_list { /* numbers of epochs */
    double sum, most;
    size_t count;
    uint32_t line;
};
enum storage_value {
    STORAGE_ACCELERATORS,
    STORAGE_HOSTS,
    STORAGE_FILES,
    STORAGE_SAMPLES_A_FILE,
    STORAGE_EPOCHS,
    STORAGE_BUSY,    /* percent */
    STORAGE_SAMPLES, /* a second */
    STORAGE_BYTES,   /* MiB a second */
    STORAGE_SAVED,   /* GiB a second */
    STORAGE_LOADED,
    STORAGE_SAVED_DEVIATION,
    STORAGE_LOADED_DEVIATION,
    STORAGE_SAVE_TIME, /* s */
    STORAGE_LOAD_TIME,
    STORAGE_SAVE_TIME_DEVIATION,
    STORAGE_LOAD_TIME_DEVIATION,
    STORAGE_CHECKPOINT, /* GiB */
    STORAGE_VALUES
};
struct storage_part { /* summary.json of one run, or of one host of it */
    int64_t file, settings_file;
    struct str folder; /* in the tree */
    struct str run;    /* folder of the run it belongs to */
    struct str name;   /* of the file */
    bool read, broken, timed;
    bool warm; /* the run before those that count */
    uint32_t broken_line, start_line;
    double start, end; /* ms of the host's clock */
    struct storage_number value[STORAGE_VALUES];
    struct storage_list busy, samples;
    double memory;          /* of all hosts, GiB; 0: not told */
    struct str model, said; /* as named; train_au_meet_expectation */
    uint32_t said_line;
    struct str settings_name, workload; /* overrides.yaml; "unet3d_h100" */
    uint32_t workload_line;
    struct {
        struct str text;
        uint32_t line;
    } parameter[STORAGE_PARAMETERS];         /* "dataset.num_files_train=3836" */
    size_t parameter_count, parameters_left; /* those that there was no room for */
};
struct storage_reported { /* one run of mlperf_storage_report.json, or all of them */
    struct str name;
    struct storage_number samples, bytes, accelerators, runs;
    struct str model, accelerator;
};
struct storage {
    enum storage_kind kind;
    struct storage_part *part;
    size_t count, room;
    size_t runs;      /* distinct, those that count */
    struct str round; /* whose layout it has; empty: more than one round's */
    int64_t report_file;
    struct str report_name;
    bool reported;
    uint32_t report_broken; /* line; 0: it could be read */
    struct storage_reported overall, *report;
    size_t report_count;
    struct str emulated; /* "h100"; empty: not told */
    double accelerators, hosts;
};
/* The part of its folder, made where there is none; NULL: too many. */
struct storage_part *storage_part_of(struct arena *home, struct storage *storage, struct str folder,
                                     struct str run);
void storage_part_read(struct arena *home, struct arena *scratch, struct str bytes,
                       struct storage_part *out);
/* Lines "- ++workload.dataset.num_files_train=3836". */
void storage_settings_read(struct arena *home, struct str bytes, struct storage_part *out);
void storage_report_read(struct arena *home, struct arena *scratch, struct str bytes,
                         struct storage *out);
/* Whether its files tell what its kind asks for; drops those that do not. */
bool storage_is(struct storage *storage);
/* Benchmark and emulated accelerator as the files tell them, or the folder's name. */
void storage_names(struct arena *home, struct round_run *run);
/* Score and verdict. */
void storage_take(struct arena *home, struct round_run *run);
void storage_judge(struct noting *in);
/* storage_checkpoints.c: checkpoints by the rules of their round. */
void checkpoints_judge(struct noting *in, const struct storage_part *part);

#endif
