# dossier_folder(NAME DOORS h... SOURCES c... | ROOMS folder... [USES folder...] [PACKAGES PkgConfig::x...])
#
# Declares one folder as one static library. Links to the doors alone are laid into
# <build>/doors/NAME/NAME/, and that directory is the only include path the folder exports. So
# `#include "ingest/ingest.h"` compiles only where `ingest` stands under USES, and a private header of
# another folder is not found at all. A folder must be declared after those it uses. A large
# folder has ROOMS (itself, ".", and folders below): their files are its sources, without a list of
# them, and headers of all rooms are found by their names, within the folder alone.
function(dossier_folder name)
    cmake_parse_arguments(F "" "" "DOORS;SOURCES;ROOMS;USES;PACKAGES" ${ARGN})
    foreach(used IN LISTS F_USES)
        if(NOT TARGET ${used})
            message(FATAL_ERROR "folder ${name} uses ${used}, which is not declared before it")
        endif()
    endforeach()

    set(exported ${CMAKE_BINARY_DIR}/doors/${name})
    file(MAKE_DIRECTORY ${exported}/${name})
    foreach(door IN LISTS F_DOORS)
        get_filename_component(file ${door} NAME)
        file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${door} ${exported}/${name}/${file} SYMBOLIC)
    endforeach()

    add_library(${name} STATIC ${F_SOURCES})
    set(rooms ${CMAKE_CURRENT_SOURCE_DIR})
    if(F_ROOMS)
        list(TRANSFORM F_ROOMS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE rooms)
        list(TRANSFORM rooms REPLACE "/[.]$" "")
        list(TRANSFORM rooms APPEND /*.c OUTPUT_VARIABLE patterns)
        file(GLOB F_SOURCES CONFIGURE_DEPENDS ${patterns})
        target_sources(${name} PRIVATE ${F_SOURCES})
    endif()
    target_include_directories(${name} PUBLIC ${exported})
    if(F_ROOMS)
        target_include_directories(${name} PRIVATE ${rooms})
    endif()
    target_link_libraries(${name} PUBLIC ${F_USES} m PRIVATE PkgConfig::glib_2_0 ${F_PACKAGES})
    set_property(GLOBAL APPEND PROPERTY DOSSIER_FOLDERS ${name})
    set_target_properties(${name} PROPERTIES
        DOSSIER_DOORS "${F_DOORS}" DOSSIER_USES "${F_USES}" DOSSIER_ROOMS "${rooms}")
endfunction()

# dossier_unit(FOLDER test.c...)
#
# One CMocka program per test file, linked with the whole folder and only what that folder may use: a
# symbol borrowed behind the door's back does not link. Private headers of the folder are reachable.
function(dossier_unit folder)
    foreach(file IN LISTS ARGN)
        get_filename_component(stem ${file} NAME_WE)
        add_executable(${stem} ${file})
        get_target_property(private ${folder} DOSSIER_ROOMS)
        target_include_directories(${stem} PRIVATE ${private} ${CMAKE_SOURCE_DIR}/tests/unit)
        target_link_libraries(${stem} PRIVATE
            -Wl,--whole-archive $<TARGET_FILE:${folder}> -Wl,--no-whole-archive
            ${folder} cmocka PkgConfig::glib_2_0 m)
        add_dependencies(${stem} ${folder})
        target_compile_definitions(${stem} PRIVATE TESTS_DIR="${CMAKE_SOURCE_DIR}/tests"
                                   SAMPLES_DIR="${CMAKE_SOURCE_DIR}/samples")
        add_test(NAME ${folder}.${stem} COMMAND ${stem})
        set_tests_properties(${folder}.${stem} PROPERTIES TIMEOUT 900 LABELS unit)
    endforeach()
endfunction()
