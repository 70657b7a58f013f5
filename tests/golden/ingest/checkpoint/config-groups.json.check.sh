jq -r '"model.architecture||\(.architectures[0])", "precision.compute||\(.dtype)", (.quantization_config | "precision.quantisation||\(.quant_method)",
  "precision.weights||\(.format | split("-")[0])", (.config_groups | to_entries[] | "precision.bits|\(.key)|\(.value.weights.num_bits)",
    "precision.group|\(.key)|\(.value.weights.group_size)"))' config-groups.json
