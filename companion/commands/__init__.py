"""The commands of the brain, one module each group; the rim's commands live in their own rooms."""
