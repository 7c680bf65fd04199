"""The commands, a module a family; `battle.cli` puts them together."""
