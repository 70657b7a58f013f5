# The fixture is shared by the programs that render it.
add_library(render_fixture STATIC
    unit/render/fixture.c
    unit/render/fixture_case.c
    unit/render/fixture_judgement.c)
get_target_property(render_private render DOSSIER_ROOMS)
target_include_directories(render_fixture PUBLIC ${render_private} ${CMAKE_CURRENT_SOURCE_DIR}/unit/render)
target_link_libraries(render_fixture PUBLIC render PkgConfig::glib_2_0)
target_compile_definitions(render_fixture PRIVATE TESTS_DIR="${CMAKE_SOURCE_DIR}/tests")

dossier_unit(render unit/render/test_report.c unit/render/test_numbers.c unit/render/test_charts.c)
target_link_libraries(test_report PRIVATE render_fixture)
target_link_libraries(test_charts PRIVATE render_fixture)
target_link_libraries(test_numbers PRIVATE render_fixture)

# Writes the three fixture reports below a folder, for eyes and for tests/e2e/fixture_reports.sh.
add_executable(render_show unit/render/render_show.c)
target_link_libraries(render_show PRIVATE render_fixture)

# Pages and PDF: a tree made by hand, and a program that writes what pdf_checks.sh looks at.
add_library(tree_fixture STATIC unit/render/tree_fixture.c)
target_link_libraries(tree_fixture PUBLIC render_fixture)
target_compile_definitions(tree_fixture PRIVATE TESTS_DIR="${CMAKE_SOURCE_DIR}/tests")
add_executable(pdf_make unit/render/pdf_make.c)
target_link_libraries(pdf_make PRIVATE tree_fixture m)
dossier_unit(render unit/render/test_fonts.c unit/render/test_given.c unit/render/test_last_page.c
    unit/render/test_paginate.c unit/render/test_pdf.c)
target_link_libraries(test_fonts PRIVATE render_fixture PkgConfig::pangocairo PkgConfig::pangoft2 PkgConfig::fontconfig)
target_link_libraries(test_given PRIVATE render_fixture)
target_link_libraries(test_paginate PRIVATE tree_fixture)
target_link_libraries(test_last_page PRIVATE tree_fixture)
target_link_libraries(test_pdf PRIVATE tree_fixture)
add_test(NAME e2e.pdf COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/e2e/pdf_checks.sh $<TARGET_FILE:pdf_make>)
