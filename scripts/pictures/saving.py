"""Saves pictures as small files."""

import io

from gomokutest.guides import PICTURE_BYTES

# The qualities of WebP to try when a lossless file is too large.
QUALITIES = range(95, 59, -5)


def save(picture, path):
    """Saves a picture as WebP: without loss if that is small enough, otherwise in the best quality
    that is. Returns the bytes of the file."""
    for options in ({"lossless": True}, *({"quality": quality} for quality in QUALITIES)):
        buffer = io.BytesIO()
        picture.save(buffer, "webp", method=6, exact=True, **options)
        if buffer.tell() <= PICTURE_BYTES:
            path.write_bytes(buffer.getvalue())
            return f"{buffer.tell()} bytes, {', '.join(f'{key} {value}' for key, value in options.items())}"
    raise ValueError(f"{path.name} has more than {PICTURE_BYTES} bytes in each quality")


def save_animation(frames, durations, path):
    """Saves an animation without loss, so that text stays sharp. The file is small because most
    frames change few pixels."""
    first, *rest = frames
    options = {"lossless": True, "quality": 100, "method": 6, "minimize_size": True}
    first.save(path, save_all=True, append_images=rest, duration=durations, loop=0, **options)
    return f"{path.stat().st_size} bytes, {len(frames)} frames of {first.width}×{first.height}"
