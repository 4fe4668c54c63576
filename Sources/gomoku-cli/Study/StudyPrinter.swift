import Client
import GameState
import Wire

/// A printer of an analysis room, line by line.
final class StudyPrinter: SessionPrinter {
    private var lines: StudyLines
    let wantsMore = true

    init(_ words: any Words) { lines = StudyLines(words) }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        for line in lines.lines(for: change, mirror: session.mirror) {
            Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text)
        }
    }
}

/// A printer of the server's messages about an analysis room, as they come.
final class StudyMessagePrinter: SessionPrinter {
    let wantsMore = true

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        switch message {
        case .snapshot, .deltas, .delta, .participants, .said, .cursors, .error:
            Output.line(ASCIIEscapes.text(String(decoding: message.json, as: UTF8.self)))
        // The other messages are about the connection, and `welcome` has the secret token.
        default: break
        }
    }
}

/// The lines that describe an analysis room and its changes to a person. Pure.
struct StudyLines {
    private let words: any Words
    private var room = StudyRoom()

    init(_ words: any Words) { self.words = words }

    mutating func lines(for change: RoomMirror.Change, mirror: RoomMirror) -> [String] {
        func name(_ id: ParticipantID) -> String { words.name(id, in: mirror) }
        switch change {
        case .restored:
            let here = words.inRoom(
                names: mirror.participants.map(\.name).joined(separator: ", "), room: mirror.room.text)
            guard room.restore(mirror.state) else { return [here, words.studyUnreadable] }
            return [here] + summary()
        case .continued(let deltas, _):
            return deltas.flatMap { accepted in
                guard room.apply(accepted) else { return [words.studyUnreadable] }
                return StudyNarration.sentences(about: accepted, in: room, words: words, name: name)
            }
        case .said(let line): return [words.said(line)]
        case .people(let joined, let left):
            return joined.map { words.isHere($0.name) } + left.map { words.hasLeft($0.name) }
        case .none, .own, .gap: return []
        }
    }

    /// The chapters, with the moves of their main lines.
    private func summary() -> [String] {
        let chapters = room.chapters
        guard !chapters.isEmpty else { return ["\(words.studyEmpty)."] }
        return chapters.flatMap { number -> [String] in
            let root = TreeNodeID(chapter: number)
            guard let (_, chapter) = room.chapter(of: root) else { return [] }
            let title =
                chapter.title.isEmpty ? words.studyChapter(number) : "\(words.studyChapter(number)): \(chapter.title)"
            let heading = [title, words.ruleWords(chapter.rule), words.name(chapter.size)].joined(separator: " · ")
            let end = room.mainLine(number) ?? StudySelection.firstEnd(of: root, in: room)
            let moves = chapter.start + room.path(end).reversed().compactMap(room.point)
            return moves.isEmpty
                ? [heading] : [heading, words.watchedMoves(moves.map(chapter.size.name(of:)).joined(separator: " "))]
        }
    }
}

extension StudySelection {
    /// The end of the line of first variations.
    fileprivate static func firstEnd(of root: TreeNodeID, in room: StudyRoom) -> TreeNodeID {
        var selection = StudySelection()
        selection.go(to: root, in: room)
        return selection.end(in: room)
    }
}
