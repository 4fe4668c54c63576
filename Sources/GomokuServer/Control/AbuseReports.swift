import Dispatch
import Foundation
import GameState
import Storage

/// Players' reports for the operator, in a ``ReportBox``. They are kept in memory and in a file
/// of the data directory, or in the store if several servers share it.
final class AbuseReports {
    /// The maximum size of a report as JSON, in bytes. The oldest chat messages are left out if
    /// needed.
    static let longest = 16_384
    /// The maximum number of chat messages in a report.
    static let chatLines = 20
    /// The size at which the file is rewritten without the reports that were evicted, in bytes.
    private static let fileBytes = 2 * ReportBox.limit * longest
    static let fileName = "reports.jsonl"

    private(set) var box = ReportBox()
    /// The number of reports since the server started.
    private(set) var count = 0
    private let path: String?
    private let shared: (any SharedRecords)?
    private let queue = DispatchQueue(label: "gomoku.reports", qos: .utility)
    private let failed: @Sendable (String) -> Void

    /// - Parameters:
    ///   - directory: the data directory; nil to keep reports in memory only.
    ///   - shared: the shared store; nil if this server keeps its own reports.
    ///   - failed: called on another thread with the reason why a report could not be written.
    init(
        directory: String?, shared: (any SharedRecords)? = nil, failed: @escaping @Sendable (String) -> Void
    ) {
        self.shared = shared
        path = directory.map { $0 + "/" + Self.fileName }
        self.failed = failed
        guard let data = path.flatMap({ FileManager.default.contents(atPath: $0) }) else { return }
        var last = 0
        box = ReportBox(
            data.split(separator: 10).map { line in
                let entry = Self.entry(Array(line), after: last)
                last = entry.number
                return entry
            })
    }

    /// The reporter or the reported participant.
    struct Person {
        let participant: Participant
        /// The address, if the participant is connected here. For a reporter, the network whose
        /// limit the report counts against.
        let address: String?
    }

    /// Reads the newest reports with numbers below `before`, and marks them as read
    /// (``ReportBox/page(before:count:bytes:)``).
    func page(before: Int?, count: Int, bytes: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void) {
        guard let shared else {
            let page = box.page(before: before, count: count, bytes: bytes)
            if box.read(page.numbers) { writeAll() }
            return done(.success(page))
        }
        shared.reports(before: before, count: count, bytes: bytes) { result in
            if case .success(let page) = result { shared.readReports(page.numbers) }
            done(result)
        }
    }

    /// Stores a report of `by` about `about` with the room's last chat messages, or refuses it.
    /// Calls `done`, now or later.
    func add(
        at time: Int, room: RoomName, by: Person, about: Person, text: String, chat: [ChatMessage],
        _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void = { _ in }
    ) {
        let json = Self.json(time, room, by, about, text, chat.suffix(Self.chatLines))
        let network = by.address ?? by.participant.id.text
        count += 1
        if let shared { return shared.add(report: json, from: network, done) }
        let outcome = box.add(json, from: network)
        if outcome == .kept, let entry = box.entries.last { append(entry) }
        done(.success(outcome))
    }

    /// Waits until all reports are in the file.
    func settle() { queue.sync {} }

    // MARK: the file

    private func append(_ entry: ReportBox.Entry) {
        guard let path else { return }
        queue.async { [entries = box.entries, failed] in
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
        queue.async { [entries = box.entries, failed] in Self.write(entries, to: path, failed) }
    }

    /// Replaces the file atomically. Only the server's user can read it.
    private static func write(
        _ entries: [ReportBox.Entry], to path: String, _ failed: @Sendable (String) -> Void
    ) {
        let new = path + ".new"
        let data = Data(entries.flatMap(line))
        guard
            FileManager.default.createFile(atPath: new, contents: data, attributes: [.posixPermissions: 0o600]),
            unsafe rename(new, path) == 0
        else { return failed("the reports could not be written to \(path)") }
    }

    /// Returns a report as a line of the file: its JSON members, preceded by `number` and `read`.
    private static func line(_ entry: ReportBox.Entry) -> [UInt8] {
        Array("{\"number\":\(entry.number),\"read\":\(entry.isRead),".utf8) + entry.text.dropFirst() + [10]
    }

    /// Parses a line of the file. Reports of earlier versions have no number; they get the one
    /// after `last`.
    private static func entry(_ line: [UInt8], after last: Int) -> ReportBox.Entry {
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

    /// Encodes a report in at most `longest` bytes, with as many of the newest chat messages as
    /// fit.
    private static func json(
        _ time: Int, _ room: RoomName, _ by: Person, _ about: Person, _ text: String, _ chat: ArraySlice<ChatMessage>
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
            // A comma separates the messages.
            free -= encoded.count + (newest.isEmpty ? 0 : 1)
            guard free >= 0 else { break }
            newest.append(encoded)
        }
        for line in newest.reversed() { writer.raw(line) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func json(_ line: ChatMessage) -> [UInt8] {
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
