python3 rows.py bench.jsonl
