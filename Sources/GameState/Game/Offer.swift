/// An offer of one side to the other.
public struct Offer: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case draw, takeback, rematch, hints
    }

    public let kind: Kind
    public let by: Stone

    public init(_ kind: Kind, by: Stone) {
        self.kind = kind
        self.by = by
    }

    /// The number of moves before the same side may repeat a refused offer.
    public static let movesAfterRefusal = 6
}

extension Offer: LosslessStringConvertible {
    /// Parses the form of the key `offer`, such as `draw x`.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let kind = Kind(rawValue: words[0]), let by = Stone(rawValue: words[1]) else {
            return nil
        }
        self.init(kind, by: by)
    }

    public var description: String { "\(kind.rawValue) \(by.rawValue)" }
}

/// A refused offer, with the number of moves at that time.
public struct Refusal: Equatable, Sendable, LosslessStringConvertible {
    public let offer: Offer
    public let move: Int

    init(_ offer: Offer, move: Int) {
        self.offer = offer
        self.move = move
    }

    /// Parses a text such as `draw x 12`.
    public init?(_ text: String) {
        guard let space = text.lastIndex(of: " "), let offer = Offer(String(text[..<space])),
            let move = Digits.number(text[text.index(after: space)...])
        else { return nil }
        self.init(offer, move: move)
    }

    public var description: String { "\(offer) \(move)" }
}

/// A player who has left a running game. The opponent may claim a win from a certain time on.
public struct Absence: Equatable, Sendable, LosslessStringConvertible {
    public let side: Stone
    /// The server time from which the opponent may claim a win, in milliseconds.
    public let claimableAt: Int

    public init(side: Stone, claimableAt: Int) {
        self.side = side
        self.claimableAt = claimableAt
    }

    /// Parses a text such as `x 1700000000000`.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let side = Stone(rawValue: words[0]), let time = Int(words[1]), time >= 0 else {
            return nil
        }
        self.init(side: side, claimableAt: time)
    }

    public var description: String { "\(side.rawValue) \(claimableAt)" }
}
