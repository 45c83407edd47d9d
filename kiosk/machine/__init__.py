"""The machine around the screen: window, keys, sound, brightness, power, memory, dice devices."""
