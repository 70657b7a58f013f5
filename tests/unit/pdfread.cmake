# Says of any PDF what is on no list, for files that other programs made.
add_executable(pdf_keys unit/pdfread/pdf_keys.c)
target_link_libraries(pdf_keys PRIVATE pdfread)

dossier_unit(pdfread unit/pdfread/test_pdf_keys.c unit/pdfread/test_tokens.c)
target_link_libraries(test_pdf_keys PRIVATE PkgConfig::cairo)

add_test(NAME pdfread.other_producers
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/pdfread/other_producers.sh $<TARGET_FILE:pdf_keys>)
set_tests_properties(pdfread.other_producers PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
