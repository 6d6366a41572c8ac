"""Where lights are kept: on a disk, in the format of today and in those of earlier editions."""
