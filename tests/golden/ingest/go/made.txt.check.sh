python3 ../go.py made.txt
