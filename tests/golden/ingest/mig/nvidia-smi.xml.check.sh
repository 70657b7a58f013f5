sed -nE 's|.*<timestamp>(.*)</timestamp>|capture.time\|\|\1|p; s|.*<driver_version>(.*)<.*|driver.version\|\|\1|p; s|.*<cuda_version>(.*)<.*|driver.cuda\|\|\1|p
  s|.*<attached_gpus>(.*)<.*|accelerator.attached\|\|\1|p; s|.*<product_name>(.*)<.*|accelerator.name\|0\|\1|p; s|.*<current_mig>(.*)<.*|accelerator.mig\|0\|\1|p
  s|.*<multiprocessor_count>([0-9]+)<.*|accelerator.mig\|0 slice N multiprocessors\|\1|p; s|.*<gpu_instance_id>(.*)<.*|accelerator.mig\|0 slice N instance\|\1|p
  s|^				<fb_memory_usage><total>(.*)</total>.*|accelerator.mig\|0 slice N memory\|\1|p; s|^		<fb_memory_usage><total>(.*)</total>.*|accelerator.memory_total\|0\|\1|p' nvidia-smi.xml |
  awk '/slice N instance/ { n++ } { sub(/slice N/, "slice " n - 1); print }'
