python3 ../nsys.py summaries-boxed.txt
