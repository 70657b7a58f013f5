awk -f ../nccl-tests.awk broadcast-2019.txt
