python3 ../expect.py latency.json <<'END'
latency.iteration mean /avg_latency
latency.iteration std /std_latency
latency.iteration p** /percentiles/**
END
