import Wire
import Client
import GameState

/// Input to lines, and what of it waits for an answer. Pure.
struct ConnectLines {
    /// The longest line, in bytes.
    static let lineLimit = 1_048_576

    private var begun: [UInt8] = []
    private(set) var hasSaidHello = false
    private(set) var isOverlong = false
    private(set) var hasEnded = false
    /// Requests without an answer: by id where they have one, else by their kind.
    private var open: [String: Int] = [:]

    /// The lines that are complete.
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

    /// The input has ended: a last line may lack its end.
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

    /// A request has gone out.
    mutating func sent(_ text: String) {
        guard let request = try? JSONParser.parse(text), let type = request["type"]?.string else {
            open["error", default: 0] += 1
            return
        }
        switch type {
        case "leave": break
        case "login": open["hello", default: 0] += 1  // the welcome answers both
        case "delta", "say", "history", "hint", "claim", "token", "password", "sessions", "signout":
            // Two are answered as others are.
            let answer = ["password": "claim", "signout": "sessions"][type] ?? type
            open[request["id"]?.string.map { "id \($0)" } ?? answer, default: 0] += 1
        default: open[type, default: 0] += 1
        }
    }

    /// Takes an answer in. Whether the input has ended and everything is answered now.
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
        case .said(let said): close("id \(said.line.id)")
        case .account(let account): close(account.id.map { "id \($0)" } ?? "claim")
        case .token(let token): close(token.id.map { "id \($0)" } ?? "token")
        case .sessions(let sessions): close(sessions.id.map { "id \($0)" } ?? "sessions")
        case .seeking(let seeking): seeking.id.map { close("id \($0)") }
        case .paired(let paired): paired.id.map { close("id \($0)") }
        case .error(let error):
            // An error without an id is about something that has none.
            if let id = error.id {
                close("id \(id)")
            } else if let first = open.keys.filter({ !$0.hasPrefix("id ") }).sorted().first {
                close(first)
            }
        case .participants, .other: break
        }
        return hasEnded && isAnswered
    }

    var isAnswered: Bool { open.isEmpty }

    private mutating func close(_ key: String) {
        guard let count = open[key] else { return }
        open[key] = count > 1 ? count - 1 : nil
    }
}
