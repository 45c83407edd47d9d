"""Club nights: many tables, one scoreboard. Journals are the truth; the network only carries them."""
