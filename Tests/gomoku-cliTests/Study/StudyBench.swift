import Client
import GameState
import TestSupport
import Wire

@testable import gomoku_cli

/// A model connected to a real analysis room, which judges the deltas and produces the messages.
struct StudyBench {
    var room: Room
    var model: StudyModel
    private var mirror: RoomMirror
    private var counter = 0
    private(set) var now = 0
    /// The rejections of Ann's deltas.
    private(set) var rejections: [Rejection] = []
    /// The questions for the engine.
    private(set) var questions: [Proof.Position] = []
    /// All accepted deltas.
    private(set) var accepted: [AcceptedDelta] = []
    /// The files that were written.
    private(set) var files: [StudyFile] = []
    /// Ann's deltas that wait until ``answer()``.
    private var waiting: [(id: String, request: StudyRequest)] = []
    private var isAnswering = false
    /// Whether the server answers at once.
    var isPrompt = true
    /// Whether too many requests wait for their answers, so that none is sent.
    var isFull = false
    /// The chat messages.
    private(set) var said: [String] = []
    /// The reason for which the server rejects Ann's next delta.
    var nextRefusal: Notice.Reason?

    static let ann = Participant(id: ParticipantID("p-ann"), name: "Ann")
    static let bob = Participant(id: ParticipantID("p-bob"), name: "Bob")

    init(width: Int = 80, height: Int = 24, words: any Words = EnglishWords(), owner: ParticipantID = Self.ann.id) {
        let name = RoomName("tea")!
        room = Room(name: name, kind: .analysis, epoch: "k1", host: owner)
        model = StudyModel(room: name, words: words)
        mirror = RoomMirror(room: name)
        model.screen = .init(width: width, height: height)
        model.status = .online
        model.me = Self.ann
        enter()
    }

    /// Delivers a snapshot of the room.
    mutating func enter() {
        hear(
            .snapshot(
                .init(
                    room: room.name, kind: .analysis, epoch: "k1", state: room.state, own: nil,
                    participants: [Self.ann, Self.bob], host: room.creator, chat: [])))
    }

    /// Delivers a message of the server, as text.
    mutating func hear(_ notice: Notice) {
        guard let message = try? Notice(notice.json) else { preconditionFailure("the server's own text") }
        let change = mirror.apply(message)
        perform(model.apply(change, mirror: mirror, now: now))
        if case .cursors(let cursors) = message { perform(model.take(cursors, now: now)) }
    }

    mutating func look(_ node: TreeNodeID?, _ cell: Point? = nil, follows: ParticipantID? = nil) {
        hear(
            .cursors(
                .init(room: room.name, cursors: [(Self.bob.id, CursorPlace(node: node, cell: cell, follows: follows))]))
        )
    }

    /// Sends another participant's delta. Returns the rejection, or nil if it was accepted.
    @discardableResult
    mutating func change(_ request: StudyRequest, by who: Participant = Self.bob, base: Int? = nil) -> Rejection? {
        counter += 1
        return judge(request, id: "b\(counter)", by: who, base: base ?? request.base)
    }

    private mutating func judge(_ request: StudyRequest, id: String, by who: Participant, base: Int?) -> Rejection? {
        let asked = DeltaRequest(
            room: room.name, id: id, base: base ?? room.rev, guards: request.guards, delta: request.delta)
        let rev = room.rev
        switch room.judge(asked, by: who.id, now: counter) {
        case .accepted(let accepted):
            self.accepted.append(accepted)
            if who.id == Self.ann.id { perform(model.settled(.delta(asked), .accepted, now: now)) }
            hear(.delta(room: room.name, accepted, scope: .shared, again: false))
            return nil
        case .again: return nil
        case .rejected(let rejection):
            precondition(room.rev == rev)
            if who.id == Self.ann.id {
                perform(model.settled(.delta(asked), .refused(.init(rejection)), now: now))
            }
            return rejection
        }
    }

    /// Lets the server accept Ann's next delta and then another participant's change, while Ann's
    /// connection is down. Ann learns about both at once.
    mutating func answerLate(then change: StudyRequest) {
        let (id, request) = waiting.removeFirst()
        let asked = DeltaRequest(room: room.name, id: id, base: room.rev, delta: request.delta)
        guard case .accepted(let mine) = room.judge(asked, by: Self.ann.id, now: counter),
            case .accepted(let other) = room.judge(
                DeltaRequest(room: room.name, id: "late", base: room.rev, delta: change.delta), by: Self.bob.id,
                now: counter)
        else { preconditionFailure("both deltas are possible") }
        accepted += [mine, other]
        perform(model.settled(.delta(asked), .accepted, now: now))
        hear(
            .deltas(
                .init(
                    room: room.name, epoch: "k1", deltas: [mine, other],
                    resume: .init(own: nil, participants: [Self.ann], chat: []))))
    }

    /// Lets the server answer the waiting requests.
    mutating func answer() {
        guard !isAnswering else { return }
        isAnswering = true
        defer { isAnswering = false }
        while !waiting.isEmpty {
            let (id, request) = waiting.removeFirst()
            if let reason = nextRefusal {
                nextRefusal = nil
                let asked = DeltaRequest(room: room.name, id: id, delta: request.delta)
                perform(model.settled(.delta(asked), .refused(reason), now: now))
                continue
            }
            if let rejection = judge(request, id: id, by: Self.ann, base: request.base) { rejections.append(rejection) }
        }
    }

    mutating func perform(_ effects: [StudyModel.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let request):
                counter += 1
                let id = "a\(counter)"
                guard !isFull else {
                    model.notSent(request)
                    break
                }
                model.sent(request, id: id)
                waiting.append((id, request))
                if isPrompt { answer() }
            case .analyse(let question):
                questions.append(question)
                model.engine.sent(question, id: "e\(questions.count)", now: now)
            case .export(_, let file, _): files.append(file)
            case .say(let text):
                said.append(text)
                if isFull { model.notSaid(text) }
            default: break
            }
        }
    }

    /// Presses Ann's keys, each a second after the one before.
    mutating func press(_ keys: [Key]) {
        for key in keys {
            now += 1_000
            perform(model.tick(now: now))
            perform(model.press(key, now: now))
        }
    }

    /// Types a text without a pause. A letter that waits for a digit gets its second afterwards.
    mutating func type(_ text: String) {
        for character in text { perform(model.press(character == "\n" ? .enter : .character(character), now: now)) }
        now += 1_000
        perform(model.tick(now: now))
    }

    /// Returns the node after these moves of the first chapter.
    static func node(_ moves: String, chapter: Int = 1) -> TreeNodeID {
        moves.split(separator: " ").reduce(TreeNodeID(chapter: chapter)) { node, name in
            TreeNodeID(parent: node, point: BoardSize.standard.point(named: String(name))!)
        }
    }

    static func point(_ name: String) -> Point { BoardSize.standard.point(named: name)! }

    /// Lets Bob play these moves from the start of the first chapter.
    mutating func play(_ moves: String) {
        var node = TreeNodeID(chapter: 1)
        for name in moves.split(separator: " ") {
            let point = Self.point(String(name))
            if !model.study.lives(TreeNodeID(parent: node, point: point)) {
                change(.play(point, after: node, in: model.study))
            }
            node = TreeNodeID(parent: node, point: point)
        }
    }

    /// Whether the model has the room's state and trees.
    var agrees: Bool {
        guard let trees = try? AnalysisReferee(state: room.state) else { return false }
        let copy = Study(model.study.trees, state: model.study.state) { $0.text }
        return model.study.state == room.state && copy == Study(trees, state: room.state) { $0.text }
    }

    /// Makes the rows of the tree, as each drawing does first.
    mutating func layOut() {
        if let panel = StudyLayout(size: model.size, screen: model.screen).table.panel {
            model.layOutTree(width: panel.width)
        }
    }

    func picture(isUnicode: Bool = true) -> String {
        var copy = self
        copy.layOut()
        return StudyScreen.draw(copy.model, isUnicode: isUnicode, now: now).picture
    }
}
