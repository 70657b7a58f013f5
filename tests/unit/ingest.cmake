dossier_unit(ingest unit/ingest/test_case.c unit/ingest/test_bundles.c)
include(${CMAKE_CURRENT_LIST_DIR}/ingest/adapters.cmake OPTIONAL)
