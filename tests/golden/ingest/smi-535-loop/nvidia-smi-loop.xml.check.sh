python3 ../smi.py nvidia-smi-loop.xml
