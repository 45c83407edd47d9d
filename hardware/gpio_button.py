"""A button on the Pi's pins, with a light and, where wired, a buzzer."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

from companion.ports.dice import DiceEvent, LightState
from hardware.press import Gesture, PressThread, PressTimes

Pull = Literal["up", "down"]
Listener = Callable[[DiceEvent], None]


class GpioButton:
    """A push button between a pin and ground (pull up) or 3.3 V (pull down); long press = undo."""

    def __init__(
        self,
        name: str = "button",
        *,
        pin: int = 17,
        pull: Pull = "up",
        led_pin: int | None = None,
        buzzer_pin: int | None = None,
        times: PressTimes | None = None,
    ) -> None:
        self.name = name
        self._pin = pin
        self._pull = pull
        self._led_pin = led_pin
        self._buzzer_pin = buzzer_pin
        self._times = times or PressTimes()
        self._listener: Listener = lambda event: None
        self._press: PressThread | None = None
        self._parts: list[Any] = []
        self._led: Any = None
        self._buzzer: Any = None

    def start(self, listener: Listener) -> None:
        """Claims the pins; where that fails the listener is told why, and the screen's button stays."""
        self._listener = listener
        # Importing gpiozero takes a moment, so it waits until a button is really wanted.
        from gpiozero import LED, BadPinFactory, Button, Buzzer, GPIOPinInUse, PinFactoryFallback

        try:
            # Each pin library that is not there would warn; what matters is told to the listener.
            warnings.simplefilter("ignore", PinFactoryFallback)
            button = self._claim(Button(self._pin, pull_up=self._pull == "up"))
            self._led = self._claim(LED(self._led_pin)) if self._led_pin is not None else None
            self._buzzer = self._claim(Buzzer(self._buzzer_pin)) if self._buzzer_pin is not None else None
        except BadPinFactory:
            self._fail("absent")
        except PermissionError:
            self._fail("forbidden")
        except GPIOPinInUse:
            self._fail("busy")
        except Exception as error:  # the pin libraries raise types of their own
            self._fail("busy" if "busy" in str(error).lower() else "unusable")
        else:
            self._press = PressThread(self._times, self._on_gesture)
            button.when_pressed = self._press.down
            button.when_released = self._press.up
            listener(DiceEvent("connected", source=self.name))
            if button.is_pressed:
                self._press.down()

    def show(self, light: LightState, number: int | None = None) -> None:
        """Idle is dark, waiting blinks calmly, rolled shines, an error flickers."""
        if self._led is None:
            return
        if light == "waiting":
            self._led.blink(on_time=0.5, off_time=0.5)
        elif light == "error":
            self._led.blink(on_time=0.1, off_time=0.1)
        elif light == "rolled":
            self._led.on()
        else:
            self._led.off()

    def close(self) -> None:
        """Frees the pins."""
        if self._press is not None:
            self._press.close()
            self._press = None
        self._led = self._buzzer = None
        while self._parts:
            with suppress(Exception):  # a pin that cannot be freed must not keep the others
                self._parts.pop().close()

    def _claim(self, part: Any) -> Any:
        self._parts.append(part)
        return part

    def _fail(self, why: str) -> None:
        self.close()
        self._listener(DiceEvent("lost", source=self.name, detail=why))

    def _on_gesture(self, gesture: Gesture) -> None:
        if self._buzzer is not None and gesture in ("press", "long_press"):
            self._buzzer.beep(on_time=0.05 if gesture == "press" else 0.3, off_time=0.05, n=1)
        self._listener(DiceEvent(gesture, source=self.name))
