# config.json as transformers writes it: what each method of quantisation says of formats.
def row($key): select(. != null) | "\($key)||\(.)";
.quantization_config as $q | $q.quant_method as $method
| ($method == "bitsandbytes" and $q.load_in_4bit) as $four | ($method == "bitsandbytes" and $q.load_in_8bit) as $eight
| (.architectures[0]? | row("model.architecture")), (.hidden_size // .n_embd | row("model.dimension")),
  (.max_position_embeddings // .n_positions | row("context.length")), (.num_attention_heads // .n_head | row("model.heads")),
  (.num_hidden_layers // .n_layer | row("model.layers")), (.vocab_size | row("model.vocabulary")),
  ($method | row("precision.quantisation")), ($q.bits? | row("precision.bits")), ($q.group_size? | row("precision.group")),
  (if $four or $eight then "true" | row("precision.bits") else empty end),
  (if $q == null then .dtype | row("precision.weights")
   elif $four then ($q.bnb_4bit_compute_dtype | row("precision.compute")), (.dtype | row("precision.output"))
   elif $eight or $method == "fp8" or $method == "fbgemm_fp8" then .dtype | row("precision.output")
   else .dtype | row("precision.compute") end),
  ({ "fp8": "fp8", "fbgemm_fp8": "fp8", "mxfp4": "mxfp4" }[$method // ""] // $q.weights?
    // (if $four then $q.bnb_4bit_quant_type else null end) | row("precision.weights"))
