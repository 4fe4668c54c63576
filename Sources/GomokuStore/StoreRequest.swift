import GRDB
import GameState
import Storage

/// Requests that threads of the store have finished. Pass them to ``DurableStore/complete(_:)`` on
/// the owner's thread.
public struct StoreCompletion: Sendable {
    /// The numbers of the requests.
    let requests: [Int]

    /// The number of finished requests.
    public var count: Int { requests.count }
}

/// A request to a thread of the store, with the answer of that thread.
///
/// `@unchecked Sendable` because one thread at a time uses the answer: the thread that carries out
/// the request, until it reports the request as finished, and the owner's thread afterwards. The
/// queues between them lock.
class StoreRequest<Answer: StoreAnswer & Sendable>: @unchecked Sendable {
    let number: Int
    /// The answer. A request to a closed store keeps this one.
    final var answer = Answer.unavailable("The server is stopping. Try again in a moment.")

    init(_ number: Int) { self.number = number }
}

/// A request to the writer, of any type of answer.
protocol WriterRequest: AnyObject, Sendable {
    var number: Int { get }
    /// Guests to store before the request is carried out.
    var guests: [StoredParticipant] { get }
    var kind: WriteKind { get }
    /// The approximate number of bytes of a delta to append; 0 for other requests.
    var bytes: Int { get }
    /// Whether the request has appended a delta.
    var hasAppended: Bool { get }

    /// Carries out the request inside the writer's transaction, and sets its answer. Throws if
    /// nothing was done.
    func carryOut(_ log: inout RoomLog, _ db: Database) throws
    /// Sets the answer to a failure.
    func fail(_ sentence: String)
    /// Makes later appends that build on this request fail as well.
    func refuseFollowing(_ log: inout RoomLog)
}

/// The kinds of requests that the writer distinguishes.
enum WriteKind {
    case write
    /// A request that stores nothing. The writer only checks that the file is still at its path.
    case checkFiles
    /// The last request, after which the writer closes the database.
    case close
}

extension WriterRequest {
    /// Carries out the request. If only this request has failed, and not the whole transaction, the
    /// request's answer says so.
    func perform(_ log: inout RoomLog, _ db: Database) throws {
        do {
            try carryOut(&log, db)
        } catch let error as Rows.Unreadable {
            refuseFollowing(&log)
            fail(StoreFile.sentence(error))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && db.isInsideTransaction {
            // SQLite has undone only this statement. The rest of the transaction stands.
            fail(StoreFile.sentence(error))
        }
    }
}

/// A request to append a delta. `@unchecked Sendable` for the reason of ``StoreRequest``.
final class AppendRequest: StoreRequest<AppendFailure?>, WriterRequest, @unchecked Sendable {
    private let append: Append
    let guests: [StoredParticipant]
    let kind = WriteKind.write
    let bytes: Int
    var hasAppended: Bool { answer == nil }

    init(_ number: Int, _ append: Append, guests: [StoredParticipant]) {
        self.append = append
        self.guests = guests
        bytes = append.delta.size
        super.init(number)
    }

    func carryOut(_ log: inout RoomLog, _ db: Database) throws { answer = try log.append(append, db) }
    func fail(_ sentence: String) { answer = .unavailable(sentence) }
    func refuseFollowing(_ log: inout RoomLog) { log.refuse(append) }
}

/// A request to write anything but a delta. `@unchecked Sendable` for the reason of
/// ``StoreRequest``.
final class WriteRequest<Answer: StoreAnswer & Sendable>: StoreRequest<Answer>, WriterRequest, @unchecked Sendable {
    typealias Work = @Sendable (inout RoomLog, Database) throws -> Answer

    private let work: Work
    let guests: [StoredParticipant]
    let kind: WriteKind
    let bytes = 0
    let hasAppended = false

    init(_ number: Int, _ kind: WriteKind, guests: [StoredParticipant], _ work: @escaping Work) {
        self.work = work
        self.guests = guests
        self.kind = kind
        super.init(number)
    }

    func carryOut(_ log: inout RoomLog, _ db: Database) throws { answer = try work(&log, db) }
    func fail(_ sentence: String) { answer = .unavailable(sentence) }
    func refuseFollowing(_ log: inout RoomLog) {}
}

/// An answer of the store, which can be a failure.
protocol StoreAnswer {
    /// Returns the answer to a request of which nothing was done.
    static func unavailable(_ sentence: String) -> Self
    /// Whether the requested change is in the database.
    var isStored: Bool { get }
}

/// The failure of a change, with a sentence for people.
protocol StoreRefusal: Sendable {
    static func unavailable(_ sentence: String) -> Self
}

extension AppendFailure: StoreRefusal {}
extension PeopleRefusal: StoreRefusal {}
extension StoreFailure: StoreRefusal {
    static func unavailable(_ sentence: String) -> Self { Self(sentence) }
}

/// The answer to a change: nil, or why it was not made.
extension Optional: StoreAnswer where Wrapped: StoreRefusal {
    static func unavailable(_ sentence: String) -> Self { .some(.unavailable(sentence)) }
    var isStored: Bool { self == nil }
}

/// The answer to a query.
extension Result: StoreAnswer where Failure == StoreFailure {
    static func unavailable(_ sentence: String) -> Self { .failure(StoreFailure(sentence)) }
    var isStored: Bool { false }
}
