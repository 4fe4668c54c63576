import ArgumentParser
import Engines

extension SearchThreads {
    static func check(_ threads: Int) throws {
        guard (1...limit).contains(threads) else { throw ValidationError("--threads takes 1 to \(limit).") }
    }
}
