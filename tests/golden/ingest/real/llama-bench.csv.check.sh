python3 ../llama-forms/rows.py llama-bench.csv
