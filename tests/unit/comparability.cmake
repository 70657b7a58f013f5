dossier_unit(comparability
    unit/comparability/test_steady.c
    unit/comparability/test_steady_limits.c
    unit/comparability/test_steady_random.c
    unit/comparability/test_steady_phase.c
    unit/comparability/test_steady_window.c
    unit/comparability/test_statistics.c
    unit/comparability/test_capability.c
    unit/comparability/test_products.c
    unit/comparability/test_columns.c
    unit/comparability/test_coverage.c
    unit/comparability/test_power.c
    unit/comparability/test_robust.c
    unit/comparability/test_time_parts.c
    unit/comparability/test_blocks.c
    unit/comparability/test_distance.c
    unit/comparability/test_offers.c
    unit/comparability/test_questions.c
    unit/comparability/test_saturation.c
    unit/comparability/test_ranks.c
    unit/comparability/test_rules.c
    unit/comparability/test_predicates.c
    unit/comparability/test_mutation.c
    unit/comparability/test_more_evidence.c
    unit/comparability/test_every_key.c
    unit/comparability/test_alike.c
    unit/comparability/test_assess.c
    unit/comparability/test_assess_credit.c
    unit/comparability/test_copies.c
    unit/comparability/test_all_runs.c
    unit/comparability/test_either_side.c
    unit/comparability/test_findings.c
    unit/comparability/test_processors.c
    unit/comparability/test_verdict.c
    unit/comparability/test_ways.c
    unit/comparability/test_edges.c
    unit/comparability/test_identities.c)
foreach(test test_mutation test_more_evidence test_every_key test_alike)
    target_sources(${test} PRIVATE
        ${CMAKE_CURRENT_SOURCE_DIR}/unit/comparability/flips.c
        ${CMAKE_CURRENT_SOURCE_DIR}/unit/comparability/flips_series.c
        ${CMAKE_CURRENT_SOURCE_DIR}/unit/comparability/made_bases.c)
endforeach()

# Judges plain files, for the scripts below and for anyone who wants to see the detector's answers.
add_executable(series_tool unit/comparability/series_tool.c)
get_target_property(series_tool_private comparability DOSSIER_ROOMS)
target_include_directories(series_tool PRIVATE ${series_tool_private})
target_link_libraries(series_tool PRIVATE comparability)
foreach(series corpus made)
    add_test(NAME e2e.score_series_${series}
             COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/e2e/score_series.sh $<TARGET_FILE:series_tool> ${series})
    set_tests_properties(e2e.score_series_${series} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()
add_test(NAME comparability.check_welch
         COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/unit/comparability/check_welch.py $<TARGET_FILE:series_tool>)
