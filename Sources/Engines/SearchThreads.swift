/// How many threads one search may have.
package enum SearchThreads {
    /// The largest number of threads.
    package static let limit = 64
}
