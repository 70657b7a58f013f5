jq -r '"iteration.count||\(.global_step)", (("train_batch_size", "max_steps", "num_train_epochs") as $n | "method.arguments|\($n)|\(.[$n])"),
  (.max_steps as $steps | .log_history[-1] | "throughput.samples||\(.train_samples_per_second)", "wall.time||\(.train_runtime)", "target.reached|train_loss|\(.train_loss)",
    (select(.train_steps_per_second * .train_runtime - $steps | fabs > 1) | "record.contradiction|train_runtime and max_steps give another rate|\(.train_steps_per_second)"))' trainer_state_edited.json
