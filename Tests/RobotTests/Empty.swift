import Testing
@testable import Robot
