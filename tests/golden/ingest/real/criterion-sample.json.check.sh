jq -r '"method.mode||\(.sampling_mode)"' criterion-sample.json
