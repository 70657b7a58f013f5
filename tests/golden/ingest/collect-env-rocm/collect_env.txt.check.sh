value() { sed -nE "s/^$1: *//p" collect_env.txt | head -1; }
word() { value "$1" | cut -d' ' -f1; }
printf '%s|%s|%s\n' framework.version '' "$(value 'PyTorch version')" framework.debug '' "$(value 'Is debug build')" \
    framework.cuda '' "$(value 'CUDA used to build PyTorch')" framework.rocm '' "$(value 'ROCM used to build PyTorch')" \
    os.name '' "$(word OS)" os.version '' "$(value OS | cut -d' ' -f2)" os.libc '' "$(value 'Libc version')" \
    python.version '' "$(word 'Python version')" runtime.cuda '' "$(value 'CUDA runtime version')" \
    accelerator.name 0 "$(value 'GPU models and configuration' | sed 's/ (gfx.*//')" \
    accelerator.capability 0 "$(value 'GPU models and configuration' | sed -E 's/.*\((gfx[0-9a-f]+).*/\1/')" \
    driver.version '' "$(value 'Nvidia driver version')" runtime.cudnn_installed '' "$(value 'cuDNN version')" \
    runtime.hip '' "$(value 'HIP runtime version')" runtime.miopen '' "$(value 'MIOpen runtime version')" \
    runtime.rocm '' "$(value 'ROCM Version')" engine.version '' "$(value 'vLLM Version')" \
    compile.architectures '' "$(value 'CUDA Archs' | cut -d';' -f1)"
