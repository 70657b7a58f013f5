python3 ../go.py go-bench.txt
