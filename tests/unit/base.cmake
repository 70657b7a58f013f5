dossier_unit(base
    unit/base/test_arena.c unit/base/test_text.c unit/base/test_num.c unit/base/test_decimal.c unit/base/test_diag.c
    unit/base/test_digest.c unit/base/test_markup.c unit/base/test_json.c unit/base/test_json_walk.c unit/base/test_json_out.c unit/base/test_json_patch.c
    unit/base/test_entries.c unit/base/test_archive.c unit/base/test_glob.c unit/base/test_replace.c unit/base/test_start_tags.c
    unit/base/test_read_once.c unit/base/test_file_map.c unit/base/test_feed.c)
# test_replace makes each of these fail in turn.
target_link_options(test_replace PRIVATE
    -Wl,--wrap=write -Wl,--wrap=fsync -Wl,--wrap=close -Wl,--wrap=renameat)
