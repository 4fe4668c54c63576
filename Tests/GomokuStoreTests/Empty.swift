import Testing
@testable import GomokuStore
