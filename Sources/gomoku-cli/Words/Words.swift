import Client
import GameState
import Wire

/// Every sentence of the terminal's screens, in one language. No member has a default, so that a language cannot lack
/// one.
protocol Words: BoardWords, OpeningWords, FormWords, LineWords, LobbyWords, ReplayWords, PanelWords, KeyWords {}

/// A key and what it does.
typealias KeyHint = (key: String, words: String)

/// The game itself: whose turn it is, what was played, offered, refused.
protocol BoardWords: Sendable {
    func name(_ rule: Rule) -> String
    func explanation(_ rule: Rule) -> String
    func reason(_ reason: Game.Reason) -> String
    func computer(level: Int) -> String
    var somebodyWhoLeft: String { get }

    // How a game ended; `why` is empty or begins with a colon.
    var calledOff: String { get }
    func drawn(_ why: String) -> String
    func youWin(_ why: String) -> String
    func youLose(_ why: String) -> String
    func wins(_ side: String, _ why: String) -> String

    // Whose turn it is.
    var noGameYet: String { get }
    var noGamePressN: String { get }
    func bothSidesToMove(_ side: String) -> String
    func yourTurn(_ side: String) -> String
    func yourTurnBrief(_ side: String) -> String
    func seatOpenPressJ(_ side: String) -> String
    func waitingForSomebody(_ side: String) -> String
    func thinking(_ name: String, _ side: String) -> String

    // What others did.
    func gameStarted(by name: String, number: Int, terms: String) -> String
    func plays(_ who: String, point: String) -> String
    func movesTakenBack(_ numbers: ClosedRange<Int>) -> String
    func seatIsOpen(_ side: String) -> String
    func sits(_ name: String, _ side: String) -> String
    func isAway(_ name: String, _ side: String) -> String
    func isHere(_ name: String) -> String
    func hasLeft(_ name: String) -> String
    func tookHint(_ name: String) -> String
    /// - Parameter mine: whether the reader plays, and so may ask for one.
    func hintsAllowed(mine: Bool) -> String

    // Offers.
    func offered(_ kind: Offer.Kind, by who: String) -> String
    func offering(_ kind: Offer.Kind) -> String
    func isOffered(_ kind: Offer.Kind, by who: String) -> String
    func refused(_ kind: Offer.Kind) -> String
    func cannotOffer(_ kind: Offer.Kind, takebacksAreOff: Bool) -> String

    // Claims. - `seconds`: until the game may be claimed; nil where that is not known.
    func gone(_ who: String, seconds: Int?, mayClaim: Bool) -> String
    var timeIsUp: String { get }
    var nothingToClaim: String { get }

    // Why something is not done.
    var notNow: String { get }
    var notYourTurn: String { get }
    var watching: String { get }
    var onlyWatching: String { get }
    var onTheWay: String { get }
    func deadKey(_ key: Character) -> String
    var gameOver: String { get }
    var gameRunning: String { get }
    var newGameIsForPlayers: String { get }
    var noSeat: String { get }
    var bothNotNow: String { get }
    var nothingToResign: String { get }
    var nothingToAnswer: String { get }
    var chooseFirst: String { get }
    var tooMuchWaiting: String { get }
    func occupied(_ point: String) -> String
    func noPoint(_ text: String, last: String) -> String
    func forbidden(_ point: String, _ prohibition: Prohibition) -> String
    func takenBack(_ point: String, _ why: String) -> String
    /// Why the server refused something.
    func rejected(_ reason: Notice.Reason) -> String

    // Questions.
    func resign(_ side: String) -> String
    var abort: String { get }

    // Hints and reports.
    var hintComes: String { get }
    func thinksShorter(milliseconds: Int, usual: Int) -> String
    var noHintInRated: String { get }
    var hintOnYourTurn: String { get }
    var noHint: String { get }
    func hint(_ what: String) -> String
    func hintGoesOn(_ points: String) -> String
    var reportComes: String { get }
    var reportLater: String { get }
    var noReport: String { get }
    func turningPoint(_ move: Int) -> String
    func moveKind(_ kind: String) -> String
    var won: String { get }
    var lost: String { get }
}

/// Openings.
protocol OpeningWords: Sendable {
    func name(_ opening: Opening) -> String
    func explanation(_ opening: Opening) -> String
    func choice(_ choice: OpeningChoice) -> String
    /// The same for small windows.
    func choiceInBrief(_ choice: OpeningChoice) -> String
    /// The choice of how many fifth moves there are to be, up to `most`, for small windows.
    func fifthsInBrief(_ most: Int) -> String
    func chosen(_ choice: OpeningChoice, by who: String) -> String
    func area(_ area: StoneArea) -> String
    func placeStone(_ number: Int, _ side: String, _ area: String?) -> String
    func placesStone(_ who: String, _ number: Int, _ side: String, _ area: String?) -> String
    var chooseWithDigit: String { get }
    func chooses(_ who: String) -> String
    /// - Parameter left: how many are still to be offered; nil where that is not known.
    func offerFifths(_ left: Int?) -> String
    func offersFifths(_ who: String, _ left: Int?) -> String
    var pickFifth: String { get }
    func picksFifth(_ who: String) -> String
    func sameFifth(_ point: String) -> String
    func notOfferedFifth(_ point: String) -> String
    func outside(_ point: String, _ area: String?) -> String
}

/// The dialog of a new game, and what a game is played under.
protocol FormWords: Sendable {
    func label(_ row: NewGameForm.Row) -> String
    /// What a term says that is `yes` or `no`.
    func value(_ flag: GameTerms.Field, _ isSet: Bool) -> String
    /// What it means.
    func help(_ flag: GameTerms.Field, _ isSet: Bool) -> String
    func seat(_ seat: NewGameForm.Seat) -> String
    var whoeverComes: String { get }
    func opponent(computer level: Int) -> String
    func level(_ number: Int) -> RobotLevel
    var noClock: String { get }
    var withoutClock: String { get }
    var withoutTakebacks: String { get }
    var rated: String { get }
    var clockHelp: String { get }
    var notAClock: String { get }
    var newGame: String { get }
    var lookForOpponent: String { get }
    func formKeys(looks: Bool) -> String
}

/// The line to the server.
protocol LineWords: Sendable {
    var connecting: String { get }
    var connectingAgain: String { get }
    func online(_ latency: Int?) -> String
    func loss(_ loss: LineLoss) -> String
    func failure(_ failure: SessionFailure) -> String
    func retry(_ why: String, seconds: Int) -> String
    func retryShort(seconds: Int) -> String
    func tryingAgain(_ why: String) -> String
    var back: String { get }
    func identityNotKept(_ path: String) -> String
    func noRoomName(_ text: String) -> String
    func fetchFailed(_ failure: WebFetch.Failure) -> String
    /// - Parameter type: of the terminal; empty if there is none.
    func noFullScreen(_ type: String) -> String
}

/// Where games are found.
protocol LobbyWords: Sendable {
    func lobbyTitle(_ me: String?) -> String
    var play: String { get }
    var ways: [KeyHint] { get }
    var entering: String { get }
    var whoWantsToPlay: String { get }
    var beingPlayed: String { get }
    var noSeeks: String { get }
    var noGames: String { get }
    var ownSeek: String { get }
    var notClaimed: String { get }
    var nobody: String { get }
    /// That a seek is for such ratings alone.
    func only(_ range: RatingRange) -> String
    var roomPrompt: String { get }
    /// - Parameter time: as a clock shows it.
    func looking(_ time: String, _ terms: String) -> String
    var lobbyHelp: [KeyHint] { get }
}

/// Rooms and records, state by state.
protocol ReplayWords: Sendable {
    func replayTitle(_ what: String) -> String
    func place(_ place: Int, of count: Int) -> String
    var windowTooSmall: String { get }
    func replayKeys(isPlaying: Bool) -> String
    var emptyTable: String { get }
    var emptyBoard: String { get }
    func gameBegins(_ number: Int, _ rule: String) -> String
    func stone(_ side: String, _ point: String, move: Int) -> String
    func backTo(move: Int) -> String
    func changes(_ keys: String) -> String
    func passes(_ side: String) -> String
    var draw: String { get }
    func hasWon(_ side: String) -> String
    func noSuchRoom(_ room: String, _ server: String) -> String
    func unreadable(_ path: String) -> String
    /// What is wrong with a record, and what can be done.
    func badRecord(_ path: String, _ error: RecordError) -> String
}

/// What stands beside the board, and lines of a watched room.
protocol PanelWords: Sendable {
    func tableTitle(_ room: String, watching: Bool) -> String
    func game(_ number: Int) -> String
    var anEmptyTable: String { get }
    var enteringRoom: String { get }
    var openSeat: String { get }
    var you: String { get }
    var away: String { get }
    var bot: String { get }
    var muted: String { get }
    var sendLink: String { get }
    var moves: String { get }
    func here(_ count: Int) -> String
    var chat: String { get }
    var toSpectators: String { get }
    var sayPrompt: String { get }
    var movePrompt: String { get }
    var enterPlays: String { get }
    func tooSmall(width: Int, height: Int, neededWidth: Int, neededHeight: Int) -> String
    var help: String { get }
    func report(_ game: Int) -> String
    func inRoom(_ room: String, _ names: String) -> String
    func watchedGame(_ number: Int, _ rule: String, _ seats: String) -> String
    func watchedMoves(_ moves: String) -> String
    var openSeatShort: String { get }
}

/// Keys and what they do.
protocol KeyWords: Sendable {
    func words(_ action: KeyAction) -> String
    func key(_ key: NamedKey) -> String
    func help(canPlay: Bool) -> [KeyHint]
    var anyKeyGoesBack: String { get }
    /// Of a help that is longer than the screen.
    var helpKeys: String { get }
    var peopleKeys: String { get }
    var reportKeys: String { get }
}

/// Keys that have names, not letters.
enum NamedKey: CaseIterable {
    case anyKey, arrowsEnter, upDown
}

/// What a key does, for the row of keys.
enum KeyAction: Equatable {
    case saysIt, leaves, resign, goOn, abort, abortIt, starts, looks, mutes, scroll, goesBack, opensIt
    case chat, people, help, quit, report, lobby
    case choose, move, offer, accept, refuse, withdraw, again, newGame, bothSides, undo, draw, hint
    case sit(side: String)
    case play, watch, stopLooking
}
