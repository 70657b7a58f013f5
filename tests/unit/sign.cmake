# Packs and verifies for tests that ask other programs for their judgement.
add_executable(make_fixture unit/sign/make_fixture.c)
target_link_libraries(make_fixture PRIVATE sign)

set(sign_tests
    test_asic_manifest
    test_cms
    test_cms_certificates
    test_dossier
    test_dossier_bytes
    test_dossier_differs
    test_keys
    test_names_and_der
    test_pack_files
    test_pdf_active
    test_pdf_bytes
    test_seal_check
    test_stamp
    test_verify_large
    test_zip_good
    test_zip_strict)
foreach(test IN LISTS sign_tests)
    dossier_unit(sign unit/sign/${test}.c)
    target_link_libraries(${test} PRIVATE PkgConfig::zlib PkgConfig::libcrypto)
endforeach()
# Every byte of a dossier is changed in these; slow under sanitizers on a busy machine.
set_tests_properties(sign.test_cms sign.test_dossier_bytes PROPERTIES TIMEOUT 900)

add_test(NAME sign.by_other_means
    COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/sign/by_other_means.sh $<TARGET_FILE:make_fixture> ${CMAKE_CURRENT_LIST_DIR}/..)
set_tests_properties(sign.by_other_means PROPERTIES TIMEOUT 300)
