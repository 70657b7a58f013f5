python3 rows.py bench.sql
