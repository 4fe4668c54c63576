// What asked for this gets it from the frame itself: the wave object is always there.
