"""The voting booth: the only code that ever sees which key of a pad is down."""
