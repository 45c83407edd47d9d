"""What panels are made of; every widget is built with the look it is shown in."""
