python3 ../nsys.py summaries.txt
