"""Games with a friend over hostile ways, by players that are made up."""
