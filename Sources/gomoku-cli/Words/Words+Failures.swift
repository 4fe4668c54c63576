import Client
import GameState
import WebSockets
import Wire

/// Sentences about the connection to the server.
extension Words {
    func online(_ latency: Int?) -> String { latency.map(onlineLatency) ?? online }

    func loss(_ loss: ConnectionLoss) -> String {
        switch loss {
        case .noAnswer(let host): hostSilent(host)
        case .notOpened(let failure): notOpened(failure)
        case .broken: brokenLost
        case .restarting: brokenStopping
        case .tooMuchSent: brokenAbuse
        case .unreadable: brokenGarbled
        case .turnedAway(let reason): rejected(reason)
        }
    }

    private func notOpened(_ failure: ConnectFailure) -> String {
        let host = failure.host
        return switch failure.reason {
        case .unknownName: connectErrorsUnknownName(host)
        case .refused(let words): connectErrorsRefused(host: host, words: words)
        case .noAnswer: connectErrorsNoAnswer(host)
        case .notSecure(let words): connectErrorsNotSecure(host: host, words: words)
        case .status(let status): connectErrorsStatus(host: host, status: status)
        case .closed: connectErrorsClosed
        case .other(let words): connectErrorsOther(host: host, words: words.isEmpty ? noReasonGiven : words)
        }
    }

    func failure(_ failure: SessionFailure) -> String {
        switch failure {
        case .unavailable(.noAnswer(let host)): hostSilentHelp(host)
        case .unavailable(let why): loss(why)
        case .interrupted: interrupted
        case .otherServer(let failure): notOpened(failure)
        case .notUnderstood(let failure): isEnglish ? "\(failure)" : notOurServer
        case .refused(let reason): rejected(reason)
        case .noGame(let room): gadgetRoom("\(room)")
        }
    }

    func retry(_ why: String, seconds: Int) -> String {
        seconds > 0 ? retryWithKey(seconds: seconds, why: why) : retryNowWithKey(why)
    }

    func noRoomName(_ text: String) -> String {
        text.isEmpty ? roomNameMissing : notARoomName(limit: RoomName.lengthLimit, text: text)
    }

    func fetchFailed(_ failure: WebFetch.Failure) -> String {
        switch failure {
        case .address(let text): fetchErrorsAddress(SafeText(text).text)
        case .notReached(let host, let cause): notReached(host, cause)
        case .notUnderstood(let status): fetchErrorsNotUnderstood(status)
        }
    }

    private func notReached(_ host: String, _ cause: WebFetch.Cause) -> String {
        switch cause {
        case .noAnswer: fetchErrorsNoAnswer(host)
        case .refused: fetchErrorsRefused(host)
        case .unknownName: fetchErrorsUnknownName(host)
        case .broken: fetchErrorsBroken(host)
        case .notSecure: fetchErrorsNotSecure(host)
        case .other(let number): fetchErrorsOther(host: host, number: number)
        }
    }

    /// - Parameter type: the terminal's type; empty if there is none.
    func noFullScreen(_ type: String) -> String { cannotDraw(type.isEmpty ? terminalTypeEmpty : type) }

    /// Returns the reason why a room's history could not be fetched.
    func history(_ failure: HistoryFetch.Failure, room: String, server: String) -> String {
        switch failure {
        case .noSuchRoom: noSuchRoom(room: room, server: server)
        case .refused(let reason): rejected(reason)
        case .notFetched(let failure): fetchFailed(failure)
        case .notUnderstood(let why): self.failure(.notUnderstood(why))
        }
    }
}

/// Sentences about refusals.
extension Words {
    /// Whether English messages of the server and of libraries can be shown. They say more than a
    /// code.
    private var isEnglish: Bool { self is EnglishWords }

    /// Returns the reason why the server refused a request.
    func rejected(_ reason: Notice.Reason) -> String {
        let own = isEnglish ? nil : reason.code.flatMap(sentence)
        if let own { return own }
        return reason.message.isEmpty ? notAcceptedCode(reason.word) : reason.message
    }

    /// Returns the sentence for a code, or nil if the server's own message says more.
    private func sentence(_ code: Code) -> String? {
        switch code {
        case .badKey, .badValue, .badMessage: nil
        default: codes(code) ?? rejections(code) ?? refusals(code)
        }
    }

    var notYourTurn: String { sentence(.notYourTurn) ?? notAccepted }

    func forbidden(_ point: String, _ prohibition: Prohibition) -> String {
        forbiddenTo(point: point, why: prohibitions(prohibition))
    }

    /// Returns why `player` cannot make an offer of this kind now.
    func cannotOffer(_ kind: Offer.Kind, in game: GameView, _ player: ParticipantID?) -> String {
        if kind == .takeback, !game.terms.allowsTakebacks { return takebacksOff }
        return kind == .draw && game.isAgainstComputer(player) ? drawsOff : offersImpossible(kind)
    }

    /// Returns a sentence about the error in a record and its remedy.
    func badRecord(_ path: String, _ error: RecordError) -> String {
        switch error {
        case .notThisFormat: recordFaultsNotThisFormat(path)
        case .syntax(let offset): recordFaultsSyntax(offset: offset, path: path)
        case .line(let line): recordFaultsLine(line: line, path: path)
        case .unfinished: recordFaultsUnfinished(path)
        case .otherGame(let number): recordFaultsOtherGame(game: number, path: path)
        case .badPoint(let text, let move):
            recordFaultsBadPoint(move: move, path: path, text: text.prefix(16).debugDescription)
        case .offBoard(let move): recordFaultsOffBoard(move: move, path: path)
        case .occupied(_, let move): recordFaultsOccupied(move: move, path: path)
        case .tooLarge(let bytes): recordFaultsTooLarge(bytes: bytes, limit: RecordLimits.bytes, path: path)
        case .tooManyMoves(let count):
            recordFaultsTooManyMoves(limit: RecordLimits.moves, number: count, path: path)
        case .size(let size): recordFaultsSize(path: path, size: String(size.prefix(16)))
        case .setup(let property): recordFaultsSetup(path: path, property: property)
        case .unwritable: recordFaultsUnwritable(path)
        }
    }
}
