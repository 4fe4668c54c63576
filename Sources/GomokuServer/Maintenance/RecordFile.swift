import Foundation
import GameState
import Storage
import Wire

/// A file of ``StoreRecord``s, one per line. The last line has their number, so that a truncated
/// file is detected.
enum RecordFile {
    /// The maximum length of a line, in bytes. Real lines, such as deltas, are far shorter.
    static let lineBytes = 16 << 20
    private static let chunkBytes = 1 << 20
    private static let newline = UInt8(ascii: "\n")

    /// A reason why a store could not be exported or imported.
    enum Fault: Error, CustomStringConvertible {
        case missing(path: String)
        case unreadable(path: String, line: Int)
        /// The last line is missing, or its number is not that of the records.
        case incomplete(path: String)
        /// The file exists already, or cannot be created.
        case notCreated(NewFile.Fault)
        /// The store to read or fill cannot be used.
        case store(any ExitStatusError)
        case other(String)

        var description: String {
            switch self {
            case .missing(let path): "There is no file \(path). Check the name."
            case .unreadable(let path, let line):
                "Line \(line) of \(path) cannot be read. It is damaged or from another version's export. Export again."
            case .incomplete(let path): "\(path) is incomplete. Export again."
            case .notCreated(let fault): fault.description
            case .store(let failure): "\(failure)"
            case .other(let why): why
            }
        }

        init(_ error: any Error) {
            switch error {
            case let fault as Fault: self = fault
            case let fault as NewFile.Fault: self = .notCreated(fault)
            case let failure as any ExitStatusError: self = .store(failure)
            case let cocoa as CocoaError:
                self = .other("The file cannot be written or read: \(cocoa.localizedDescription)")
            default: self = .other("\(error)")
            }
        }
    }

    // MARK: writing

    /// Writes a file of all records that `records` passes to `take`, or no file. Returns their
    /// number.
    static func write(
        to path: String, _ records: (_ take: (StoreRecord) throws -> Void) throws -> Void
    ) throws(Fault) -> Int {
        do {
            return try NewFile.make(at: path) { file in
                var (count, lines) = (0, Data())
                try records { record in
                    count += 1
                    lines.append(contentsOf: record.text)
                    lines.append(newline)
                    guard lines.count >= chunkBytes else { return }
                    try file.write(contentsOf: lines)
                    lines.removeAll(keepingCapacity: true)
                }
                lines.append(contentsOf: last(count))
                try file.write(contentsOf: lines)
                return count
            }
        } catch { throw Fault(error) }
    }

    private static func last(_ count: Int) -> [UInt8] { Array("{\"end\":\(count)}\n".utf8) }

    // MARK: reading

    /// Calls `use` with a function that passes each record of the file to its `take`. Returns the
    /// number of records.
    static func read(
        _ path: String, _ use: ((_ take: (StoreRecord) throws -> Void) throws -> Void) throws -> Void
    ) throws(Fault) -> Int {
        guard FileManager.default.fileExists(atPath: path), let file = FileHandle(forReadingAtPath: path) else {
            throw .missing(path: path)
        }
        // A store that fails because of a bad file reports its own error. Report the file's fault
        // instead.
        var fault: Fault?
        do {
            var count = 0
            try use { take in
                do {
                    try records(of: file, path) { record in
                        count += 1
                        try take(record)
                    }
                } catch let found as Fault {
                    fault = found
                    throw found
                }
            }
            return count
        } catch { throw fault ?? Fault(error) }
    }

    private static func records(of file: FileHandle, _ path: String, _ take: (StoreRecord) throws -> Void) throws {
        var (count, isWhole) = (0, false)
        try lines(of: file, path) { line in
            guard !isWhole else { throw Fault.unreadable(path: path, line: count + 2) }
            if line.elementsEqual(last(count).dropLast()) {
                isWhole = true
            } else if let record = StoreRecord(text: line) {
                count += 1
                try take(record)
            } else {
                throw Fault.unreadable(path: path, line: count + 1)
            }
        }
        guard isWhole else { throw Fault.incomplete(path: path) }
    }

    private static func lines(of file: FileHandle, _ path: String, _ take: ([UInt8]) throws -> Void) throws {
        var line: [UInt8] = []
        while let chunk = try file.read(upToCount: chunkBytes), !chunk.isEmpty {
            var rest = chunk[...]
            while let end = rest.firstIndex(of: newline) {
                line.append(contentsOf: rest[..<end])
                try take(line)
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            line.append(contentsOf: rest)
            guard line.count <= lineBytes else { throw Fault.incomplete(path: path) }
        }
        guard line.isEmpty else { throw Fault.incomplete(path: path) }
    }
}
