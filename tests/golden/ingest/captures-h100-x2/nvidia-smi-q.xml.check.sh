python3 ../smi.py nvidia-smi-q.xml
