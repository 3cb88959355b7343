"""What people see: screens, lights and type. Pure; Pillow only."""
