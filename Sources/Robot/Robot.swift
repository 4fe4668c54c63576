import GameState
