import Client
import GameState
import Wire

/// A splitter of the input into lines, which also tracks unanswered requests. Pure.
struct ConnectLines {
    /// The greatest length of a line, in bytes.
    static let lineLimit = 1_048_576

    private var begun: [UInt8] = []
    private(set) var hasSaidHello = false
    private(set) var isOverlong = false
    private(set) var hasEnded = false
    /// The numbers of unanswered requests, by ID if they have one, otherwise by kind.
    private var open: [String: Int] = [:]
    /// The key of the latest analysis.
    private var analysis: String?

    /// Returns the lines completed by `bytes`.
    mutating func feed(_ bytes: [UInt8]) -> [String] {
        begun += bytes
        var lines: [String] = []
        var rest = begun[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if let line = Self.text(rest[..<end]) { lines.append(line) }
            rest = rest[(end + 1)...]
        }
        begun = Array(rest)
        isOverlong = begun.count > Self.lineLimit
        return lines
    }

    /// Returns the last line after the input has ended, even without a line end.
    mutating func finish() -> [String] {
        hasEnded = true
        defer { begun = [] }
        return Self.text(begun[...]).map { [$0] } ?? []
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        return line.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : String(decoding: line, as: UTF8.self)
    }

    mutating func saysHello() { hasSaidHello = true }

    static func isHello(_ text: String) -> Bool { (try? JSONParser.parse(text))?["type"]?.string == "hello" }

    /// Records a request that was sent.
    mutating func sent(_ text: String) {
        let key = Self.awaited(text)
        if case .analyse = try? Request(Array(text.utf8)) {
            // The stream of the analysis before ends without a last message.
            if let analysis { close(analysis) }
            analysis = key
        }
        if let key { open[key, default: 0] += 1 }
    }

    /// Returns the key of the request's answer, or nil if there will be none.
    private static func awaited(_ text: String) -> String? {
        func key(_ id: String?, _ type: StaticString) -> String { id.map { "id \($0)" } ?? type.description }
        guard let request = try? Request(Array(text.utf8)) else {
            // The server will refuse an invalid request, by ID if it has one.
            return key((try? JSONParser.parse(text))?["id"]?.string, "error")
        }
        return switch request {
        case .leave, .unseek, .cursor: nil
        case .analyse(let analyse): analyse.order == nil ? nil : key(analyse.id, Request.Analyse.type)
        // The welcome answers both requests.
        case .hello, .login: Request.Hello.type.description
        case .join, .ping: type(of: request.message).type.description
        case .delta(let delta): key(delta.id, DeltaRequest.type)
        case .say(let say): key(say.id, Request.Say.type)
        case .history(let history): key(history.id, Request.HistoryRequest.type)
        case .hint(let hint): key(hint.id, Request.HintRequest.type)
        case .invite(let invite): key(invite.id, Request.Invite.type)
        case .seek(let seek): key(seek.id, Request.SeekRequest.type)
        case .accept(let accept): key(accept.id, Request.Accept.type)
        case .claim(let claim): key(claim.id, Request.Claim.type)
        case .token(let token): key(token.id, Request.TokenRequest.type)
        case .password(let password): key(password.id, Request.Claim.type)
        case .rename(let rename): key(rename.id, Request.Claim.type)
        // The answer is an empty list of sessions.
        case .delete(let deletion): key(deletion.id, Request.SessionsRequest.type)
        case .sessions(let sessions): key(sessions.id, Request.SessionsRequest.type)
        // The answer is the list of the remaining sessions.
        case .signout(let signOut): key(signOut.id, Request.SessionsRequest.type)
        case .report(let report): key(report.id, Request.AbuseReport.type)
        }
    }

    /// Records an answer. Returns whether the input has ended and everything is answered.
    mutating func answered(by message: Notice) -> Bool {
        switch message {
        case .welcome: close("hello")
        case .snapshot: close("join")
        case .deltas(let backlog): if backlog.resume != nil { close("join") }
        case .pong: close("ping")
        case .history(let page): close(page.id.map { "id \($0)" } ?? "history")
        case .delta(let change): change.accepted.id.map { close("id \($0)") }
        case .reject(let refusal): close("id \(refusal.id)")
        case .hint(let hint): close(hint.id.map { "id \($0)" } ?? "hint")
        case .analysis(let analysis): if analysis.isDone { close(analysis.id.map { "id \($0)" } ?? "analyse") }
        case .said(let said): close("id \(said.line.id)")
        case .account(let account): close(account.id.map { "id \($0)" } ?? "claim")
        case .token(let token): close(token.id.map { "id \($0)" } ?? "token")
        case .sessions(let sessions): close(sessions.id.map { "id \($0)" } ?? "sessions")
        case .invited(let invited): close("id \(invited.id)")
        case .reported(let reported): close("id \(reported.id)")
        case .seeking(let seeking): close(seeking.id.map { "id \($0)" } ?? "seek")
        case .paired(let paired): close(paired.id.map { "id \($0)" } ?? "accept")
        case .error(let error):
            // An error without an ID answers a request without an ID.
            if let id = error.id {
                close("id \(id)")
            } else if let first = open.keys.filter({ !$0.hasPrefix("id ") }).sorted().first {
                close(first)
            }
        case .participants, .thinking, .cursors, .other: break
        }
        return hasEnded && isAnswered
    }

    var isAnswered: Bool { open.isEmpty }

    private mutating func close(_ key: String) {
        guard let count = open[key] else { return }
        open[key] = count > 1 ? count - 1 : nil
    }
}
