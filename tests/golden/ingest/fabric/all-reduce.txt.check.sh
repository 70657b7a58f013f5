awk -f ../nccl-tests.awk all-reduce.txt
