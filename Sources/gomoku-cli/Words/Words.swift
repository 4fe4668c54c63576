import Client
import GameState

/// Every sentence of the terminal, in one language. Its members for single texts are generated.
protocol Words: Sendable {
    var table: WordTable { get }
}

/// A key and the description of its action.
typealias KeyHint = (key: String, words: String)

/// Keys that have names instead of letters.
enum NamedKey: CaseIterable {
    case anyKey, arrows, arrowsEnter, upDown, left, right, enter, escape, space, tab, home, end, pageUp, pageDown
}

/// Actions of keys, for the row of key hints.
enum KeyAction: Equatable {
    case saysIt, leaves, resign, goOn, abort, abortIt, starts, looks, mutes, scroll, goesBack, opensIt
    case chat, people, help, quit, report, lobby
    case choose, move, offer, accept, refuse, withdraw, again, newGame, bothSides, undo, draw, hint
    case sit(side: String)
    case play, watch, stopLooking, copyLink
    case lookBack, back, forward, toStart, toEnd, toLive, tenBack, tenForward, playMoves, pause
}

/// Keys with descriptions.
extension Words {
    /// The ways to start or watch a game in the lobby.
    var ways: [KeyHint] {
        [("a", waysAnyone), ("f", waysFriend), ("k", waysComputer), ("o", waysRoom), ("w", waysWatch)]
    }

    var lobbyHelp: [KeyHint] {
        [
            (keyNames(.arrows), lobbyHelpArrows), ("a", lobbyHelpAnyone), ("x", lobbyHelpStop), ("f", lobbyHelpFriend),
            ("k", lobbyHelpComputer), ("o", lobbyHelpRoom), ("w", lobbyHelpWatch), ("R  Ctrl-L", tableHelpLine),
            ("q", keys(.quit)),
        ]
    }

    func help(canPlay: Bool) -> [KeyHint] {
        let common = [
            ("[  ]", tableHelpLookBack), (keyNames(.escape), tableHelpLive), ("c  p", tableHelpPeople),
            ("w", tableHelpLink),
            ("a  l", tableHelpAfter), ("R  Ctrl-L", tableHelpLine), ("q", keys(.quit)), ("( ) * *", tableHelpMarks),
        ]
        guard canPlay else { return common }
        return [
            (keyNames(.arrows), tableHelpMove), ("h8 Enter", tableHelpPoint), ("1 2 3", tableHelpChoose),
            ("n  j  b", tableHelpBegin), ("u  d  g", tableHelpOffer), ("y  x", tableHelpAnswer),
            ("r", tableHelpResign), ("v", tableHelpClaim), ("t", tableHelpHint),
        ] + common + [("[ ]  ?", tableHelpCursor), ("╳", tableHelpForbidden)]
    }

    /// The keys of a replay.
    ///
    /// - Parameter hasReport: whether the server has a report on the game.
    func replayHelp(hasReport: Bool) -> [KeyHint] {
        func row(_ keys: String, _ action: KeyAction) -> KeyHint { (keys, self.keys(action)) }
        return [
            row("\(keyNames(.left))  [", .back), row("\(keyNames(.right))  ]", .forward),
            row(keyNames(.pageUp), .tenBack), row(keyNames(.pageDown), .tenForward), row(keyNames(.home), .toStart),
            row(keyNames(.end), .toEnd), row(keyNames(.space), .playMoves),
        ] + (hasReport ? [row("a", .report)] : []) + [row("q", .quit), ("( ) * *", tableHelpMarks)]
    }

    /// The keys of an analysis room.
    var studyHelp: [KeyHint] {
        [
            ("\(keyNames(.left)) \(keyNames(.right))", studyHelpWalk), (keyNames(.upDown), studyHelpVariations),
            ("h8 Enter", studyHelpPlay), ("h j k l", studyHelpCursor), ("c  v", studyHelpComment), ("t", studyHelpMark),
            ("p  m", studyHelpPromote), ("d  u", studyHelpDelete), ("n  Tab", studyHelpChapter), ("f", studyHelpFollow),
            ("a  x", studyHelpEngine), ("e  i", studyHelpFiles), ("s", studyHelpSay), ("R  Ctrl-L", tableHelpLine),
            ("q", keys(.quit)), ("•  \"", studyHelpSigns),
        ]
    }

    func formKeys(looks: Bool) -> String { looks ? formKeysToLook : formKeysToStart }
}

/// The New Game dialog.
extension Words {
    func label(_ row: NewGameForm.Row) -> String {
        switch row {
        case .term(let term): termTitles(term)
        case .seat: rowSeat
        case .opponent: rowOpponent
        }
    }

    /// Returns the value of a yes-or-no option in words, or an empty string for other options.
    func value(_ option: GameTerms.Field, _ isSet: Bool) -> String {
        (isSet ? optionSet(option) : optionNotSet(option)) ?? ""
    }

    /// Returns the explanation of an option, or an empty string if it has none.
    func help(_ option: GameTerms.Field, _ isSet: Bool) -> String {
        (isSet ? nil : optionNotSetMeans(option)) ?? optionMeans(option) ?? ""
    }

    func level(_ number: Int) -> RobotLevel { levels[number - 1] }
    func opponent(computer level: Int) -> String { computerOfLevel(level: level, name: self.level(level).name) }
}

/// The titles of screens.
extension Words {
    func lobbyTitle(_ me: String?) -> String { me.map(lobbyHeadingNamed) ?? lobbyHeading }
    func tableTitle(_ room: String, watching: Bool) -> String {
        watching ? tableHeadingWatching(room) : tableHeading(room)
    }
}
