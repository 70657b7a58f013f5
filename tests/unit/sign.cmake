# Packs and verifies for tests that ask other programs for their judgement.
add_executable(make_fixture unit/sign/make_fixture.c)
target_link_libraries(make_fixture PRIVATE sign)

dossier_unit(sign unit/sign/test_zip_strict.c)
foreach(test test_zip_strict)
    target_link_libraries(${test} PRIVATE PkgConfig::zlib PkgConfig::libcrypto)
endforeach()
