# revision.cmake - what a report is derived by, as one digest: cmake -DLIST=FILE -DROOT=DIR -DOUT=HEADER -P revision.cmake.
# LIST names files below ROOT. Two states of the program that bear one version and derive otherwise are thereby told apart.
file(STRINGS ${LIST} files)
set(sums "")
foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} sum)
    string(APPEND sums "${sum}  ${file}\n")
endforeach()
string(SHA256 sum "${sums}")
string(SUBSTRING ${sum} 0 12 sum)
file(WRITE ${OUT}.new "#define DOSSIER_REVISION \"${sum}\"\n")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUT}.new)
