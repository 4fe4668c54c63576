import Client
import GameState
import Puzzles
import TestSupport
import Wire

@testable import gomoku_cli

/// Ann's model in a real race room, which judges the answers by real proofs. Times of the server
/// are those of the loop plus an offset.
struct RaceBench {
    static let ann = Participant(id: ParticipantID("p-ann"), name: "Ann")
    static let bob = Participant(id: ParticipantID("p-bob"), name: "Bob")
    static let offset = 1_000_000

    var room: Room
    var model: RaceModel
    let puzzles: [Puzzle]
    private var mirror: RoomMirror
    private(set) var now = 0
    private var counter = 0
    private var waiting: [DeltaRequest] = []
    private(set) var rejections: [Rejection] = []
    /// The IDs of the fetched puzzles.
    private(set) var fetched: [String] = []
    private(set) var copied: [String] = []
    private(set) var hasQuit = false
    /// Whether the server answers.
    var isOnline = true
    /// Whether too many requests wait for their answers, so that none is sent.
    var isFull = false

    init(
        _ puzzles: [Puzzle] = [PuzzleSamples.win(), PuzzleSamples.drill(), PuzzleSamples.longWin()]
            + (1..<5).map { PuzzleSamples.win($0) }, host: ParticipantID = Self.ann.id, width: Int = 80,
        height: Int = 24, words: any Words = EnglishWords()
    ) {
        let name = RoomName("evening")!
        self.puzzles = puzzles
        room = Room(name: name, kind: .race, epoch: "k1", host: host)
        model = RaceModel(room: name, link: "http://h/?race=evening", words: words, clockOffset: Self.offset)
        mirror = RoomMirror(room: name)
        model.screen = .init(width: width, height: height)
        model.status = .online
        model.me = Self.ann
        enter()
    }

    /// Delivers a snapshot of the room.
    mutating func enter(with people: [Participant] = [Self.ann, Self.bob]) {
        hear(
            .snapshot(
                .init(
                    room: room.name, kind: .race, epoch: "k1", state: room.state, own: nil, participants: people,
                    host: room.creator, chat: [])))
    }

    /// Delivers a snapshot with another state.
    mutating func hear(_ state: SharedState) {
        hear(
            .snapshot(
                .init(
                    room: room.name, kind: .race, epoch: "k1", state: state, own: nil, participants: [Self.ann],
                    host: room.creator, chat: [])))
    }

    private mutating func hear(_ notice: Notice) {
        guard let message = try? Notice(notice.json) else { preconditionFailure("the server's own text") }
        let change = mirror.apply(message)
        perform(model.apply(change, mirror: mirror, now: now))
    }

    /// Sends Bob's delta.
    mutating func bob(_ changes: KeyValuePairs<String, JSON?>) {
        counter += 1
        let delta = Delta(changes: changes.map { Delta.Change($0.key, $0.value) })
        judge(DeltaRequest(room: room.name, id: "b\(counter)", delta: delta), by: Self.bob)
    }

    private mutating func judge(_ request: DeltaRequest, by who: Participant) {
        let time = now + Self.offset
        var finding: RaceFinding?
        switch room.raceInquiry(request, by: who.id, now: time) {
        case .draw: finding = .drawn(puzzles.map(\.id), present: [Self.ann.id, Self.bob.id])
        case .judge(let answer):
            finding = puzzles.first { $0.id == answer.puzzle }.map { .judged($0.result(of: answer.points)) }
        case nil: break
        }
        let isMine = who.id == Self.ann.id
        switch room.judge(request, by: who.id, now: time, finding: finding) {
        case .accepted(let accepted):
            if isMine { settle(request, .accepted) }
            hear(.delta(room: room.name, accepted, scope: .shared, again: false))
        case .again: break
        case .rejected(let rejection):
            rejections.append(rejection)
            if isMine { settle(request, .refused(.init(rejection))) }
        }
    }

    private mutating func settle(_ request: DeltaRequest, _ answer: ClientOutbox.Answer) {
        waiting.removeAll { $0.id == request.id }
        model.waiting = waiting.map { .delta($0) }
        model.settled(.delta(request), answer)
        perform(model.refresh(now: now))
    }

    /// Lets the server answer the waiting requests and fetches.
    mutating func reconnect() {
        isOnline = true
        model.run.retryNow()
        for request in waiting { judge(request, by: Self.ann) }
        perform(model.tick(now: now))
    }

    mutating func perform(_ effects: [RaceModel.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let delta):
                counter += 1
                guard !isFull else {
                    model.notSent(delta)
                    break
                }
                let request = DeltaRequest(room: room.name, id: "a\(counter)", delta: delta)
                waiting.append(request)
                model.waiting = waiting.map { .delta($0) }
                perform(model.refresh(now: now))
                if isOnline { judge(request, by: Self.ann) }
            case .fetch(let id):
                fetched.append(id)
                let puzzle = isOnline ? puzzles.first { $0.id == id } : nil
                let answer = puzzle.map { WebFetch.Answer.json(PuzzleWorld.json($0)) }
                perform(model.take(answer ?? .failed(.notReached(host: "h", .refused)), for: id, now: now))
            case .copy(let link): copied.append(link)
            case .quit: hasQuit = true
            case .retryNow, .redraw, .suspend: break
            }
        }
    }

    mutating func press(_ keys: Key...) { press(contentsOf: keys) }

    mutating func press(contentsOf keys: [Key]) { for key in keys { perform(model.press(key, now: now)) } }

    /// Types a text. A letter that waits for a digit gets its time afterwards.
    mutating func type(_ text: String) {
        for character in text { press(character == "\n" ? .enter : .character(character)) }
        wait(PlayModel.holdMilliseconds)
    }

    /// Lets time pass, in the steps that the model asks for.
    mutating func wait(_ milliseconds: Int) {
        let end = now + milliseconds
        while let next = model.nextTick(now: now), now + next <= end {
            now += next
            perform(model.tick(now: now))
        }
        now = end
    }

    /// Returns a bench in which Ann and Bob race.
    static func started(_ bench: RaceBench = RaceBench()) -> RaceBench {
        var bench = bench
        bench.type("j")
        bench.bob(["racer.p-bob": ""])
        bench.type("n")
        bench.wait(Race.countdown)
        return bench
    }

    var shown: String? { model.run.attempt?.puzzle.id }
    var results: String { model.own.map { $0.results.map { String($0.rawValue) }.joined() } ?? "none" }

    func picture(isUnicode: Bool = true) -> String { canvas(isUnicode: isUnicode).picture }

    func canvas(isUnicode: Bool = true) -> Canvas { RaceScreen.draw(model, isUnicode: isUnicode, now: now) }

    /// Clicks on a text of the screen.
    mutating func click(_ text: String, offset: Int = 0) throws {
        for key in try canvas().click(text, offset: offset) { press(key) }
        wait(PlayModel.holdMilliseconds)
    }
}
