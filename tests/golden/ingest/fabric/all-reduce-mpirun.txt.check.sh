sed 's/^\[1,0\]<stdout>://' all-reduce-mpirun.txt | awk -f ../nccl-tests.awk
