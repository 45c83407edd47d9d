"""What every game shares: commands, events, refusals, clauses, flow, dice and display blocks."""
