dossier_unit(cli unit/cli/test_options.c unit/cli/test_output.c unit/cli/test_answers.c
    unit/cli/test_gate.c)
