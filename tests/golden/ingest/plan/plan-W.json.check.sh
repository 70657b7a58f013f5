: # no facts: a plan is about many runs
