python3 phoronix.py composite.xml
