python3 ../expect.py results.json <<'END' | sed -E 's/^quality.score\|gsm8k_([a-z_]+)_stderr(,[a-z-]+)/quality.error|gsm8k_\1\2/; /_alias/d; s/\|gsm8k_/|gsm8k /'
quality.score gsm8k_** /results/gsm8k/**
decoding.sampling - /config/gen_kwargs
quality.limit - /config/limit
engine.name - /config/model
method.arguments - /config/model_args
workload.seed - /config/random_seed
method.tool_version - /lm_eval_version
model.name - /model_name
quality.shots ** /n-shot/**
capture.time - /start_time
quality.digest ** /task_hashes/**
wall.time - /total_evaluation_time_seconds
package.version transformers /transformers_version
quality.version ** /versions/**
quality.samples ** /n-samples/**/effective
END
