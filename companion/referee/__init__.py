"""The referee: compares what the camera saw with the record, asks, proposes; it never decides."""

from companion.referee.compare import Comparison, Difference, compare
from companion.referee.propose import Proposal, propose
from companion.referee.setup import SetupCheck, check_setup

__all__ = [
    "Comparison",
    "Difference",
    "Proposal",
    "SetupCheck",
    "check_setup",
    "compare",
    "propose",
]
