import Client
import GameState
import Wire

/// Everything the full-screen client shows, and what becomes of a key. Pure: effects are returned, time is passed in.
struct PlayModel {
    enum Mode { case play, watch }

    /// What keys go to.
    enum Input: Equatable {
        case board
        case chat(TextField)
        case newGame(NewGameForm)
        case resign(Stone)
        case abort
        case people(PeopleList)
        case report(ReportView)
        /// From this line on.
        case help(first: Int = 0)
    }

    /// What the program is to do.
    enum Effect: Equatable, ScreenEffect {
        case send(Delta)
        case say(String)
        /// Ask the server what the robot would do.
        case hint
        /// Fetch what each move of that game was worth.
        case report(game: Int)
        /// Keep in mind whose lines are not shown.
        case keepMuted(Set<ParticipantID>)
        /// Leave the table for the lobby.
        case lobby
        case retryNow
        case redraw
        case suspend
        case quit
        /// Call ``tick(now:)`` then.
        case wake(afterMilliseconds: Int)
    }

    /// A line about what just happened.
    struct News: Equatable {
        let text: String
        var isWarning = false
    }

    /// A command whose letter may be the beginning of a point: it waits for a digit.
    struct Held: Equatable {
        let letter: Character
        /// Milliseconds of the loop's clock.
        let until: Int
    }

    /// How long a letter that is a command and a column waits for a digit, in milliseconds.
    static let holdMilliseconds = 600
    /// Characters of a chat line.
    static let chatLimit = 500

    let mode: Mode
    let room: RoomName
    /// To be sent to a friend.
    let link: String
    let words: any Words
    /// Whether nobody comes here without the link.
    var isForFriend = false
    var mirror: RoomMirror
    private(set) var game = GameView()
    private var forbiddenPoints = ForbiddenPoints()
    var me: Participant?
    var status = SessionStatus.connecting(again: false)
    var latency: Int?
    /// Server time minus the loop's clock, in milliseconds; nil while it is not known.
    var clockOffset: Int?
    /// Whose lines are not shown.
    var muted: Set<ParticipantID> = []
    /// Of the players of a rated game.
    var ratings: [ParticipantID: ShownRating] = [:]
    /// What the robot advises for the move that comes.
    var advice: Hint?
    /// Of the terminal.
    var screen = Terminal.Size(width: 80, height: 24)
    /// What has no answer yet.
    var waiting: [ClientOutbox.Request] = []
    var news: News?
    /// The game in which a robot's shorter thinking was told.
    private(set) var hurriedGame: Int?
    var input = Input.board
    var cursor = BoardSize.standard.center
    /// A point being typed.
    var typed = ""
    var held: Held?
    /// When the dialog was opened by a letter that is a column too: a digit right after it makes it a point after all.
    var openedByLetter: Held?

    init(mode: Mode, room: RoomName, link: String, words: any Words) {
        self.words = words
        self.mode = mode
        self.room = room
        self.link = link
        mirror = RoomMirror(room: room)
    }

    var rights: GameView.Rights { game.rights(of: player, isReserved: mirror.host == Room.server) }

    /// One's own move that the server has not answered yet.
    var pendingMove: Point? {
        waiting.lazy.compactMap { request -> Point? in
            guard case .delta(let delta) = request else { return nil }
            return game.nextMove(in: delta.delta)
        }.first
    }

    /// Whether one may start games whose result counts.
    var mayRate: Bool { me?.isClaimed ?? false }

    /// Whether a point typed or clicked would be played, or offered as a fifth move.
    var canMove: Bool { (rights.move != nil || rights.fifth) && pendingMove == nil && pendingStep == nil }

    /// One's own step of an opening that the server has not answered yet.
    private var pendingStep: Delta? {
        waiting.lazy.compactMap { request -> Delta? in
            guard case .delta(let asked) = request, game.isStep(asked.delta) else { return nil }
            return asked.delta
        }.first
    }

    /// The points that the rule forbids for one's own next stone, with the reasons.
    var forbidden: [Point: Prohibition] {
        rights.move == .x && game.phase == nil ? forbiddenPoints.reasons : [:]
    }

    /// Whoever's rights are looked at: nobody's when watching.
    var player: ParticipantID? { mode == .play ? me?.id : nil }

    /// Server time at `now` of the loop's clock; nil while it is not known.
    func serverTime(_ now: Int) -> Int? { clockOffset.map { now + $0 } }

    /// The dialog of the keys, from that line on.
    func help(_ first: Int) -> PlayDialog {
        .help(words.help(canPlay: mode == .play), words, first: first, on: screen)
    }

    /// The lines of chat that are shown.
    var chat: [ChatLine] { mirror.chat.filter { !muted.contains($0.by.id) } }

    /// A person's name as it is shown.
    func name(_ id: ParticipantID) -> String {
        words.name(id, in: mirror)
    }

    // MARK: what the server says

    /// A message has changed the mirror to `mirror`.
    mutating func apply(_ change: RoomMirror.Change, mirror: RoomMirror) {
        self.mirror = mirror
        switch change {
        case .restored:
            let old = game
            game = GameView(state: mirror.state)
            if old.size != game.size { cursor = game.size.center }
            if game.moves != old.moves { advice = nil }
            forbiddenPoints.look(at: game)
        case .continued(let deltas, _):
            for accepted in deltas { apply(accepted) }
            forbiddenPoints.look(at: game)
        case .said(let line):
            // Where there is no panel with the chat, one's own line is shown, too.
            let isShown = line.by.id != me?.id || PlayLayout(size: game.size, screen: screen).panel == nil
            if isShown, !muted.contains(line.by.id) { news = News(text: words.said(line)) }
        case .people(let joined, let left): meet(joined, left)
        case .none, .own, .gap: break
        }
    }

    private mutating func apply(_ accepted: AcceptedDelta) {
        let old = game
        game.apply(accepted.delta, state: mirror.state)
        if game.moves.count != old.moves.count || game.number != old.number { advice = nil }
        if old.size != game.size { cursor = game.size.center }
        guard let text = Narration.sentence(from: old, to: game, by: accepted.by, me: me?.id, words: words, name: name)
        else {
            if accepted.by == me?.id { news = nil }
            return
        }
        news = News(text: text)
    }

    private mutating func meet(_ joined: [Participant], _ left: [Participant]) {
        if let person = left.first, let stone = Stone.allCases.first(where: { game.seats[$0] == person.id }),
            !game.isOver
        {
            news = News(text: words.isAway("\(person.name) (\(words.side(stone)))"), isWarning: true)
        } else if let person = joined.first, person.id != me?.id {
            news = News(text: words.isHere(person.name))
        }
    }

    /// The robot has answered.
    mutating func show(_ hint: Hint) {
        guard hint.room == room, hint.move == game.moves.count + 1 else { return }
        advice = hint
        news = News(text: words.advice(hint, game.size))
    }

    /// A robot thinks for a shorter time than usual; told once in a game, though it goes for each move.
    mutating func show(_ thinking: Notice.Thinking) {
        guard thinking.room == room, let number = game.number, hurriedGame != number else { return }
        hurriedGame = number
        news = News(text: words.thinksShorter(now: "\(thinking.milliseconds) ms", usual: "\(thinking.usual) ms"))
    }

    /// The server did not accept something of ours.
    mutating func refused(_ request: ClientOutbox.Request, _ reason: Notice.Reason) {
        let sentence = words.rejected(reason)
        if case .delta(let delta) = request, let point = game.move(in: delta.delta) {
            news = News(text: words.pointTakenBack(point: game.size.name(of: point), why: sentence), isWarning: true)
        } else {
            news = News(text: sentence, isWarning: true)
        }
    }
}
