"""Everything that touches pins and serial ports: gpiozero and pyserial live here only."""
