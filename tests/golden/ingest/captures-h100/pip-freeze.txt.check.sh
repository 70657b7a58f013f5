sed 's/\(.*\)==\(.*\)/package.version|\1|\2/' pip-freeze.txt
sed -nE 's/^nvidia-cublas==/runtime.cublas_package||/p; s/^nvidia-cuda-runtime==/runtime.cuda_package||/p
    s/^nvidia-cudnn-cu13==/runtime.cudnn_package||/p; s/^nvidia-nccl-cu13==/runtime.nccl_package||/p
    s/^torch==/framework.version||/p; s/^triton==/triton.version||/p' pip-freeze.txt
