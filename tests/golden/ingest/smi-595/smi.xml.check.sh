python3 ../smi.py smi.xml
