"""The report of a night: what it holds, as an HTML page and as a PDF."""
