"""Decides exactly where a turn can come to rest and with what, against rayman-turn.md.

A search walks over *nodes*: a place and stance in a *world* (what is defeated, freed, slapped, removed).
Each node holds the set of all pools with which it is reached, as one whole number, so that a step moves
hundreds of pools at once. Movements are counted apart, and the most are settled first, so that most nodes are
gone on from once. Started from every pool that is *at most* the real one, a lesser pool is never explored
again: who can do with less can do with more. Only an obstacle asks for exactly no Movement left, and a table
may force Slaps.

Where to read on, from the inside out:

- The walk: `records`, `pool` (sets of pools as numbers), `nodes` and `agenda` (what is found, what waits),
  `steps` (worked out once for all worlds alike), `enter`, `slaps`, `slapping` and `places` (what spaces and
  Slaps do), `walk` (all steps), `ends` (where a node comes to rest), `trace` (the steps back), `perches` (who
  falls in the end).
- What is left alone: `limits`, `backwards` and `useful` (from which pools a place can be come to), `chart`
  (all that could ever be in reach), `straight` (ways on which nothing is come by twice), `horizon` (what is
  too far off to matter), `errand` (what a finish still takes).
- The other figures: `room` (where they might get to), `needs` (how they must stand for an end), `pushing`,
  `helping` and `crowd` (how Slaps could bring that about).
- The answers: `bounds` (how far a turn might come), `aims` (which pools lead to some ends), `vicinity` (what
  to look for), `hunt` (looks for some ends only), `reach` (all ends).
"""
