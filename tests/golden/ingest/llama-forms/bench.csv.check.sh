python3 rows.py bench.csv
