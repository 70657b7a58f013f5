cat <<'END'
os.name||Debian GNU/Linux
os.version||12
compile.host_compiler||12.2.0
os.libc||glibc-2.36
framework.version||2.9.1+cu129
framework.debug||False
framework.cuda||12.9
framework.rocm||N/A
python.version||3.12.12
runtime.cuda||12.9.86
accelerator.name|0|NVIDIA L40S
accelerator.name|1|NVIDIA L40S
driver.version||580.119.02
runtime.cudnn_installed||9.10.2
cpu.architecture||x86_64
cpu.threads||128
cpu.name||Example CPU
cpu.sockets||2
package.version|nvidia-nccl-cu12|2.27.5
runtime.nccl_package||2.27.5
package.version|torch|2.9.1+cu129
framework.version||2.9.1+cu129
engine.version||0.16.0
compile.architectures||8.9 9.0
topology.link|0-1|NODE
topology.cpus|0|0,2,4
topology.numa|0|0
topology.cpus|1|1,3,5
topology.numa|1|1
os.environment|NVIDIA_VISIBLE_DEVICES|all
runtime.cuda_image||12.9.1
os.environment|VLLM_WORKER_MULTIPROC_METHOD|spawn
END
