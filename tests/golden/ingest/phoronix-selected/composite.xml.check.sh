python3 ../phoronix/phoronix.py composite.xml 0.0
