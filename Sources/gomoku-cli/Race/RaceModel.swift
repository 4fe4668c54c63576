import Client
import GameState
import Puzzles
import Wire

/// The state of the terminal in a race room, and its reactions to keys. Pure: it returns effects,
/// and times are passed in, as milliseconds of the loop's clock.
struct RaceModel {
    /// The part of the screen that receives keys.
    enum Input: Equatable {
        case board
        case terms(RaceMenu)
        /// The help, which lists the keys, from the given line on.
        case help(first: Int)
    }

    /// An action for the program to perform.
    enum Effect: Equatable, ScreenEffect {
        case send(Delta)
        /// Fetch the puzzle with this ID.
        case fetch(String)
        /// Put a link into the clipboard.
        case copy(String)
        case retryNow, redraw, suspend, quit
    }

    let room: RoomName
    /// The link that invites to this race.
    let link: String
    let words: any Words
    private(set) var race = Race()
    private(set) var mirror: RoomMirror
    private(set) var isKnown = false
    var run = RaceRun()
    /// Whether the user has a puzzle to solve now.
    private(set) var plays = false
    /// Whether puzzles are needed now.
    private var fetches = false
    /// The requests that the server has not answered yet.
    var waiting: [ClientOutbox.Request] = []
    /// The puzzles whose answers the server has accepted, until the results arrive.
    private var accepted: Set<String> = []
    /// The start of the race that the run belongs to.
    private var followedStart: Int?
    /// The rules with puzzles on this server; all rules until they are known.
    private(set) var rules = Rule.allCases
    var me: Participant?
    var status = SessionStatus.connecting(again: false)
    var latency: Int?
    /// The server's time minus the loop's clock, in milliseconds.
    var clockOffset: Int
    var screen = Terminal.Size(width: 80, height: 24)
    var news: PlayModel.Message?
    var input = Input.board
    /// The point on the board that Enter plays.
    var cursor = BoardSize.standard.center
    /// The beginning of a typed point.
    var typed = ""
    var held: PlayModel.Held?
    /// Whether the user has asked for the end of the race, and has to confirm it.
    var isEnding = false
    /// Whether the user has asked for the link, which is shown until the next key.
    var isLinkShown = false

    /// - Parameter clockOffset: the difference to the time of the server, as far as known.
    init(room: RoomName, link: String, words: any Words, clockOffset: Int = 0) {
        (self.room, self.link, self.words, self.clockOffset) = (room, link, words, clockOffset)
        mirror = RoomMirror(room: room)
    }

    // MARK: Facts

    var own: Race.Racer? { me.flatMap { race.racers[$0.id] } }
    var isHost: Bool { me != nil && mirror.host == me?.id }
    var size: BoardSize { run.attempt?.puzzle.position.board.size ?? .standard }

    /// Whether the user can choose a point.
    var canPick: Bool { plays && run.attempt?.state == .open }

    func name(_ id: ParticipantID) -> String { words.name(id, in: mirror) }

    func serverTime(_ now: Int) -> Int { now + clockOffset }

    func phase(_ now: Int) -> Race.Phase { race.phase(at: serverTime(now)) }

    /// Whether the user may start a race and choose its terms.
    func mayStart(_ now: Int) -> Bool {
        isKnown && me != nil && (isHost || own != nil && !race.terms.isForClass)
            && !race.isRunning(at: serverTime(now))
    }

    /// Whether the user may end the race for everyone.
    func mayEnd(_ now: Int) -> Bool { isKnown && isHost && race.isRunning(at: serverTime(now)) }

    var mayJoin: Bool { isKnown && me != nil && own == nil }

    func mayLeave(_ now: Int) -> Bool { own != nil && !race.isRunning(at: serverTime(now)) }

    /// Whether the screen shows the link: before the first race, until a second person is there.
    func invites(_ now: Int) -> Bool { isKnown && phase(now) == .open && mirror.participants.count < 2 }

    /// The terms with the user's choices that the server has not confirmed yet.
    var chosenTerms: RaceTerms {
        pendingChanges.reduce(race.terms) { terms, change in
            RaceKey(change.key).flatMap { terms.with($0, change.value?.string) } ?? terms
        }
    }

    private var pendingChanges: [Delta.Change] {
        waiting.flatMap { request -> [Delta.Change] in
            if case .delta(let request) = request { request.delta.changes } else { [] }
        }
    }

    /// The place of the shown puzzle: the user's next one, or for spectators the leader's. Answers
    /// that are on their way count.
    var place: Int {
        guard let own else { return race.racers.values.map(\.results.count).max() ?? 0 }
        let answered = accepted.union(pendingChanges.compactMap { Self.answered($0) })
        return race.puzzles[own.results.count...].firstIndex { !answered.contains($0) } ?? race.puzzles.count
    }

    /// Returns the puzzle that a change answers; nil for other changes.
    private static func answered(_ change: Delta.Change) -> String? {
        change.key == RaceKey.answer.text
            ? change.value?.string?.split(separator: " ").first.map(String.init) : nil
    }

    // MARK: Server state

    /// Processes a message that has changed the mirror.
    mutating func apply(_ change: RoomMirror.Change, mirror: RoomMirror, now: Int) -> [Effect] {
        switch change {
        case .restored, .continued:
            isKnown = true
            accepted = []
            do {
                race = try Race(state: mirror.state)
            } catch {
                race = Race()
                warn(words.raceUnreadable)
            }
        case .people, .own, .said, .none: break
        case .gap: return []
        }
        // Another reference to the state would make each delta copy it.
        self.mirror = mirror.withoutState
        return refresh(now: now)
    }

    /// Processes the server's answer to one of the user's requests. The race then shows the result.
    mutating func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer) {
        guard case .delta(let request) = request else { return }
        switch answer {
        case .accepted: accepted.formUnion(request.delta.changes.compactMap { Self.answered($0) })
        case .refused(let reason):
            switch reason.code {
            // The race went on meanwhile, which the screen shows.
            case .conflict, .gameOver, .noGame: break
            case .notOffered: warn(words.raceNoPuzzles)
            case .tooLarge: warn(words.raceFull)
            default: warn(words.rejected(reason))
            }
        }
    }

    /// Takes back a request that could not be sent, because too many are unanswered.
    mutating func notSent(_ delta: Delta) {
        if delta.changes.contains(where: { Self.answered($0) != nil }) { run.restart() }
        warn(words.outboxFull)
    }

    /// Takes the server's answer to the request for a puzzle.
    mutating func take(_ answer: WebFetch.Answer, for id: String, now: Int) -> [Effect] {
        let wasOpen = run.attempt != nil
        run.take(answer, for: id, now: now)
        if !wasOpen, run.attempt != nil { beginPuzzle() }
        return refresh(now: now)
    }

    /// Takes the server's catalogue of puzzles. Without it, the terms offer all rules.
    mutating func takeCatalogue(_ answer: WebFetch.Answer) {
        if case .json(let json) = answer, let offered = PuzzleCatalogue(json)?.offered, !offered.isEmpty {
            rules = offered
        }
    }

    mutating func warn(_ sentence: String) { news = .init(text: sentence, isWarning: true) }

    // MARK: Time

    /// Follows the race: shows the puzzle of this time, and fetches the next ones.
    mutating func refresh(now: Int) -> [Effect] {
        if race.start != followedStart {
            run.reset()
            (followedStart, accepted) = (race.start, [])
        }
        let (time, place, phase) = (serverTime(now), place, phase(now))
        plays = phase == .running && own.map { !race.isDone($0, at: time) } == true && place < race.puzzles.count
        fetches = plays || phase == .countdown || phase == .running && own == nil
        if phase == .countdown { return run.prepare(race.puzzles, from: 0, now: now).map { .fetch($0) } }
        guard fetches else {
            typed = ""
            return []
        }
        let before = run.id
        let wanted = run.show(race.puzzles, at: place, now: now)
        if run.id != before { beginPuzzle() }
        return wanted.map { .fetch($0) }
    }

    private mutating func beginPuzzle() {
        (cursor, typed, held) = (run.attempt?.puzzle.last ?? size.center, "", nil)
    }

    /// Performs the steps that are due: a held command, and the changes of the race by time alone.
    mutating func tick(now: Int) -> [Effect] {
        var effects: [Effect] = []
        if let held, held.until <= now {
            self.held = nil
            effects = command(held.letter, now: now)
        }
        return effects + refresh(now: now)
    }

    /// Returns the milliseconds until ``tick(now:)`` has something to do; nil if it has nothing.
    func nextTick(now: Int) -> Int? {
        let time = serverTime(now)
        let ends = race.racers.values.compactMap { race.end(of: $0) }
        let times = ([race.start, race.end].compactMap { $0 } + ends).filter { $0 > time }.map { $0 - clockOffset }
        return (times + [held?.until, fetches ? run.retryAt : nil].compactMap { $0 }).min().map {
            max(1, $0 - now)
        }
    }

    /// The time that the clock counts down to, in milliseconds of the loop's clock; nil if it shows
    /// nothing.
    private func clockEnd(_ now: Int) -> Int? {
        switch phase(now) {
        case .countdown: race.start.map { $0 - clockOffset }
        case .running: (own.flatMap { race.end(of: $0) } ?? race.end).map { $0 - clockOffset }
        case .open, .over: nil
        }
    }

    /// Returns the seconds on the clock; nil if it shows nothing.
    func secondsLeft(_ now: Int) -> Int? { clockEnd(now).map { max(0, ($0 - now + 999) / 1_000) } }

    /// Returns the milliseconds until the clock shows another second; nil if it shows nothing.
    func nextChange(now: Int) -> Int? {
        guard let end = clockEnd(now), end > now else { return nil }
        return (end - now - 1) % 1_000 + 1
    }
}
