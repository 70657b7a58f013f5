dossier_unit(ingest unit/ingest/test_bids.c unit/ingest/test_bundles.c unit/ingest/test_case.c
    unit/ingest/test_case_amounts.c unit/ingest/test_case_names.c unit/ingest/test_collisions.c)
include(${CMAKE_CURRENT_LIST_DIR}/ingest/adapters.cmake OPTIONAL)

add_executable(schema_tool ${CMAKE_CURRENT_SOURCE_DIR}/unit/ingest/schema_tool.c)
target_link_libraries(schema_tool PRIVATE ingest)
add_test(NAME ingest.schema
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/unit/ingest/check_schema.py $<TARGET_FILE:schema_tool>
            ${CMAKE_SOURCE_DIR}/tests)

add_executable(yaml_tool ${CMAKE_CURRENT_SOURCE_DIR}/unit/ingest/yaml_tool.c)
get_target_property(yaml_tool_private ingest DOSSIER_ROOMS)
target_include_directories(yaml_tool PRIVATE ${yaml_tool_private})
target_link_libraries(yaml_tool PRIVATE ingest)
add_test(NAME ingest.yaml
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/unit/ingest/check_yaml.py $<TARGET_FILE:yaml_tool> ${CMAKE_SOURCE_DIR}/tests)
