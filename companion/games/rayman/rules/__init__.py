"""The rules of a Rayman turn, written once: steps that say what they cost, and where a turn may end.

Nothing here asks what a player holds. `steps.steps(table, position)` lists every step with what it needs and
brings; play, lit spaces, judge, ways and reasons all choose among these steps.
"""
