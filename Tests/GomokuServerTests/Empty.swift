import Testing
@testable import GomokuServer
