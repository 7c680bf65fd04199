"""Attacks with damaged inputs, kills, crowds and full disks; and how fast files are read."""
