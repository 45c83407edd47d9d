"""The referee: compares what the camera saw with the record, asks, proposes, guides. It never decides."""

from companion.referee.compare import Comparison, Difference, compare
from companion.referee.guide import Guidance, SetupCheck, check_setup, guide
from companion.referee.propose import Proposal, propose

__all__ = [
    "Comparison",
    "Difference",
    "Guidance",
    "Proposal",
    "SetupCheck",
    "check_setup",
    "compare",
    "guide",
    "propose",
]
