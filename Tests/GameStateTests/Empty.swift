import Testing
@testable import GameState
