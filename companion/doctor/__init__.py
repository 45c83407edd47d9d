"""The examination of a machine: one module a part, each line ok or what to do about it."""
