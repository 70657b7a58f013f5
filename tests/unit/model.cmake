dossier_unit(model unit/model/test_model.c)
