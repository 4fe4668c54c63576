import Testing
@testable import gomoku_cli
