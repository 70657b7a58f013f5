python3 ../go.py units.txt
