"""The dice box on a Raspberry Pi Pico: copy this file and dicebox.py onto it with MicroPython.

Wiring (see README.md): the button between GP15 and ground, the LED with 330 ohm between GP14 and ground.
Bridge GP13 to ground for a box that rolls by itself; leave it open and the companion rolls.
"""

import os
import select
import sys
import time

from dicebox import DiceBox
from machine import Pin

FACES = 6

button = Pin(15, Pin.IN, Pin.PULL_UP)
rolls_itself = not Pin(13, Pin.IN, Pin.PULL_UP).value()
led = Pin(14, Pin.OUT)
own_led = Pin("LED", Pin.OUT)


def send(line):
    """Writes one line; the buffer is binary so that no carriage return is added."""
    sys.stdout.buffer.write(line.encode() + b"\n")


def light(is_on):
    """Switches the box's LED and the one on the board."""
    led.value(is_on)
    own_led.value(is_on)


def display(number):
    """A box with a display draws the number here; this one blinks its board's LED shortly instead."""
    own_led.toggle()
    time.sleep_ms(30)
    own_led.toggle()


def die():
    """Rolls without bias: bytes that would favour the low faces are thrown away."""
    limit = 256 - 256 % FACES
    while True:
        byte = os.urandom(1)[0]
        if byte < limit:
            return byte % FACES + 1


box = DiceBox(send, light, display, die if rolls_itself else None)
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)

last = time.ticks_ms()
now = 0

while True:
    # The Pico's tick counter wraps after some days; its differences do not.
    ticks = time.ticks_ms()
    now += time.ticks_diff(ticks, last)
    last = ticks
    while poll.poll(0):
        box.hear(sys.stdin.buffer.read(1), now)
    box.contact(not button.value(), now)
    box.tick(now)
    time.sleep_ms(2)
