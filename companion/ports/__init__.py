"""Plain records and protocols between the brain and the rim: camera, dice devices, tables."""
