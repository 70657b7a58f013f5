dossier_unit(base
    unit/base/test_arena.c unit/base/test_text.c unit/base/test_num.c unit/base/test_diag.c
    unit/base/test_digest.c unit/base/test_markup.c unit/base/test_json.c unit/base/test_json_out.c)
