// Empty, because the frame already provides the wave object.
