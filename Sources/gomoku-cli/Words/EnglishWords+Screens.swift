import Client
import GameState
import WebSockets

extension EnglishWords {
    var connecting: String { "Connecting…" }
    var connectingAgain: String { "Connecting again…" }
    func online(_ latency: Int?) -> String { latency.map { "online, \($0) ms" } ?? "online" }

    func loss(_ loss: LineLoss) -> String {
        switch loss {
        case .noAnswer(let host): "\(host) does not answer."
        case .notOpened(let failure): "\(failure)"
        case .broken: "The connection is lost."
        case .restarting: "The server is restarting."
        case .tooMuchSent: "The server closed the connection because too much was sent."
        case .unreadable: "The server sent something unreadable."
        case .turnedAway(let reason): rejected(reason)
        }
    }

    func failure(_ failure: SessionFailure) -> String {
        switch failure {
        case .unavailable(.noAnswer(let host)): "\(host) does not answer. Is the address right, and the server running?"
        case .unavailable(let why): loss(why)
        case .interrupted: "The connection was lost before the answer had come. Try again."
        case .otherServer(let failure): "\(failure)"
        case .notUnderstood(let failure): "\(failure)"
        case .refused(let reason): rejected(reason)
        case .noGame(let room):
            "The room \(room) is a gadget's, not a game. See what happens in it with: gomoku-cli state \(room) --follow"
        }
    }

    func retry(_ why: String, seconds: Int) -> String {
        "\(why) Trying again \(seconds > 0 ? "in \(seconds) s" : "now") — press R to try now."
    }
    func tryingAgain(_ why: String) -> String { "\(why) Trying again." }
    func retryShort(seconds: Int) -> String { "Connection lost. R: try now (\(seconds) s)" }
    var back: String { "The connection is back." }
    func identityNotKept(_ path: String) -> String {
        "Your identity could not be kept in \(path). Name a file that can be written with --token-file, or play as --guest."
    }
    func noRoomName(_ text: String) -> String {
        text.isEmpty
            ? "Type the name of a room, or its address."
            : "\"\(text)\" is not the name of a room. Use 1 to \(RoomName.lengthLimit) letters, digits, \"-\", \"_\", \".\" or \"~\"."
    }
    func fetchFailed(_ failure: WebFetch.Failure) -> String { "\(failure)" }
    func noFullScreen(_ type: String) -> String {
        "play needs a terminal that it can draw on, and TERM is \(type.isEmpty ? "empty" : type). "
            + "Use gomoku-cli watch, state or connect here, or set TERM to the type of your terminal, such as xterm."
    }
}

extension EnglishWords {
    func lobbyTitle(_ me: String?) -> String { "Five in a row · lobby\(me.map { " · you are \($0)" } ?? "")" }
    var play: String { "Play" }
    var ways: [KeyHint] {
        [("a", "anyone"), ("f", "a friend, by link"), ("k", "the computer"), ("o", "open a room"), ("w", "watch")]
    }
    var entering: String { "Entering the lobby…" }
    var whoWantsToPlay: String { "Who wants to play" }
    var beingPlayed: String { "Being played" }
    var noSeeks: String { "Nobody is waiting just now. Press a, and you are listed here." }
    var noGames: String { "No game is being played in the open." }
    var ownSeek: String { "This is your own seek. x ends it." }
    var notClaimed: String { "A rated game asks for a name of your own: gomoku-cli account claim <name>." }
    func only(_ range: RatingRange) -> String { "only \(range)" }
    var nobody: String { "Nobody is on the list. Press a, and you are." }
    var roomPrompt: String { "Room: " }
    func looking(_ time: String, _ terms: String) -> String { "Looking for an opponent, \(time). \(terms)" }
    var lobbyHelp: [KeyHint] {
        [
            ("Arrows", "choose; Enter plays, or watches"), ("a", "look for anyone; you are listed meanwhile"),
            ("x", "stop looking"), ("f", "a new room, and a link for a friend"), ("k", "play the computer"),
            ("o", "open a room by its name or address"), ("w", "go to the games being played"),
            ("R  Ctrl-L", "try the connection; draw again"), ("q", "quit"),
        ]
    }
}

extension EnglishWords {
    func replayTitle(_ what: String) -> String { "Replay · \(what)" }
    func place(_ place: Int, of count: Int) -> String { "\(place) of \(count)" }
    var windowTooSmall: String { "This window is too small for the board." }
    func replayKeys(isPlaying: Bool) -> String {
        "left right step   space \(isPlaying ? "pauses" : "plays")   home end   page up and down: ten   q quit"
    }
    var emptyTable: String { "An empty table." }
    var emptyBoard: String { "The empty board." }
    func gameBegins(_ number: Int, _ rule: String) -> String { "Game \(number), \(rule), begins." }
    func stone(_ side: String, _ point: String, move: Int) -> String { "\(side) \(point), move \(move)." }
    func backTo(move: Int) -> String { "Back to move \(move)." }
    func changes(_ keys: String) -> String { "Changes: \(keys)." }
    func passes(_ side: String) -> String { "\(side) passes" }
    var draw: String { "A draw." }
    func hasWon(_ side: String) -> String { "\(side) has won." }
    func noSuchRoom(_ room: String, _ server: String) -> String {
        "There is no room \(room) on \(server). Is its name right?"
    }
    func unreadable(_ path: String) -> String { "\(path) cannot be read. Is the name right?" }
    func badRecord(_ path: String, _ error: RecordError) -> String {
        switch error {
        case .notThisFormat:
            "\(path) does not begin as an SGF or psq record does. Save it again from the program that made it, as .sgf or .psq."
        case .syntax(let offset):
            "\(path) cannot be read from byte \(offset) on. Save or download it again, or mend it there in an editor."
        case .line(let line):
            "\(path) cannot be read from line \(line) on. Save it again, or mend it there in an editor."
        case .unfinished: "\(path) ends too early. Copy or download the whole of it again."
        case .otherGame(let number):
            "\(path) is the record of another game (GM[\(number)]). Open one of gomoku or renju, GM[4]."
        case .badPoint, .offBoard, .occupied:
            "\(path): \(error) Correct that move in an editor, or save the record again."
        case .tooLarge, .tooManyMoves, .size, .setup, .unwritable: "\(path): \(error)"
        }
    }
}

extension EnglishWords {
    func tableTitle(_ room: String, watching: Bool) -> String {
        watching ? "Five in a row · watching \(room)" : "Five in a row · \(room)"
    }
    func game(_ number: Int) -> String { "Game \(number)" }
    var anEmptyTable: String { "An empty table" }
    var enteringRoom: String { "Entering the room…" }
    var openSeat: String { "open seat" }
    var you: String { "you" }
    var away: String { "away" }
    var bot: String { "bot" }
    var muted: String { "muted" }
    var sendLink: String { "Send this link to a friend:" }
    var moves: String { "Moves" }
    func here(_ count: Int) -> String { "Here: \(count)" }
    var chat: String { "Chat" }
    var toSpectators: String { "to spectators" }
    var sayPrompt: String { "Say: " }
    var movePrompt: String { "Move: " }
    var enterPlays: String { "   Enter plays it" }
    func tooSmall(width: Int, height: Int, neededWidth: Int, neededHeight: Int) -> String {
        "This window is \(width)×\(height); the board needs \(neededWidth)×\(neededHeight). "
            + "Make it larger, or the letters smaller. q quits."
    }
    var help: String { "Help" }
    func report(_ game: Int) -> String { "Analysis of game \(game)" }
    func inRoom(_ room: String, _ names: String) -> String { "In \(room): \(names)." }
    func watchedGame(_ number: Int, _ rule: String, _ seats: String) -> String { "Game \(number), \(rule): \(seats)." }
    func watchedMoves(_ moves: String) -> String { "Moves: \(moves)" }
    var openSeatShort: String { "open" }
}

extension EnglishWords {
    func words(_ action: KeyAction) -> String {
        switch action {
        case .saysIt: "says it"
        case .leaves: "leaves"
        case .resign: "resign"
        case .goOn: "go on playing"
        case .abortIt: "abort it"
        case .abort: "abort"
        case .starts: "starts"
        case .looks: "looks"
        case .mutes: "mutes or hears again"
        case .scroll: "scroll"
        case .goesBack: "goes back"
        case .opensIt: "opens it"
        case .chat: "chat"
        case .people: "people"
        case .help: "help"
        case .quit: "quit"
        case .report: "analysis"
        case .lobby: "lobby"
        case .choose: "choose"
        case .move: "move"
        case .offer: "offer"
        case .accept: "accept"
        case .refuse: "refuse"
        case .withdraw: "withdraw"
        case .again: "again"
        case .newGame: "new game"
        case .bothSides: "both sides"
        case .undo: "undo"
        case .draw: "draw"
        case .hint: "hint"
        case .sit(let side): "sit at \(side)"
        case .play: "play"
        case .watch: "watch"
        case .stopLooking: "stop looking"
        }
    }

    func key(_ key: NamedKey) -> String {
        switch key {
        case .anyKey: "any key"
        case .arrowsEnter: "Arrows Enter"
        case .upDown: "up down"
        }
    }

    func help(canPlay: Bool) -> [KeyHint] {
        let common = [
            ("c  p", "chat; people, and whom to mute"), ("a  l", "after a game: analysis; lobby"),
            ("R  Ctrl-L", "try the connection; draw again"), ("q", "quit"),
            ("( ) * *", "the last move; the winning line"),
        ]
        guard canPlay else { return common }
        return [
            ("Arrows", "move the cursor; Enter or Space plays"), ("h8 Enter", "play a point; a click plays too"),
            ("1 2 3", "choose in an opening"), ("n  j  b", "new game; take a seat; both sides"),
            ("u  d  g", "undo; draw; another game (asks them)"), ("y  x", "accept; refuse or withdraw"),
            ("r", "resign, or abort (asks first)"), ("v", "claim the game: time, or they left"),
            ("t", "hint; between two people both must want it"),
        ] + common + [("[ ]  ?", "the cursor; a move not confirmed"), ("╳", "forbidden to X (renju)")]
    }
    var anyKeyGoesBack: String { "Any key goes back" }
    var helpKeys: String { "Up and down scroll, any other key goes back" }
    var peopleKeys: String { "Enter mutes or hears again, Esc leaves" }
    var reportKeys: String { "Arrows scroll, q or Esc closes, l lobby" }
}
