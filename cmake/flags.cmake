# Compiler settings for every target. Presets choose DOSSIER_SANITIZE and DOSSIER_ANALYZE.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

option(DOSSIER_SANITIZE "address and undefined behaviour sanitizers" OFF)
option(DOSSIER_RACES "thread sanitizer" OFF)
option(DOSSIER_ANALYZE "gcc -fanalyzer" OFF)
option(DOSSIER_WERROR "warnings are errors" ON)

add_compile_definitions(_GNU_SOURCE DOSSIER_VERSION="${PROJECT_VERSION}")
# A fused multiply-add changes last bits and can flip a verdict at a limit; see docs/method.md.
add_compile_options(-ffp-contract=off -fno-fast-math)
add_compile_options(
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wstrict-prototypes
    -Wmissing-prototypes -Wundef -Wvla -Wwrite-strings -Wformat=2 -Wswitch-enum -Wnull-dereference)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wjump-misses-init
                        -Wformat-signedness -Wdouble-promotion) # clang: NAN of math.h is a float to it
    if(DOSSIER_ANALYZE)
        add_compile_options(-fanalyzer)
    endif()
endif()
if(DOSSIER_WERROR)
    add_compile_options(-Werror)
endif()
if(DOSSIER_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
    add_link_options(-fsanitize=address,undefined)
    add_compile_definitions(DOSSIER_SANITIZED=1)
else()
    add_compile_options(-fstack-protector-strong)
    add_link_options(-pie -Wl,-z,relro,-z,now)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" OR CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
        add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
    endif()
endif()
if(DOSSIER_RACES) # with tests/races/races.c, which tells the sanitizer what GLib orders
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer -g)
    add_link_options(-fsanitize=thread)
    foreach(call g_mutex_lock g_mutex_unlock g_cond_wait g_once_init_leave g_thread_pool_new g_thread_pool_push g_thread_pool_free)
        add_link_options(-Wl,--wrap=${call})
    endforeach()
endif()
# Of binutils' two linkers the quicker: a change of a folder links some eighty test programs anew.
include(CheckLinkerFlag)
check_linker_flag(C -fuse-ld=gold DOSSIER_GOLD)
if(DOSSIER_GOLD AND NOT DOSSIER_SANITIZE) # it warns of each symbol of the address sanitizer
    add_link_options(-fuse-ld=gold)
endif()
# Asserts guard our own mistakes and stay in release builds.
string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_RELEASE "${CMAKE_C_FLAGS_RELEASE}")
string(REPLACE "-DNDEBUG" "" CMAKE_C_FLAGS_RELWITHDEBINFO "${CMAKE_C_FLAGS_RELWITHDEBINFO}")
