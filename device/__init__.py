"""The game: rules, state machine, voting booth, screens and the program around them."""
