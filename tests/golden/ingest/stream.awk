# what STREAM prints
/^STREAM version/ { print "method.tool_version||" $4 }
/^This system uses/ { print "method.arguments|bytes per element|" $4 }
/^Array size/ { print "input.shape||" $4; print "method.arguments|offset|" $8 }
/^Each kernel/ { print "method.arguments|passes|" $6 }
/^Number of Threads counted/ { print "method.arguments|threads|" $6 }
/^(Copy|Scale|Add|Triad):/ { sub(":", "", $1); print "throughput.bytes|" $1 "|" $2; print "latency.iteration|" $1 " mean|" $3
print "latency.iteration|" $1 " min|" $4; print "latency.iteration|" $1 " max|" $5 }
/^Solution Validates/ { print "run.valid||Solution Validates" }
/^Failed Validation/ && !told++ { print "run.error||" $0 }
