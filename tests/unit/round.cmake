dossier_unit(round
    unit/round/test_log.c
    unit/round/test_parts.c)
