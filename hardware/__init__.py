"""What people press and roll: buttons, dice boxes, their lights; gpiozero and pyserial live here only."""
