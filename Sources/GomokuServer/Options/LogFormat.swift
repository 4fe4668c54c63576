import ArgumentParser
import Foundation
import GameState
import Logging

/// The format of a log line.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Encodable {
    case text, json

    /// The factory of log handlers, which write to standard error.
    var handler: @Sendable (String) -> any LogHandler {
        switch self {
        case .text: { StreamLogHandler.standardError(label: $0) }
        case .json: { JSONLogHandler(label: $0) { FileHandle.standardError.write(Data($0)) } }
        }
    }
}

/// Writes each message as a JSON object on one line: `time` (RFC 3339, UTC), `level`, `logger`,
/// `message`, and the metadata.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let label: String
    private let write: @Sendable ([UInt8]) -> Void

    init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("time")
        writer.string(Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        writer.name("level")
        writer.string(event.level.rawValue)
        writer.name("logger")
        writer.string(label)
        writer.name("message")
        writer.string("\(event.message)")
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            writer.name(key)
            writer.string("\(value)")
        }
        writer.endObject()
        write(writer.bytes + [UInt8(ascii: "\n")])
    }
}
