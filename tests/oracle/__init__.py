"""A second reading of the rules, and random games keyed in as people would, apart from `device`."""
