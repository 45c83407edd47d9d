"""Two threads that read messages of the same type for the first time."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, threading
from types import ModuleType
import msgspec
from companion.ports.threads import MessageThread

KINDS = '''
from __future__ import annotations
from msgspec import Struct

class Inner(Struct, frozen=True):
    number: int
    names: tuple[str, ...] = ()

class Message(Struct):
    inner: Inner
    more: dict[str, Inner] = {}
'''

sys.setswitchinterval(1e-6)
for number in range(1500):
    module = sys.modules["kinds"] = ModuleType("kinds")
    module.__name__ = "kinds"
    exec(KINDS, module.__dict__)
    both = threading.Barrier(2)

    def read():
        both.wait()
        assert msgspec.json.decode(b'{"inner":{"number":1},"more":{"a":{"number":2}}}', type=module.Message)

    threads = [MessageThread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_types_are_worked_out_before_two_threads_read_them() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
