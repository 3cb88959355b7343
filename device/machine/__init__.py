"""The state machine over the engine: phases, menus, deadlines. As pure as the engine."""
