import Client
import GameState
import Wire

/// The state of the full-screen client in an analysis room, and its reactions to keys. Pure: it
/// returns effects, and times are passed in.
struct StudyModel {
    /// The part of the screen that receives keys.
    enum Input: Equatable {
        case board
        case text(StudyPrompt, TextField)
        case question(StudyQuestion)
        /// All comments of the node, from the given line on.
        case comments(first: Int)
        /// The help, which lists the keys, from the given line on.
        case help(first: Int)
    }

    /// An action for the program to perform.
    enum Effect: Equatable, ScreenEffect {
        case send(StudyRequest)
        case say(String)
        case analyse(Proof.Position)
        case stopAnalysis(id: String)
        /// Write a file. Unless `overwrites`, ask before another file is replaced.
        case export(path: String, StudyFile, overwrites: Bool)
        /// Read a file, and merge it into the room.
        case importFile(path: String)
        case retryNow, redraw, suspend, quit
    }

    /// A letter that is a command and could begin a point. If a digit follows at once, both name a
    /// point instead, and the command has no effect.
    struct Opened: Equatable {
        let letter: Character
        /// The end of the wait, in milliseconds of the loop's clock.
        let until: Int
        let cursor: Point
    }

    /// The greatest number of moves that wait until the one before is acknowledged.
    static let queueLimit = 32

    let room: RoomName
    let words: any Words
    private(set) var study = StudyRoom()
    var selection = StudySelection()
    private(set) var treeLines = StudyTreeLines()
    var undo = StudyUndo()
    var engine = StudyEngine()
    private(set) var mirror: RoomMirror
    private(set) var isKnown = false
    /// The places of the others' cursors.
    private(set) var cursors: [ParticipantID: CursorPlace] = [:]
    /// The participant whose cursor the user follows.
    var followed: ParticipantID?
    var me: Participant?
    var status = SessionStatus.connecting(again: false)
    var latency: Int?
    var screen = Terminal.Size(width: 80, height: 24)
    var news: PlayModel.Message?
    var input = Input.board
    /// The point on the board that Enter plays.
    var cursor = BoardSize.standard.center
    /// A point that is being typed.
    var typed = ""
    var held: PlayModel.Held?
    var opened: Opened?
    /// A move that is not in the tree yet.
    struct PendingMove {
        let parent: TreeNodeID
        let point: Point
        /// Whether the server has accepted it.
        var isAccepted = false

        var node: TreeNodeID { TreeNodeID(parent: parent, point: point) }
    }

    var pending: PendingMove?
    /// The moves to play after the pending one.
    var queued: [Point] = []
    /// The rest of a file that is being imported.
    var importing: StudyImport?
    /// The purposes of the requests that are not answered yet, by their ids.
    var purposes: [String: StudyRequest.Purpose] = [:]
    /// The purposes of the accepted requests whose deltas are not applied yet.
    var acceptedPurposes: [String: StudyRequest.Purpose] = [:]
    /// Whether a delta is missing, so that accepted requests are not in the tree yet.
    private var isBehind = false
    /// Texts that were not accepted, until the user opens their fields.
    var drafts = StudyDrafts()
    /// A new chapter of the user's, to go to when it is there.
    var awaitedChapter: Int?

    init(room: RoomName, words: any Words) {
        self.room = room
        self.words = words
        mirror = RoomMirror(room: room)
    }

    // MARK: Reading

    var node: TreeNodeID { selection.node }

    /// The number and settings of the shown chapter. An empty room shows an empty board.
    var chapter: (number: Int, chapter: Chapter) {
        study.chapter(of: node) ?? (1, Chapter(title: ""))
    }

    var size: BoardSize { chapter.chapter.size }

    /// Whether the user may change the analysis.
    var mayEdit: Bool {
        guard let me else { return false }
        return AnalysisRoles(state: study.state, creator: mirror.host ?? Room.server).mayEdit(me.id)
    }

    func name(_ id: ParticipantID) -> String { words.name(id, in: mirror) }

    /// The place of the user, as the others see it.
    var place: CursorPlace? {
        isKnown && study.lives(node) ? CursorPlace(node: node, cell: cursor, follows: followed) : nil
    }

    /// The others with cursors, in the order of the list of participants.
    var others: [(person: Participant, place: CursorPlace)] {
        mirror.participants.compactMap { person in
            guard person.id != me?.id, let place = cursors[person.id] else { return nil }
            return (person, place)
        }
    }

    // MARK: Server state

    /// Processes a message that has changed the mirror.
    mutating func apply(_ change: RoomMirror.Change, mirror: RoomMirror, now: Int) -> [Effect] {
        defer { if !isBehind { acceptedPurposes = [:] } }
        switch change {
        case .restored:
            isBehind = false
            let isSame = isKnown && self.mirror.epoch == mirror.epoch
            takePeople(mirror)
            isKnown = true
            forgetCursors()
            if !isSame { forgetUndo() }
            if !study.restore(mirror.state) { news = .init(text: words.studyUnreadable, isWarning: true) }
        case .continued(let deltas, let people):
            isBehind = false
            takePeople(mirror)
            if people { forgetCursors() }
            for accepted in deltas { apply(accepted) }
        case .said(let line):
            takePeople(mirror)
            news = .init(text: words.said(line))
        case .people(let joined, let left):
            takePeople(mirror)
            meet(joined, left)
        case .gap:
            isBehind = true
            return []
        // The answer to a request that was sent twice changes nothing else.
        case .own, .none: return pending?.isAccepted == true ? settle(now: now) : []
        }
        return settle(now: now)
    }

    /// Takes the participants. Another reference to the state would make each delta copy it.
    private mutating func takePeople(_ mirror: RoomMirror) { self.mirror = mirror.withoutState }

    private mutating func apply(_ accepted: AcceptedDelta) {
        let isMine = accepted.by == me?.id
        let isUndo = if case .undo? = accepted.id.flatMap({ acceptedPurposes[$0] }) { true } else { false }
        if isMine, !isUndo { undo.add(accepted, before: study) }
        if !study.apply(accepted) { news = .init(text: words.studyUnreadable, isWarning: true) }
        if !isMine, let sentence = StudyNarration.sentences(about: accepted, in: study, words: words, name: name).last {
            news = .init(text: sentence)
        }
    }

    /// Drops the cursors, which the server sends again. Participants may have left meanwhile.
    private mutating func forgetCursors() {
        cursors = [:]
        if let followed, !mirror.isHere(followed) { self.followed = nil }
    }

    /// Forgets the changes of an earlier life of the room, whose revisions mean nothing now.
    private mutating func forgetUndo() {
        undo.removeAll()
        for case (let id, .undo) in purposes { purposes[id] = .undo(rev: 0) }
    }

    private mutating func meet(_ joined: [Participant], _ left: [Participant]) {
        for person in left {
            cursors[person.id] = nil
            if followed == person.id { followed = nil }
        }
        if let person = left.first {
            news = .init(text: words.hasLeft(person.name))
        } else if let person = joined.first, person.id != me?.id {
            news = .init(text: words.isHere(person.name))
        }
    }

    /// Goes where the changes lead: to the user's own new move, away from a deleted branch.
    private mutating func settle(now: Int) -> [Effect] {
        var effects: [Effect] = []
        if let number = awaitedChapter, study.lives(TreeNodeID(chapter: number)) {
            awaitedChapter = nil
            selection.go(to: TreeNodeID(chapter: number), in: study)
            cursor = size.center
        }
        if let pending {
            if study.lives(pending.node) {
                self.pending = nil
                if node == pending.parent { selection.go(to: pending.node, in: study) }
                if !queued.isEmpty { effects += play(queued.removeFirst()) }
            } else if pending.isAccepted, !isBehind {
                // Another participant has deleted the move in the meantime.
                (self.pending, queued) = (nil, [])
            }
        }
        selection.settle(in: study)
        if size.point(column: cursor.column, row: cursor.row) == nil { cursor = size.center }
        return effects + follow() + ask(now: now)
    }

    /// Takes the newest cursors of the room.
    mutating func take(_ news: Notice.Cursors, now: Int) -> [Effect] {
        guard news.room == room else { return [] }
        for (id, place) in news.cursors where id != me?.id && mirror.isHere(id) {
            cursors[id] = place.node == nil ? nil : place
        }
        return follow() + ask(now: now)
    }

    /// Goes to the node of the followed participant.
    private mutating func follow() -> [Effect] {
        guard let followed, let node = cursors[followed]?.node, node != self.node, study.lives(node) else { return [] }
        selection.go(to: node, in: study)
        return []
    }

    // MARK: The engine

    /// The position that the engine should look at.
    var question: Proof.Position {
        let (board, turn) = study.position(node)
        return Proof.Position(rule: chapter.chapter.rule, board: board, turn: engine.isFlipped ? turn.opponent : turn)
    }

    /// Asks the engine about the position, if it has not been asked yet.
    func ask(now: Int) -> [Effect] {
        guard isKnown, status.isOnline, now >= engine.nextAt, engine.lacks(question) else { return [] }
        return [.analyse(question)]
    }

    /// Returns the milliseconds after which ``tick(now:)`` has something to do, or nil if it has
    /// nothing.
    func nextTick(now: Int) -> Int? {
        let askAt = isKnown && status.isOnline && engine.lacks(question) ? engine.nextAt : nil
        return [held?.until, importing?.retryAt, askAt].compactMap { $0 }.min().map { max(0, $0 - now) }
    }

    // MARK: Drawing

    /// Makes the rows of the tree for a panel of this width, if the tree has changed.
    mutating func layOutTree(width: Int) {
        let source = StudyTreeLines.Source(version: study.version, chapter: chapter.number, width: width)
        if treeLines.source != source { treeLines = StudyTreeLines(study, source) }
    }
}
