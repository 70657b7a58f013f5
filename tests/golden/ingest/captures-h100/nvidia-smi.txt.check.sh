grep -o 'Driver Version: [0-9.]*' nvidia-smi.txt | sed 's/.*: /driver.version||/'
grep -o 'CUDA Version: [0-9.]*' nvidia-smi.txt | sed 's/.*: /driver.cuda||/'
