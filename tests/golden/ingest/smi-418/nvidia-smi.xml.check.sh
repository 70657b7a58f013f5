python3 ../smi.py nvidia-smi.xml
