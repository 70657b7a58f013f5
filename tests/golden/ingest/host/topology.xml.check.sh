x() { printf '%s|%s\n' "$1" "$(xmllint --nonet --xpath "string($2)" topology.xml)"; }
x 'host.model|' '//info[@name="DMIProductName"]/@value'
x 'firmware.host|' '//info[@name="DMIBIOSVersion"]/@value'
x 'os.kernel|' '//info[@name="OSRelease"]/@value'
x 'cpu.architecture|' '//info[@name="Architecture"]/@value'
x 'cpu.name|' '//object[@type="Package"][1]/info[@name="CPUModel"]/@value'
x 'host.memory|node 0' '//object[@type="NUMANode"]/@local_memory'
x 'accelerator.name|cuda0' '//info[@name="GPUModel"]/@value'
