: # no facts: series, which places.py looks up
