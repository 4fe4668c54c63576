import Dispatch
import Foundation
import Synchronization
import WebSockets

/// The operator's directory of gadgets. Files may be added, changed and removed without a restart.
///
/// A background thread reads the disk. A file is read again if its size or date has changed.
package final class GadgetFolder {
    /// The maximum number of requests that wait for the disk. Further ones are refused.
    package static let waitingLimit = 256
    /// The maximum number of gadgets in a list.
    static let listLimit = 500
    /// The time for which a list is cached, in seconds.
    static let listSeconds = 1.0

    package enum Finding: Sendable {
        case file(StaticFiles.File?)
        case list([String])
    }

    /// The result for the request with that ticket.
    package struct Answer: Sendable {
        package let ticket: Int
        package let finding: Finding
    }

    private let shelf: Shelf
    private let queue = DispatchQueue(label: "gomoku.gadgets", qos: .utility)
    private let answers: Mailbox<Answer>
    private var lastTicket = 0
    private var waiting: [Int: (Finding) -> Void] = [:]

    /// - Parameter answers: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(directory: String, answers: Mailbox<Answer>) {
        shelf = Shelf(directory: directory)
        self.answers = answers
    }

    /// Takes a result of the thread.
    package func finished(_ answer: Answer) { waiting.removeValue(forKey: answer.ticket)?(answer.finding) }

    /// Calls `done` with the file at `path`, relative to the directory, or with nil if there is
    /// none that may be served. Returns false, without calling `done`, if too many requests wait.
    package func file(_ path: String, _ done: @escaping (StaticFiles.File?) -> Void) -> Bool {
        add { [shelf] in
            .file(shelf.file(path))
        } _: {
            if case .file(let file) = $0 { done(file) }
        }
    }

    /// Calls `done` with the sorted paths of possible gadgets. Returns false, without calling
    /// `done`, if too many requests wait.
    package func list(_ done: @escaping ([String]) -> Void) -> Bool {
        add { [shelf] in
            .list(shelf.list())
        } _: {
            if case .list(let paths) = $0 { done(paths) }
        }
    }

    private func add(_ work: @escaping @Sendable () -> Finding, _ done: @escaping (Finding) -> Void) -> Bool {
        guard waiting.count < Self.waitingLimit else { return false }
        lastTicket += 1
        let ticket = lastTicket
        waiting[ticket] = done
        queue.async { [answers] in answers.post(Answer(ticket: ticket, finding: work())) }
        return true
    }
}

/// The directory itself, and a cache of its files.
private final class Shelf: Sendable {
    private struct Kept {
        let size: Int
        let changed: Date
        let file: StaticFiles.File
    }

    private struct Memory {
        var files: [String: Kept] = [:]
        var bytes = 0
        var list: [String] = []
        var listed: Date?
    }

    private let root: URL
    private let memory = Mutex(Memory())

    init(directory: String) {
        root = URL(fileURLWithPath: directory).standardizedFileURL.resolvingSymlinksInPath()
    }

    func file(_ path: String) -> StaticFiles.File? {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        // Serve no hidden files, and no files outside the directory.
        guard steps.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }), !path.utf8.contains(0) else { return nil }
        let url = root.appendingPathComponent(path).resolvingSymlinksInPath()
        guard url.path.hasPrefix(root.path + "/"),
            let values = try? url.resourceValues(forKeys: [
                .isRegularFileKey, .fileSizeKey, .contentModificationDateKey,
            ]),
            values.isRegularFile == true, let size = values.fileSize, let changed = values.contentModificationDate,
            size <= StaticFiles.fileLimit
        else { return evict(path) }
        if let kept = memory.withLock({ $0.files[path] }), kept.size == size, kept.changed == changed {
            return kept.file
        }
        guard let data = try? Data(contentsOf: url),
            let file = StaticFiles.File(Array(data), fileExtension: url.pathExtension)
        else { return evict(path) }
        memory.withLock { memory in
            if memory.bytes + file.bytes > StaticFiles.totalLimit {
                memory.files = [:]
                memory.bytes = 0
            }
            memory.bytes += file.bytes - (memory.files[path]?.file.bytes ?? 0)
            memory.files[path] = Kept(size: size, changed: changed, file: file)
        }
        return file
    }

    private func evict(_ path: String) -> StaticFiles.File? {
        memory.withLock { memory in
            if let kept = memory.files.removeValue(forKey: path) { memory.bytes -= kept.file.bytes }
        }
        return nil
    }

    func list() -> [String] {
        let now = Date()
        let known = memory.withLock { memory in
            memory.listed.flatMap { now.timeIntervalSince($0) < GadgetFolder.listSeconds ? memory.list : nil }
        }
        if let known { return known }
        var found: [String] = []
        let walker = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        while let url = walker?.nextObject() as? URL, found.count < GadgetFolder.listLimit {
            guard url.pathExtension.lowercased() == "xml" else { continue }
            found.append(String(url.standardizedFileURL.path.dropFirst(root.path.count + 1)))
        }
        found.sort()
        memory.withLock { memory in
            memory.list = found
            memory.listed = now
        }
        return found
    }
}
