import Client
import GameState
import Wire

/// The state of the full-screen client at a table, and its reactions to keys. Pure: it returns
/// effects, and times are passed in.
struct PlayModel {
    enum Mode { case play, watch }

    /// The part of the screen that receives keys.
    enum Input: Equatable {
        case board
        case chat(TextField)
        case newGame(NewGameForm)
        case resign(Stone)
        case abort
        case people(PeopleList)
        case abuse(AbuseForm)
        case report(ReportView)
        /// The help, which lists the keys, from the given line on.
        case help(first: Int = 0)
    }

    /// An action for the program to perform.
    enum Effect: Equatable, ScreenEffect {
        case send(Delta)
        case say(String)
        /// Ask the server for the robot's advice.
        case hint
        /// Fetch the report about the moves of the given game.
        case report(game: Int)
        /// Report a participant to the server's operator, with this text.
        case reportAbuse(ParticipantID, String)
        /// Store the muted participants.
        case keepMuted(Set<ParticipantID>)
        /// Leave the table and go to the lobby.
        case lobby
        /// Put the link to the room into the terminal's clipboard.
        case copyLink
        case retryNow
        case redraw
        case suspend
        case quit
        /// Call ``PlayModel/tick(now:)`` after this time.
        case wake(afterMilliseconds: Int)
    }

    /// A message about the latest event.
    struct Message: Equatable {
        let text: String
        var isWarning = false
    }

    /// A command whose letter could begin a point, so it waits for a digit.
    struct Held: Equatable {
        let letter: Character
        /// The end of the wait, in milliseconds of the loop's clock.
        let until: Int
    }

    /// The time that the letter of a ``Held`` command waits for a digit, in milliseconds.
    static let holdMilliseconds = 600
    /// The greatest length of a chat message, in characters.
    static let chatLimit = 500

    let mode: Mode
    let room: RoomName
    /// The link to this room for a friend.
    let link: String
    let words: any Words
    /// Whether the room can be entered only with its link.
    var isForFriend = false
    /// Whether the user has just asked for the link, which is shown until the next key.
    var isLinkShown = false
    var mirror: RoomMirror
    private(set) var game = GameView()
    private var forbiddenPoints = ForbiddenPoints()
    var me: Participant?
    var status = SessionStatus.connecting(again: false)
    var latency: Int?
    /// The server's time minus the loop's clock, in milliseconds, or nil if it is unknown.
    var clockOffset: Int?
    /// The participants whose chat messages are hidden.
    var muted: Set<ParticipantID> = []
    /// The ratings of the players, in a rated game.
    var ratings: [ParticipantID: ShownRating] = [:]
    /// The command for the puzzle from the game with this ID, which the user has lost.
    private(set) var puzzle: (game: String, command: String)?
    /// The robot's advice for the next move.
    var advice: Hint?
    /// The size of the terminal.
    var screen = Terminal.Size(width: 80, height: 24)
    /// The unanswered requests.
    var waiting: [ClientOutbox.Request] = []
    var news: Message?
    /// The number of the game in which the user was told that the robot thinks for a shorter time.
    private(set) var hurriedGame: Int?
    var input = Input.board
    /// The earlier position on the screen, or nil for the current one.
    var lookBack: LookBack?
    /// The number of lines by which the list of moves is scrolled back.
    var linesBack = 0
    /// The number of messages below the visible part of the chat.
    var newerChat = 0
    var cursor = BoardSize.standard.center
    /// A point that is being typed.
    var typed = ""
    var held: Held?
    /// Whether someone else has ended the game since the user's last letter. The user may be typing
    /// a point meanwhile, so the next letter waits for a digit before it is a command.
    var isCutOff = false
    /// A letter that opened a dialog but is also a column. If a digit follows at once, letter and
    /// digit name a point instead.
    var openedByLetter: Held?

    init(mode: Mode, room: RoomName, link: String, words: any Words) {
        self.words = words
        self.mode = mode
        self.room = room
        self.link = link
        mirror = RoomMirror(room: room)
    }

    var rights: GameView.Rights {
        game.rights(of: player, isReserved: mirror.host == Room.server, isHere: mirror.isHere)
    }

    /// A sentence for the shell that names the command with which the user returns to the running
    /// game. Nil if no game runs, or if the user plays neither side or both.
    var farewell: String? {
        guard mode == .play, game.number != nil, !game.isOver, rights.sides.count == 1 else { return nil }
        return words.returnToGame("gomoku-cli play '\(link)'")
    }

    /// The user's own move that the server has not answered yet.
    var pendingMove: Point? {
        waiting.lazy.compactMap { request -> Point? in
            guard case .delta(let delta) = request else { return nil }
            return game.nextMove(in: delta.delta)
        }.first
    }

    /// Whether the user may start rated games.
    var mayRate: Bool { me?.isClaimed ?? false }

    /// Whether a typed or clicked point would be played, or offered as a fifth move.
    var canMove: Bool { (rights.move != nil || rights.fifth) && pendingMove == nil && pendingStep == nil }

    /// The user's own step of an opening that the server has not answered yet.
    private var pendingStep: Delta? {
        waiting.lazy.compactMap { request -> Delta? in
            guard case .delta(let asked) = request, game.isStep(asked.delta) else { return nil }
            return asked.delta
        }.first
    }

    /// The points that the rule forbids for the user's next stone, with the reasons.
    var forbidden: [Point: Prohibition] {
        rights.move == .x && game.phase == nil ? forbiddenPoints.reasons : [:]
    }

    /// The participant whose rights apply, or nil for a spectator.
    var player: ParticipantID? { mode == .play ? me?.id : nil }

    /// Returns the server's time at `now` of the loop's clock, or nil if it is unknown.
    func serverTime(_ now: Int) -> Int? { clockOffset.map { now + $0 } }

    /// Returns the dialog with the list of keys, from line `first` on.
    func help(_ first: Int) -> PlayDialog {
        .help(words.help(canPlay: mode == .play), words, first: first, on: screen)
    }

    /// The visible chat messages.
    var chat: [ChatMessage] { mirror.chat.filter { !muted.contains($0.by.id) } }

    /// Returns a participant's displayed name.
    func name(_ id: ParticipantID) -> String {
        words.name(id, in: mirror)
    }

    // MARK: Server state

    /// Processes a message that has changed the mirror.
    mutating func apply(_ change: RoomMirror.Change, mirror: RoomMirror) {
        self.mirror = mirror
        switch change {
        case .restored:
            let old = game
            game = GameView(state: mirror.state)
            if old.size != game.size { cursor = game.size.center }
            if game.moves != old.moves { advice = nil }
            forbiddenPoints.update(for: game)
            keepLookingBack(after: old)
            newerChat = max(0, min(newerChat, chat.count - 1))
        case .continued(let deltas, _):
            for accepted in deltas { apply(accepted) }
            forbiddenPoints.update(for: game)
        case .said(let line):
            if newerChat > 0, !muted.contains(line.by.id) { scroll(.chat, .up) }
            // Without a panel, show the user's own chat messages too.
            let isShown = line.by.id != me?.id || PlayLayout(size: game.size, screen: screen).panel == nil
            if isShown, !muted.contains(line.by.id) { news = Message(text: words.said(line)) }
        case .people(let joined, let left): meet(joined, left)
        case .none, .own, .gap: break
        }
    }

    private mutating func apply(_ accepted: AcceptedDelta) {
        let old = game
        game.apply(accepted.delta, state: mirror.state)
        if game.moves.count != old.moves.count || game.number != old.number { advice = nil }
        if old.size != game.size || old.number != game.number { cursor = game.size.center }
        if game.isOver, !old.isOver, !rights.sides.isEmpty, accepted.by != me?.id { isCutOff = true }
        keepLookingBack(after: old)
        if linesBack > 0, game.moves.count > old.moves.count, game.moves.count % 2 == 1 { scroll(.moves, .up) }
        guard let text = Narration.sentence(from: old, to: game, by: accepted.by, me: me?.id, words: words, name: name)
        else {
            if accepted.by == me?.id { news = nil }
            return
        }
        news = Message(text: text)
    }

    private mutating func meet(_ joined: [Participant], _ left: [Participant]) {
        if let person = left.first, let stone = Stone.allCases.first(where: { game.seats[$0] == person.id }),
            !game.isOver
        {
            news = Message(text: words.isAway("\(person.name) (\(words.side(stone)))"), isWarning: true)
        } else if let person = joined.first, person.id != me?.id {
            news = Message(text: words.isHere(person.name))
        }
    }

    /// Shows the robot's advice.
    mutating func show(_ hint: Hint) {
        guard hint.room == room, hint.move == game.moves.count + 1 else { return }
        advice = hint
        news = Message(text: words.advice(hint, game.size))
    }

    /// Shows that a robot thinks for a shorter time than usual. Shown once per game, although it
    /// applies to each move.
    mutating func show(_ thinking: Notice.Thinking) {
        guard thinking.room == room, let number = game.number, hurriedGame != number else { return }
        hurriedGame = number
        news = Message(text: words.thinksShorter(now: "\(thinking.milliseconds) ms", usual: "\(thinking.usual) ms"))
    }

    /// Shows the command for the puzzle from a game that the user has lost.
    mutating func show(puzzle command: String, of game: LostGame) {
        puzzle = (game.id, command)
        guard let text = puzzleSentence, news?.isWarning != true else { return }
        news = Message(text: text)
    }

    /// The sentence with the command for the puzzle, while the lost game is at the table.
    var puzzleSentence: String? {
        guard let puzzle, let number = game.number, game.isOver, puzzle.game == "\(mirror.epoch)-\(number)" else {
            return nil
        }
        return words.puzzleCommand(puzzle.command)
    }

    /// Shows that the server refused one of the user's requests.
    mutating func refused(_ request: ClientOutbox.Request, _ reason: Notice.Reason) {
        let sentence = words.rejected(reason)
        if case .delta(let delta) = request, let point = game.move(in: delta.delta) {
            news = Message(text: words.pointTakenBack(point: game.size.name(of: point), why: sentence), isWarning: true)
        } else {
            news = Message(text: sentence, isWarning: true)
        }
    }
}
