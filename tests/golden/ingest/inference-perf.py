"""key|instance|value of an inference-perf config, with PyYAML: for the one-liners beside the golden files."""
import sys, yaml

FIELDS = {"api type": "method.endpoint", "data input_distribution mean": "input.length", "data type": "dataset.name",
          "data output_distribution mean": "output.length", "load type": "load.scenario", "server model_name": "model.name",
          "server type": "engine.name", "tokenizer pretrained_model_name_or_path": "tokenizer.name"}
document = yaml.load(open(sys.argv[1], newline=""), yaml.BaseLoader)  # every scalar as the text it is
for path, key in FIELDS.items():
    value = document
    for part in path.split():
        value = value.get(part, {}) if isinstance(value, dict) else {}
    if isinstance(value, str):
        print("%s||%s" % (key, value.strip()))
for number, stage in enumerate(document["load"]["stages"]):
    print("load.rate|%d|%s" % (number, stage["rate"]))
