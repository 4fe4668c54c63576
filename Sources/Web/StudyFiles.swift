import GameState
import WebSockets
import Wire

/// The name of a file with the trees of an analysis room, in an address below the room's:
/// `study.sgf` has all chapters, and `study/2.lib` has the second one.
struct StudyFileName: Hashable, Sendable {
    let format: StudyFormat
    /// The number of the chapter, or nil for all.
    let chapter: Int?

    /// - Parameter parts: the components of the address after the room.
    init?(_ parts: [String]) {
        let last: Substring
        switch (parts.count, parts.first) {
        case (1, _) where parts[0].hasPrefix("study."):
            chapter = nil
            last = parts[0].dropFirst("study.".count)
        case (2, "study"):
            let halves = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let number = Int(halves[0]),
                (1...AnalysisReferee.Limit.chapterNumber).contains(number), halves[0] == "\(number)"
            else { return nil }
            chapter = number
            last = halves[1]
        default: return nil
        }
        guard let format = StudyFormat(ending: last) else { return nil }
        self.format = format
    }
}

/// Writes the trees of analysis rooms as files, on a worker thread, and caches the newest ones.
package final class StudyFiles {
    /// A version of a file.
    struct Key: Hashable, Sendable {
        let room: RoomName
        let epoch: String
        let rev: Int
        let name: StudyFileName
        /// The authors' names, which can change while the trees do not.
        let people: [String]
        /// Players, dates and results of the games that chapters come from, which can change too.
        let headings: [String: [GameRecord.Property]]
    }

    /// A file, or the reason why the format cannot express the trees. Nil stands for a room whose
    /// trees are damaged.
    typealias File = Result<[UInt8], StudyError>?

    /// A finished file, on its way from the worker thread.
    package struct Made: Sendable { let made: CachedWork<Key, File>.Made }

    private let work: CachedWork<Key, File>
    /// The size of a cache entry without its file, in bytes.
    private static let entryBytes = 1_024

    /// A file of a full room has about 2 MB.
    ///
    /// - Parameter made: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(made: Mailbox<Made>) {
        work = CachedWork(
            "study files", limits: .init(cacheBytes: 4 << 20, waiting: 8, perGroup: 2, askers: 64),
            size: { file in
                if case .success(let bytes) = file { bytes.count + Self.entryBytes } else { Self.entryBytes }
            },
            post: { made.post(Made(made: $0)) })
    }

    /// Takes a result of the thread.
    package func finished(_ made: Made) { work.finished(made.made) }

    /// Answers with the file of a room's trees.
    ///
    /// - Parameters:
    ///   - people: the participants whose names are known. For others, the file has their IDs.
    ///   - headings: properties of the games that chapters come from, by their IDs.
    ///   - group: the group of the client's address.
    func answer(
        _ name: StudyFileName, of snapshot: Notice.Snapshot, people: [Participant],
        headings: [String: [GameRecord.Property]], for group: String, _ done: @escaping (HTTPResponse) -> Void
    ) {
        let key = Key(
            room: snapshot.room, epoch: snapshot.epoch, rev: snapshot.state.rev, name: name, people: people.map(\.name),
            headings: headings)
        let state = snapshot.state
        let names = Dictionary(people.map { ($0.id, $0.name) }) { first, _ in first }
        let make: @Sendable () -> File = {
            guard let trees = try? AnalysisReferee(state: state) else { return nil }
            var study = Study(trees, state: state) { names[$0] ?? $0.text }
            study.describe(headings)
            return Result { () throws(StudyError) in try study.file(name.format, chapter: name.chapter).bytes }
        }
        work.result(key, for: group, make) { made in
            switch made {
            case nil: done(.failure(.filesBusy))
            case .some(nil): done(.failure(.unreadable(.room)))
            case .some(.failure(let error)): done(.failure(.study(error)))
            case .some(.success(let bytes)):
                let chapter = name.chapter.map { "-\($0)" } ?? ""
                done(.file(bytes, type: name.format.type, called: "\(snapshot.room)\(chapter).\(name.format.ending)"))
            }
        }
    }
}

extension StudyFormat {
    fileprivate var type: String {
        switch self {
        case .sgf: "application/x-go-sgf; charset=utf-8"
        case .lib: "application/octet-stream"
        case .psq, .text, .diagram: "text/plain; charset=utf-8"
        }
    }
}
