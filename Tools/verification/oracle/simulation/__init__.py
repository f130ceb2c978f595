"""A small simulation of sloppy apps that writes random journals."""
