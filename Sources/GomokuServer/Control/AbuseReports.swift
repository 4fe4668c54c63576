import Dispatch
import Foundation
import GameState

/// What players have reported to the operator: the newest in memory, and in a file of the data directory; where several
/// servers share a store, there.
final class AbuseReports {
    /// Reports in memory, which `gomoku-server reports` shows.
    static let kept = 100
    /// Bytes of one as JSON; of the chat that comes with it the oldest lines are left out.
    static let longest = 16_384
    /// Chat lines that come with one.
    static let chatLines = 20
    /// Bytes of the file; when it has more, it becomes the one before, and the one before that is gone.
    static let fileBytes = 4 << 20
    static let fileName = "reports.jsonl"
    /// Reports that servers keep together.
    static let sharedLimit = 2 * fileBytes / longest

    private(set) var newest: [[UInt8]] = []
    private(set) var count = 0
    private let path: String?
    private let shared: (any SharedRecords)?
    private let queue = DispatchQueue(label: "gomoku.reports", qos: .utility)
    private let failed: @Sendable (String) -> Void

    /// - Parameters:
    ///   - directory: of the data; nil: they are kept in memory only.
    ///   - shared: where servers keep them together; nil: this one keeps its own.
    ///   - failed: is told, on another thread, why one could not be written.
    init(
        directory: String?, shared: (any SharedRecords)? = nil, failed: @escaping @Sendable (String) -> Void
    ) {
        self.shared = shared
        path = directory.map { $0 + "/" + Self.fileName }
        self.failed = failed
        guard let file = path.flatMap({ FileHandle(forReadingAtPath: $0) }), let end = try? file.seekToEnd() else {
            return
        }
        let most = UInt64(Self.kept * Self.longest)
        try? file.seek(toOffset: end > most ? end - most : 0)
        let data = (try? file.readToEnd()) ?? Data()
        newest = data.split(separator: 10).suffix(Self.kept).map { Array($0) }
    }

    /// Somebody in a report.
    struct Person {
        let participant: Participant
        /// What it comes from, where it is here.
        let address: String?
    }

    /// The newest of all, the oldest of them first.
    func last(_ count: Int, _ done: @escaping (Result<[[UInt8]], StoreFailure>) -> Void) {
        guard let shared else { return done(.success(Array(newest.suffix(count)))) }
        shared.reports(count, done)
    }

    /// Keeps a report of `by` about `about`, with what was said last in the room. Calls `done`, now or later: with a
    /// sentence where it could not be kept.
    func add(
        at time: Int, room: RoomName, by: Participant, about: Person, text: String, chat: [ChatLine],
        _ done: @escaping (String?) -> Void = { _ in }
    ) {
        let json = Self.json(time, room, by, about, text, chat.suffix(Self.chatLines))
        count += 1
        if let shared {
            return shared.add(report: json, limit: Self.sharedLimit) { done($0.map { "\($0)" }) }
        }
        defer { done(nil) }
        newest.append(json)
        if newest.count > Self.kept { newest.removeFirst() }
        guard let path else { return }
        queue.async { [json, failed] in
            if !Self.append(json + [10], to: path) { failed("a report could not be written to \(path)") }
        }
    }

    private static func append(_ line: [UInt8], to path: String) -> Bool {
        let files = FileManager.default
        let size = (try? files.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
        if size ?? 0 > fileBytes { unsafe rename(path, path + ".1") }
        if !files.fileExists(atPath: path),
            !files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        {
            return false
        }
        guard let file = FileHandle(forWritingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.seekToEnd()) != nil && (try? file.write(contentsOf: Data(line))) != nil
    }

    /// Encodes a report of at most `longest` bytes, with the newest of the chat lines that leave it that short.
    private static func json(
        _ time: Int, _ room: RoomName, _ by: Participant, _ about: Person, _ text: String, _ chat: ArraySlice<ChatLine>
    ) -> [UInt8] {
        var writer = JSONWriter()
        func person(_ person: Participant, address: String?) {
            writer.beginObject()
            writer.name("id")
            writer.string(person.id.text)
            writer.name("name")
            writer.string(person.name)
            if let address {
                writer.name("address")
                writer.string(address)
            }
            writer.endObject()
        }
        writer.beginObject()
        writer.name("at")
        writer.integer(time)
        writer.name("room")
        writer.string(room.text)
        writer.name("by")
        person(by, address: nil)
        writer.name("about")
        person(about.participant, address: about.address)
        writer.name("text")
        writer.string(text)
        writer.name("chat")
        writer.beginArray()
        // The bytes left for chat lines. Two closing brackets follow them.
        var free = longest - writer.bytes.count - 2
        var newest: [[UInt8]] = []
        for line in chat.reversed() {
            let encoded = json(line)
            // A comma separates it from the line before.
            free -= encoded.count + (newest.isEmpty ? 0 : 1)
            guard free >= 0 else { break }
            newest.append(encoded)
        }
        for line in newest.reversed() { writer.raw(line) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func json(_ line: ChatLine) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("at")
        writer.integer(line.at)
        writer.name("by")
        writer.string(line.by.id.text)
        writer.name("text")
        writer.string(line.text)
        writer.endObject()
        return writer.bytes
    }
}
