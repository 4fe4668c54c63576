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
    /// A move that the server has not acknowledged yet.
    var pending: (parent: TreeNodeID, point: Point)?
    /// The moves to play after the pending one.
    var queued: [Point] = []
    /// The rest of a file that is being imported.
    var importing: StudyImport?
    /// The ids of the user's own undoing changes that are not acknowledged yet.
    private var undoing: Set<String> = []
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
        switch change {
        case .restored:
            let isSame = isKnown && self.mirror.epoch == mirror.epoch
            takePeople(mirror)
            isKnown = true
            cursors = [:]
            if !isSame { undo.removeAll() }
            if !study.restore(mirror.state) { news = .init(text: words.studyUnreadable, isWarning: true) }
        case .continued(let deltas, let people):
            takePeople(mirror)
            if people { cursors = [:] }
            for accepted in deltas { apply(accepted) }
        case .said(let line):
            takePeople(mirror)
            news = .init(text: words.said(line))
        case .people(let joined, let left):
            takePeople(mirror)
            meet(joined, left)
        case .own, .gap, .none: return []
        }
        return settle(now: now)
    }

    /// Takes the participants. Another reference to the state would make each delta copy it.
    private mutating func takePeople(_ mirror: RoomMirror) { self.mirror = mirror.withoutState }

    private mutating func apply(_ accepted: AcceptedDelta) {
        let isMine = accepted.by == me?.id
        let isUndo = accepted.id.map { undoing.remove($0) != nil } ?? false
        if isMine, !isUndo { undo.add(accepted, before: study) }
        if !study.apply(accepted) { news = .init(text: words.studyUnreadable, isWarning: true) }
        if isMine {
            if isUndo { news = .init(text: words.studyUndone) }
        } else if let sentence = StudyNarration.sentences(about: accepted, in: study, words: words, name: name).last {
            news = .init(text: sentence)
        }
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
            let child = TreeNodeID(parent: pending.parent, point: pending.point)
            if study.lives(child) {
                self.pending = nil
                if node == pending.parent { selection.go(to: child, in: study) }
                if !queued.isEmpty { effects += play(queued.removeFirst()) }
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

    /// Remembers a request that was sent.
    mutating func sent(_ request: StudyRequest, id: String) {
        if request.isUndo { undoing.insert(id) }
    }

    /// Processes the server's answer to one of the user's requests.
    mutating func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, now: Int) -> [Effect] {
        switch answer {
        case .accepted:
            return importing?.id == request.id ? importNext() : []
        case .refused(let reason):
            undoing.remove(request.id)
            if importing?.id == request.id, let wait = reason.retryAfter {
                importing?.wait(until: now + wait)
                return []
            }
            if importing?.id == request.id { importing = nil }
            if case .delta(let delta) = request, let pending,
                delta.delta[AnalysisKey.node(TreeNodeID(parent: pending.parent, point: pending.point)).text] != nil
            {
                (self.pending, queued) = (nil, [])
            }
            awaitedChapter = nil
            news = .init(text: words.rejected(reason), isWarning: true)
            return []
        }
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
