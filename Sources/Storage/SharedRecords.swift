import GameState

/// What several servers over one store have together that is no room's and no person's: whom the operator has shut out,
/// what players have reported, and how often something was tried. Asynchronous as ``RoomStore`` is.
public protocol SharedRecords: AnyObject {
    /// Until when each is shut out, by the list's name and then by what it is about; milliseconds since 1970.
    func shutOut(
        in lists: [String], _ done: @escaping (Result<[String: [String: Int]], StoreFailure>) -> Void)
    /// Shuts out until then, or not any more (nil). Over `limit` in a list those that end first make way.
    func shutOut(
        _ key: String, in list: String, until: Int?, now: Int, limit: Int,
        _ done: @escaping (StoreFailure?) -> Void)

    /// Keeps a report, or refuses it, as ``ReportShelf`` does.
    func add(
        report: [UInt8], from network: String, _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void)
    /// The newest reports before a number, as ``ReportShelf/page(before:count:bytes:)`` returns them.
    func reports(
        before: Int?, count: Int, bytes: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void)
    /// Marks reports as read.
    func readReports(_ numbers: [Int])

    /// Takes one from each purse and answers 0; or, where one of them is empty, takes nothing and answers how many
    /// milliseconds it takes until all have one.
    func spend(_ purses: [SharedPurse], _ done: @escaping (Result<Int, StoreFailure>) -> Void)
    /// Gives one back to each.
    func giveBack(_ purses: [SharedPurse])
}

/// How often something may be tried: so often at once, and once more after each interval.
public struct SharedPurse: Equatable, Sendable {
    /// What is tried, and by whom; any text.
    public let key: String
    public let burst: Int
    /// Milliseconds after which one more comes back.
    public let interval: Double

    public init(key: String, burst: Int, interval: Double) {
        self.key = key
        self.burst = burst
        self.interval = interval
    }
}
