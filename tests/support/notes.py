"""A part of the database for tests, of notes one after the other."""

from battle.profile.store import Database, Part

NOTES = Part("notes", (("CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT NOT NULL)",),))


def note(database: Database, words: str) -> None:
    database.write(lambda c: c.execute("INSERT INTO notes (words) VALUES (?)", [words]) and None)


def notes(database: Database) -> list[str]:
    rows = database.read(lambda c: c.execute("SELECT words FROM notes ORDER BY rowid").fetchall())
    return [words for (words,) in rows]
