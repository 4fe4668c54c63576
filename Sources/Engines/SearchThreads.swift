/// The number of threads of one search.
package enum SearchThreads {
    /// The greatest number that an option accepts.
    package static let limit = 64
}
