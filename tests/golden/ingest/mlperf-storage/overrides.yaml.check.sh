sed -n 's/^- workload=\(.*\)$/workload.name||\1/p; s/^- ++workload[.]\([a-z_.]*\)=\(.*\)$/method.arguments|\1|\2/p' overrides.yaml
