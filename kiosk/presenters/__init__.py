"""Screen models: what a panel shows, as plain records and words. No Kivy in here."""
