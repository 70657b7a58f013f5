python3 ../nsys.py summaries.json
