import Dispatch
import Foundation
import GameState
import Storage

/// What players have reported to the operator, as ``ReportShelf`` keeps it: in memory and in a file of the data directory;
/// where several servers share a store, there.
final class AbuseReports {
    /// Bytes of one as JSON; of the chat that comes with it the oldest lines are left out.
    static let longest = 16_384
    /// Chat lines that come with one.
    static let chatLines = 20
    /// The size at which the file is rewritten without the reports that were evicted, in bytes.
    private static let fileBytes = 2 * ReportShelf.limit * longest
    static let fileName = "reports.jsonl"

    private(set) var shelf = ReportShelf()
    /// Reports that came while this server ran.
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
        guard let data = path.flatMap({ FileManager.default.contents(atPath: $0) }) else { return }
        var last = 0
        shelf = ReportShelf(
            data.split(separator: 10).map { line in
                let entry = Self.entry(Array(line), after: last)
                last = entry.number
                return entry
            })
    }

    /// Somebody in a report.
    struct Person {
        let participant: Participant
        /// The address, if the person is connected here; for a reporter, the network that its reports count for.
        let address: String?
    }

    /// The newest reports before a number, as ``ReportShelf/page(before:count:bytes:)`` returns them. This marks them as read.
    func page(before: Int?, count: Int, bytes: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void) {
        guard let shared else {
            let page = shelf.page(before: before, count: count, bytes: bytes)
            if shelf.read(page.numbers) { writeAll() }
            return done(.success(page))
        }
        shared.reports(before: before, count: count, bytes: bytes) { result in
            if case .success(let page) = result { shared.readReports(page.numbers) }
            done(result)
        }
    }

    /// Keeps a report of `by` about `about`, with what was said last in the room, or refuses it. Calls `done`, now or later.
    func add(
        at time: Int, room: RoomName, by: Person, about: Person, text: String, chat: [ChatLine],
        _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void = { _ in }
    ) {
        let json = Self.json(time, room, by, about, text, chat.suffix(Self.chatLines))
        let network = by.address ?? by.participant.id.text
        count += 1
        if let shared { return shared.add(report: json, from: network, done) }
        let outcome = shelf.add(json, from: network)
        if outcome == .kept, let entry = shelf.entries.last { append(entry) }
        done(.success(outcome))
    }

    /// Waits until all reports are in the file.
    func settle() { queue.sync {} }

    // MARK: the file

    private func append(_ entry: ReportShelf.Entry) {
        guard let path else { return }
        queue.async { [entries = shelf.entries, failed] in
            let files = FileManager.default
            let size = (try? files.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
            if size ?? 0 > Self.fileBytes { return Self.write(entries, to: path, failed) }
            if size == nil, !files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) {
                return failed("a report could not be written to \(path)")
            }
            guard let file = FileHandle(forWritingAtPath: path) else {
                return failed("a report could not be written to \(path)")
            }
            defer { try? file.close() }
            do {
                try file.seekToEnd()
                try file.write(contentsOf: Data(Self.line(entry)))
            } catch { failed("a report could not be written to \(path)") }
        }
    }

    private func writeAll() {
        guard let path else { return }
        queue.async { [entries = shelf.entries, failed] in Self.write(entries, to: path, failed) }
    }

    /// Replaces the file atomically. Only the server's user can read it.
    private static func write(
        _ entries: [ReportShelf.Entry], to path: String, _ failed: @Sendable (String) -> Void
    ) {
        let new = path + ".new"
        let data = Data(entries.flatMap(line))
        guard
            FileManager.default.createFile(atPath: new, contents: data, attributes: [.posixPermissions: 0o600]),
            unsafe rename(new, path) == 0
        else { return failed("the reports could not be written to \(path)") }
    }

    /// Returns a report as a line of the file: its members, preceded by `number` and `read`.
    private static func line(_ entry: ReportShelf.Entry) -> [UInt8] {
        Array("{\"number\":\(entry.number),\"read\":\(entry.isRead),".utf8) + entry.text.dropFirst() + [10]
    }

    /// Reads a line of the file. A report of an earlier version has no number; it gets the one after `last`.
    private static func entry(_ line: [UInt8], after last: Int) -> ReportShelf.Entry {
        let json = try? JSONParser.parse(line)
        let by = json?["by"]
        let network = by?["address"]?.string ?? by?["id"]?.string ?? ""
        guard let number = json?["number"]?.integer, let isRead = json?["read"]?.bool, number > last else {
            return .init(number: last + 1, network: network, text: line)
        }
        let facts = "{\"number\":\(number),\"read\":\(isRead),".utf8.count
        return .init(
            number: number, network: network, text: [UInt8(ascii: "{")] + line.dropFirst(facts), isRead: isRead)
    }

    /// Encodes a report of at most `longest` bytes, with the newest of the chat lines that leave it that short.
    private static func json(
        _ time: Int, _ room: RoomName, _ by: Person, _ about: Person, _ text: String, _ chat: ArraySlice<ChatLine>
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
        person(by.participant, address: by.address)
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
