"""Colours, shapes, bars and tables: one palette for terminal and pages."""
