# package.cmake - manual page, completions and papers beside the program; cpack makes a .deb and a tarball of them.
find_program(GZIP gzip REQUIRED)
set(made ${CMAKE_CURRENT_BINARY_DIR}/share)
configure_file(cmake/changelog.Debian.in ${made}/changelog.Debian @ONLY)
add_custom_command(
    OUTPUT ${made}/changelog.Debian.gz ${made}/dossier.1.gz ${made}/dossier ${made}/_dossier ${made}/dossier.fish ${made}/changelog.gz
    COMMAND ${CMAKE_COMMAND} -E make_directory ${made}
    COMMAND dossier completion man | ${GZIP} -9n > ${made}/dossier.1.gz
    COMMAND dossier completion bash > ${made}/dossier
    COMMAND dossier completion zsh > ${made}/_dossier
    COMMAND dossier completion fish > ${made}/dossier.fish
    COMMAND ${GZIP} -9nc ${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md > ${made}/changelog.gz
    COMMAND ${GZIP} -9nc ${made}/changelog.Debian > ${made}/changelog.Debian.gz
    DEPENDS dossier ${made}/changelog.Debian ${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md
    VERBATIM)
add_custom_target(share ALL DEPENDS ${made}/dossier.1.gz)
install(FILES ${made}/dossier.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/dossier DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${made}/_dossier DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${made}/dossier.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${made}/changelog.gz ${made}/changelog.Debian.gz cmake/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/dossier)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME dossier)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Dossier maintainers <maintainers@users.noreply.a-seed-0acdb458.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "benchmark runs into evidence that can be checked")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Reads what benchmark tools left behind, decides by explicit rules whether\nruns may be compared, writes a report whose every number leads back to a\nbyte of evidence, and packs all of it into a signed archive. It works\noffline.")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
