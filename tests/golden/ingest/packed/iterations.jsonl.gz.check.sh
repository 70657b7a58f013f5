: # no facts: run.json declares what the columns are
