"""A terminal's screen with its colours, drawn as a picture."""

import functools
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from gomokutest.terminal import Screen

FONTS = Path("/usr/share/fonts/truetype/dejavu")
# The pixels of a cell, the font size, and the margins.
CELL, FONT_SIZE, MARGIN = (8, 16), 14, (8, 11)
# The terminal's colors: text, background, and the SGR codes that the client uses.
TEXT, BACKGROUND = (214, 214, 214), (28, 31, 36)
COLORS = {31: (240, 113, 120), 32: (152, 195, 121), 33: (235, 200, 120), 36: (92, 200, 215)}
BOLD, DIM, UNDERLINE, REVERSE = 1, 2, 4, 7


class ColorScreen(Screen):
    """A terminal's cells with the style of each one."""

    def resize(self, width, height):
        super().resize(width, height)
        self.style = frozenset()
        self.looks = [[self.style] * width for _ in range(height)]

    def control(self, private, numbers, final):
        super().control(private, numbers, final)
        if final == "m":
            # The client sets all attributes anew in each sequence.
            self.style = frozenset(int(number) for number in numbers.split(";"))
        elif final == "J":
            self.looks = [[frozenset()] * self.width for _ in range(self.height)]

    def put(self, character):
        row, column = self.row, self.column
        super().put(character)
        if self.column > column:
            self.looks[row][column] = self.style

    def picture(self):
        """Draws the cells."""
        width, height = (MARGIN[i] * 2 + size * CELL[i] for i, size in enumerate((self.width, self.height)))
        picture = Image.new("RGB", (width, height), BACKGROUND)
        draw = ImageDraw.Draw(picture)
        cells = [(row, column) for row in range(self.height) for column in range(self.width)]
        # All backgrounds come first, because characters may extend into the next cell.
        for is_text in (False, True):
            for row, column in cells:
                left, top = MARGIN[0] + column * CELL[0], MARGIN[1] + row * CELL[1]
                self._draw_cell(draw, left, top, self.cells[row][column], self.looks[row][column], is_text)
        return picture

    @staticmethod
    def _draw_cell(draw, left, top, character, look, is_text):
        color, background = next((COLORS[code] for code in look if code in COLORS), TEXT), BACKGROUND
        if DIM in look:
            color = tuple((3 * a + 2 * b) // 5 for a, b in zip(color, background, strict=True))
        if REVERSE in look:
            color, background = background, color
        right, bottom = left + CELL[0] - 1, top + CELL[1] - 1
        if not is_text:
            draw.rectangle((left, top, right, bottom), fill=background)
        elif character.strip():
            draw.text((left, bottom - 3), character, fill=color, font=font(character, BOLD in look), anchor="ls")
        if is_text and UNDERLINE in look:
            draw.line((left, bottom - 1, right, bottom - 1), fill=color)


@functools.cache
def font(character, is_bold):
    """Returns the font for a character. Fails if the font lacks it, because a picture would show a
    box."""
    found = _font(is_bold)
    mask, box = (bytes(found.getmask(each)) for each in (character, "\uffff"))
    assert mask != box, f"the font lacks {character}, U+{ord(character):04X}"
    return found


@functools.cache
def _font(is_bold):
    return ImageFont.truetype(str(FONTS / f"DejaVuSansMono{'-Bold' if is_bold else ''}.ttf"), FONT_SIZE)
