cat <<'END'
framework.version||2.14.0+cpu
framework.debug||False
framework.cuda||None
framework.rocm||N/A
os.name||Microsoft Windows
os.version||11
compile.host_compiler||Could not collect
os.libc||N/A
python.version||3.14.7
runtime.cuda||No CUDA
driver.version||No CUDA
runtime.cudnn_installed||No CUDA
package.version|torch|2.14.0+cpu
framework.version||2.14.0+cpu
END
