jq -r '"method.mode||\(.sampling_mode)"' sample.json
