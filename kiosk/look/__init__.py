"""The look: colours, type, spacing, and the project's own icons. Knows no Kivy."""
