add_executable(make_fixture unit/sign/make_fixture.c)
target_link_libraries(make_fixture PRIVATE sign)
