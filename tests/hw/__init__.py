"""The hardware: drivers over simulated wires, chips and panels."""
