import Foundation
import Testing

/// The thoroughness of this run: `make test-all` sets `GOMOKU_SPEED` to `all`.
public enum TestSpeed {
    /// Whether the run is one of `make test-all`.
    public static let isAll = ProcessInfo.processInfo.environment["GOMOKU_SPEED"] == "all"

    /// Returns the seeds of a property test: the first `count` of them, or all of them in `make
    /// test-all`.
    public static func seeds(_ count: Int, all: Int) -> [UInt64] { Array(1...UInt64(isAll ? all : count)) }

    /// Returns the arguments of a parameterized test: a representative few, or all of them in `make
    /// test-all`.
    public static func cases<Case>(_ few: [Case], all: [Case]) -> [Case] { isAll ? all : few }
}

extension Trait where Self == ConditionTrait {
    /// A trait that runs the test only in `make test-all`.
    public static var testAll: Self { .enabled(if: TestSpeed.isAll, "runs in `make test-all`") }
}
