python3 ../nsys.py summaries.csv
