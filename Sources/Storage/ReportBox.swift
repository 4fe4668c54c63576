import GameState

/// Players' reports to the operator. A flood of reports never evicts an unread report.
///
/// One network of clients can have ``quota`` unread reports, or one unread report once the box is
/// half full. A full box evicts its oldest read report for a new one. If it has no read report, it
/// refuses the new one.
public struct ReportBox: Sendable {
    /// The number of reports to keep.
    public static let limit = 512
    /// The number of unread reports from one network.
    public static let quota = 5

    /// A report to the operator.
    public struct Entry: Equatable, Sendable {
        /// A number that increases by one per report.
        public let number: Int
        /// The reporter's network, or the reporter's ID if the reporter's address is exempt from
        /// limits.
        public let network: String
        /// The report as a JSON object.
        public let text: [UInt8]
        /// Whether the operator has seen the report.
        public var isRead: Bool

        public init(number: Int, network: String, text: [UInt8], isRead: Bool = false) {
            self.number = number
            self.network = network
            self.text = text
            self.isRead = isRead
        }
    }

    /// The reports, oldest first.
    public private(set) var entries: [Entry] = []

    /// Restores a box from its stored reports.
    ///
    /// - Parameter entries: The stored reports, oldest first. Above ``limit``, the box drops the
    ///   oldest read reports, then the oldest unread ones.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
        while self.entries.count > Self.limit { self.entries.remove(at: self.entries.firstIndex(where: \.isRead) ?? 0) }
    }

    /// Stores a report as unread, or refuses it.
    public mutating func add(_ text: [UInt8], from network: String) -> ReportOutcome {
        let unread = entries.lazy.filter { !$0.isRead && $0.network == network }.count
        guard unread < (2 * entries.count < Self.limit ? Self.quota : 1) else { return .tooMany }
        if entries.count >= Self.limit {
            guard let read = entries.firstIndex(where: \.isRead) else { return .full }
            entries.remove(at: read)
        }
        entries.append(Entry(number: (entries.last?.number ?? 0) + 1, network: network, text: text))
        return .kept
    }

    /// Returns the newest reports before the one with the number `before`, or the newest of all if
    /// `before` is `nil`. Returns at least one report, and at most `count` reports with a total
    /// size of `bytes`.
    public func page(before: Int?, count: Int, bytes: Int) -> ReportPage {
        let found = entries.prefix { $0.number < before ?? .max }
        var page: [Entry] = []
        var left = bytes
        for entry in found.reversed().prefix(count) {
            left -= entry.text.count + 1
            guard left >= 0 || page.isEmpty else { break }
            page.append(entry)
        }
        return ReportPage(numbers: page.map(\.number), texts: page.map(\.text), older: found.count - page.count)
    }

    /// Marks reports as read. Returns whether any of them was unread.
    public mutating func read(_ numbers: [Int]) -> Bool {
        let unread = entries.indices.filter { !entries[$0].isRead && numbers.contains(entries[$0].number) }
        for index in unread { entries[index].isRead = true }
        return !unread.isEmpty
    }
}

/// The result of adding a report.
public enum ReportOutcome: String, Sendable {
    case kept
    /// The report was refused, because its network has too many unread reports.
    case tooMany
    /// The report was refused, because the box is full of unread reports.
    case full
}

/// A page of reports, newest first.
public struct ReportPage: Equatable, Sendable {
    public let numbers: [Int]
    public let texts: [[UInt8]]
    /// The number of older reports.
    public let older: Int

    public init(numbers: [Int], texts: [[UInt8]], older: Int) {
        self.numbers = numbers
        self.texts = texts
        self.older = older
    }
}
