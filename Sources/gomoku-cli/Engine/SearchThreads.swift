import ArgumentParser

/// How many threads one search may have.
enum SearchThreads {
    static let limit = 64

    static func check(_ threads: Int) throws {
        guard (1...limit).contains(threads) else { throw ValidationError("--threads takes 1 to \(limit).") }
    }
}
