"""What people see: glyphs, screens, pictures, lights."""
