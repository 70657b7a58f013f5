sed -nE 's/.*release ([0-9.]+), V([0-9.]+)$/compile.toolkit||\1\ncompile.compiler||\2/p' nvcc-version.txt
