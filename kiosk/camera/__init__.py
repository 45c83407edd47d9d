"""The camera beside a night: what it saw, the process that watches, the tables that were set up."""
