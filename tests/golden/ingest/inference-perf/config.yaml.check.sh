# no reader of YAML is at hand: by line, the stage counted by its dash
awk '{ name = $1; if (name == "-") name = $2; value = $0; sub(/^[^:]*: */, "", value); sub(/ *#.*/, "", value); gsub(/["\047]/, "", value) }
    /^[a-z]/ { top = $1; below = "" } /^  [a-z_]+:$/ { below = $1 } /^  - / { stage++ }
    top == "api:" && name == "type:" { print "method.endpoint||" value }
    top == "data:" && name == "type:" { print "dataset.name||" value }
    below == "input_distribution:" && name == "mean:" { print "input.length||" value }
    top == "load:" && name == "type:" { print "load.scenario||" value }
    top == "load:" && name == "rate:" { print "load.rate|" stage - 1 "|" value }
    top == "server:" && name == "model_name:" { print "model.name||" value }
    top == "server:" && name == "type:" { print "engine.name||" value }
    top == "tokenizer:" && name ~ /^pretrained/ { print "tokenizer.name||" value }' config.yaml
