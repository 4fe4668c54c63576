import GameState

/// The records that the servers of one store share, besides rooms and people: moderation, reports,
/// and limits on attempts. Asynchronous like ``RoomStore``.
public protocol SharedRecords: AnyObject {
    /// Loads the operator's lists of bans, mutes and closed rooms. Returns the time at which each
    /// entry ends, in milliseconds since 1970, by list and key.
    func shutOut(
        in lists: [String], _ done: @escaping (Result<[String: [String: Int]], StoreFailure>) -> Void)
    /// Adds an entry to a list until the given time, or (`nil`) removes it. Above `limit` entries,
    /// those that end first are evicted.
    func shutOut(
        _ key: String, in list: String, until: Int?, now: Int, limit: Int,
        _ done: @escaping (StoreFailure?) -> Void)

    /// Stores a report, or refuses it, as ``ReportBox`` does.
    func add(
        report: [UInt8], from network: String, _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void)
    /// Loads the newest reports before a number, as ``ReportBox/page(before:count:bytes:)``
    /// returns them.
    func reports(
        before: Int?, count: Int, bytes: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void)
    /// Marks reports as read.
    func readReports(_ numbers: [Int])

    /// Takes one token from each bucket and returns 0. If any bucket is empty, takes nothing and
    /// returns the milliseconds until all buckets have a token.
    func spend(_ buckets: [SharedTokenBucket], _ done: @escaping (Result<Int, StoreFailure>) -> Void)
    /// Returns one token to each bucket.
    func giveBack(_ buckets: [SharedTokenBucket])
}

/// A token bucket, shared by all servers, that limits attempts: `burst` at once, and one more per
/// interval.
public struct SharedTokenBucket: Equatable, Sendable {
    /// A text that identifies the kind of attempt and its originator.
    public let key: String
    public let burst: Int
    /// The time in which one token is added, in milliseconds.
    public let interval: Double

    public init(key: String, burst: Int, interval: Double) {
        self.key = key
        self.burst = burst
        self.interval = interval
    }
}
