sed 's/^ 0: //' all-reduce-srun.txt | awk -f ../nccl-tests.awk
