"""How rows of a night travel from a table to the host. Only here is MQTT known."""
