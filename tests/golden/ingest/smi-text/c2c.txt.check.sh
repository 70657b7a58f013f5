sed -nE 's/^GPU 0: (.*) \(UUID: (.*)\)$/accelerator.name|0|\1\naccelerator.uuid|0|\2/p; s/^ *C2C Link ([0-9]+): (.*)$/topology.link|0 C2C \1|\2/p' c2c.txt
