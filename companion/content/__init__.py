"""Content packs: what boards, cards and tokens hold, as data that a table can replace by its own box."""
