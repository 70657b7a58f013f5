dossier_unit(model unit/model/test_model.c unit/model/test_normal.c)
