jq -r '[.[] | select(.cat == "kernel" and (.name | startswith("triton_")))][0].name | "profile.shows|compiled kernel|\(.)"' events.json
jq -r '[.[] | select(.name == "cudaGraphLaunch")][0].name | "profile.shows|graph launch|\(.)"' events.json
jq -r '[.[] | select(.name == "cudaLaunchKernel")][0].name | "profile.shows|kernel launch|\(.)"' events.json
