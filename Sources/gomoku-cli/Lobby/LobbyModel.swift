import Client
import GameState

/// The terms of a game that the user seeks in the lobby.
struct SeekTerms: Equatable {
    var terms = GameTerms()
    /// The accepted ratings of opponents.
    var range = RatingRange.any
}

/// The state of the lobby: seeks, running games, and the reactions to keys. Pure.
struct LobbyModel {
    /// The part of the screen that receives keys.
    enum Input: Equatable {
        case list
        case form(NewGameForm)
        /// A field for the name or address of a room.
        case room(TextField)
        /// The help, which lists the keys, from the given line on.
        case help(first: Int = 0)
    }

    enum Effect: Equatable, ScreenEffect {
        case seek(SeekTerms)
        case unseek
        /// Accept the seek under the given key.
        case accept(String)
        /// Enter a room.
        case enter(
            RoomName, PlayModel.Mode, opens: NewGameForm?, secret: RoomSecret? = nil, invitation: Invitation? = nil)
        /// Open an analysis room.
        case study(RoomName, secret: RoomSecret?)
        /// Goes to a puzzle race.
        case race(RoomName, secret: RoomSecret?)
        case retryNow
        case redraw
        case suspend
        case quit
    }

    /// An entry of the list that can be selected.
    enum Entry: Equatable {
        case seek(key: String, ListedSeek)
        case game(RoomName, ListedGame)
    }

    private(set) var seeks: [(key: String, seek: ListedSeek)] = []
    private(set) var games: [(room: RoomName, game: ListedGame)] = []
    private(set) var isKnown = false
    var me: Participant?
    var status = SessionStatus.connecting(again: false)
    var latency: Int?
    /// The size of the terminal.
    var screen = Terminal.Size(width: 80, height: 24)
    var news: PlayModel.Message?
    var input = Input.list
    /// The seek in progress, or nil.
    private(set) var wish: SeekTerms?
    /// The time when the seek began, in milliseconds of the loop's clock.
    private(set) var since = 0
    private(set) var place = 0
    /// The initial terms of the next form.
    private var last = GameTerms()
    /// The name for a new room. Passed in, so that the model has no randomness.
    let newRoom: RoomName
    /// The secret of the new room, if the user opens it for a friend.
    let newSecret: RoomSecret?
    let words: any Words

    init(newRoom: RoomName, newSecret: RoomSecret? = nil, words: any Words) {
        (self.newRoom, self.newSecret, self.words) = (newRoom, newSecret, words)
    }

    /// The entries of the list: seeks first, then games.
    var entries: [Entry] {
        seeks.map { .seek(key: $0.key, $0.seek) } + games.map { .game($0.room, $0.game) }
    }

    /// Returns the dialog with the list of keys, from line `first` on.
    func help(_ first: Int) -> PlayDialog { .help(words.lobbyHelp, words, first: first, on: screen) }

    var chosen: Entry? { entries.indices.contains(place) ? entries[place] : nil }

    // MARK: Server state

    mutating func show(_ mirror: RoomMirror) {
        isKnown = mirror.isKnown
        let before = chosen.map(Self.identity)
        var numbered: [(number: Int, key: String, seek: ListedSeek)] = []
        games = []
        for (key, value) in mirror.state.values.map({ ($0.key, $0.value) }) {
            if let number = Seek.number(ofKey: key), let seek = ListedSeek(value) {
                numbered.append((number, key, seek))
            } else if let room = ListedGame.room(ofKey: key), let game = ListedGame(value) {
                games.append((room, game))
            }
        }
        seeks = numbered.sorted { $0.number < $1.number }.map { ($0.key, $0.seek) }
        games.sort { $0.room.text < $1.room.text }
        // The selection follows its entry when other entries appear or disappear.
        if let before, let now = entries.firstIndex(where: { Self.identity($0) == before }) { place = now }
        place = max(0, min(place, entries.count - 1))
    }

    private static func identity(_ entry: Entry) -> String {
        switch entry {
        case .seek(let key, _): key
        case .game(let room, _): ListedGame.key(room)
        }
    }

    /// Records that the user's seek has begun.
    mutating func seeks(_ wish: SeekTerms, now: Int) {
        if self.wish == nil { since = now }
        self.wish = wish
        last = wish.terms
    }

    /// Records that the seek has ended.
    mutating func stopped() { wish = nil }

    // MARK: Keys

    mutating func press(_ key: Key, now: Int) -> [Effect] {
        if let effect: Effect = key.anywhere() { return [effect] }
        switch input {
        case .list: return pressInList(key)
        case .form(var form): return pressInForm(key, &form, now: now)
        case .room(var field): return pressInRoom(key, &field)
        case .help(let first):
            input = help(first).scrolled(by: key, on: screen).map { Input.help(first: $0) } ?? .list
            return []
        }
    }

    private mutating func pressInList(_ key: Key) -> [Effect] {
        switch key {
        case .up: place -= 1
        case .down, .tab: place += 1
        case .pageUp: place -= LobbyScreen.page
        case .pageDown: place += LobbyScreen.page
        case .home: place = 0
        case .end: place = entries.count
        case .entry(place), .enter, .character(" "): return enter(chosen)
        case .entry(let clicked): place = clicked
        case .escape: news = nil
        case .character("R"): return status.isOnline ? [] : [.retryNow]
        case .character(let character): return command(character)
        default: break
        }
        place = max(0, min(place, entries.count - 1))
        return []
    }

    private mutating func command(_ character: Character) -> [Effect] {
        switch character.lowercased() {
        case "q": return [.quit]
        case "?": input = .help()
        case "a": input = .form(NewGameForm(.seek, last, mayRate: mayRate))
        case "f":
            var form = NewGameForm(.table, last, mayRate: mayRate)
            form.isForFriend = newSecret != nil
            return [.enter(newRoom, .play, opens: form, secret: newSecret)]
        case "k":
            var form = NewGameForm(.table, last)
            form.invite(computer: RobotLevel.first)
            return [.enter(newRoom, .play, opens: form)]
        case "o": (input, news) = (.room(TextField(limit: Self.addressLimit)), nil)
        case "w": place = games.isEmpty ? place : seeks.count
        case "x" where wish != nil:
            wish = nil
            return [.unseek]
        default: break
        }
        return []
    }

    /// The greatest length of a typed room name or address in characters, and the columns of it
    /// that a sentence repeats.
    private static let addressLimit = 500
    private static let repeatedColumns = 30

    /// Whether the user may play rated games.
    private var mayRate: Bool { me?.isClaimed ?? false }

    private mutating func enter(_ entry: Entry?) -> [Effect] {
        switch entry {
        case .seek(_, let seek) where seek.by.id == me?.id:
            news = .init(text: words.ownSeek)
            return []
        case .seek(_, let seek) where seek.terms.isRated && !mayRate:
            news = .init(text: words.claimNameFirst, isWarning: true)
            return []
        case .seek(let key, _): return [.accept(key)]
        case .game(let room, _): return [.enter(room, .watch, opens: nil)]
        case nil:
            news = .init(text: words.nobodyListed)
            return []
        }
    }

    private mutating func pressInForm(_ key: Key, _ form: inout NewGameForm, now: Int) -> [Effect] {
        switch key {
        case .escape, .character("q"): input = .list
        case .enter:
            guard form.finish() else {
                news = .init(text: words.notAClock, isWarning: true)
                input = .form(form)
                return []
            }
            input = .list
            news = nil
            let wish = SeekTerms(terms: form.terms)
            seeks(wish, now: now)
            return [.seek(wish)]
        default:
            form.press(key)
            input = .form(form)
        }
        return []
    }

    /// Returns the sentence about a link with an invalid parameter.
    private static func fault(of text: String) -> String? {
        do throws(AddressError) {
            _ = try Address(url: text, room: nil)
            return nil
        } catch {
            if case .parameter = error { return error.description }
            return nil
        }
    }

    private mutating func pressInRoom(_ key: Key, _ field: inout TextField) -> [Effect] {
        switch key {
        case .escape: (input, news) = (.list, nil)
        case .enter:
            let text = field.text.filter { !$0.isWhitespace }
            // An address from a browser's address bar contains the room.
            let address = try? Address(url: text, room: nil)
            if let address, address.isRace { return [.race(address.raceRoom, secret: address.secret)] }
            let name = address?.room ?? RoomName(text)
            if address == nil, text.contains("?"), let why = Self.fault(of: text) {
                news = .init(text: why, isWarning: true)
                return []
            }
            guard let name, name != .lobby else {
                news = .init(text: words.noRoomName(SafeText(text).cut(to: Self.repeatedColumns).text), isWarning: true)
                return []
            }
            if address?.isStudy == true { return [.study(name, secret: address?.secret)] }
            return [.enter(name, .play, opens: nil, secret: address?.secret, invitation: address?.link.invitation)]
        default:
            news = nil
            _ = field.press(key)
            input = .room(field)
        }
        return []
    }
}
