"""The hand-made puzzles of Tests/Fixtures/puzzles: pages that have them, and their solutions."""

import os
import shutil

from .environment import ROOT

FIXTURES = os.path.join(ROOT, "Tests", "Fixtures", "puzzles")


def page_with_puzzles(page, directory):
    """Copies the page to `directory`, with the puzzles of the fixtures and no others. Returns the
    directory's path."""
    shutil.copytree(page, directory)
    (directory / "puzzles").mkdir(exist_ok=True)
    for book in (directory / "puzzles").glob("*.book"):
        book.unlink()
    shutil.copy(os.path.join(FIXTURES, "freestyle.book"), directory / "puzzles")
    return str(directory)


def solution(puzzle):
    """Returns the cells that solve the puzzle: those of a drill, or the point where X makes two
    fours, which is three below X's first stone."""
    if puzzle["kind"] == "drill":
        return puzzle["points"]
    column, row = (int(each) for each in puzzle["x"][0].split(","))
    return [f"{column},{row + 3}"]


def point_name(cell):
    """Returns the name of a cell on the board of 15 by 15 points, such as h8 for 7,7."""
    column, row = (int(each) for each in cell.split(","))
    return f"{chr(97 + column)}{15 - row}"
