# Packs and verifies for tests that ask other programs for their judgement.
add_executable(make_fixture unit/sign/make_fixture.c)
target_link_libraries(make_fixture PRIVATE sign)

set(sign_tests test_asic_manifest test_cms test_dossier test_dossier_bytes test_keys test_names_and_der
    test_zip_strict)
foreach(test IN LISTS sign_tests)
    dossier_unit(sign unit/sign/${test}.c)
    target_link_libraries(${test} PRIVATE PkgConfig::zlib PkgConfig::libcrypto)
endforeach()
