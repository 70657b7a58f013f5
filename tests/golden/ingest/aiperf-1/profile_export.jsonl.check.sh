: # no facts: every request is a row of a series, see places.py
