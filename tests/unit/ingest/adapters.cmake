# Tests of the formats; included by ../ingest.cmake.
dossier_unit(ingest unit/ingest/test_adapters.c unit/ingest/test_adapters_corpus.c unit/ingest/test_carries.c unit/ingest/test_feeds.c unit/ingest/test_monitor.c unit/ingest/test_mutations.c unit/ingest/test_personal.c unit/ingest/test_phases.c unit/ingest/test_texts.c unit/ingest/test_torch_event.c unit/ingest/test_values.c)
set(adapters_folder ${CMAKE_CURRENT_SOURCE_DIR}/unit/ingest)
foreach(program test_adapters test_adapters_corpus test_feeds test_monitor test_mutations test_texts test_values)
    target_sources(${program} PRIVATE ${adapters_folder}/adapter_run.c)
    target_include_directories(${program} PRIVATE ${adapters_folder})
endforeach()
foreach(part families gguf json judge lines tables xml)
    target_sources(test_mutations PRIVATE ${adapters_folder}/mutations_${part}.c)
endforeach()
set_tests_properties(ingest.test_adapters ingest.test_adapters_corpus PROPERTIES TIMEOUT 600)

# Prints what a format makes of a file: how golden files are made, and what tests/e2e/golden_facts.sh asks.
add_executable(adapters_tool ${adapters_folder}/adapters_tool.c ${adapters_folder}/adapter_run.c)
get_target_property(adapters_private ingest DOSSIER_ROOMS)
target_include_directories(adapters_tool PRIVATE ${adapters_private} ${adapters_folder})
target_link_libraries(adapters_tool PRIVATE ingest)
