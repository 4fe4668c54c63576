/// What one side has offered the other.
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

    /// Moves that must be made before the same side may repeat an offer that was refused.
    public static let movesAfterRefusal = 6
}

extension Offer: LosslessStringConvertible {
    /// `draw x`, as the key `offer` has it.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let kind = Kind(rawValue: words[0]), let by = Stone(rawValue: words[1]) else {
            return nil
        }
        self.init(kind, by: by)
    }

    public var description: String { "\(kind.rawValue) \(by.rawValue)" }
}

/// An offer that was refused, and at which move.
public struct Refusal: Equatable, Sendable, LosslessStringConvertible {
    public let offer: Offer
    public let move: Int

    init(_ offer: Offer, move: Int) {
        self.offer = offer
        self.move = move
    }

    /// `draw x 12`.
    public init?(_ text: String) {
        guard let space = text.lastIndex(of: " "), let offer = Offer(String(text[..<space])),
            let move = Digits.number(text[text.index(after: space)...])
        else { return nil }
        self.init(offer, move: move)
    }

    public var description: String { "\(offer) \(move)" }
}

/// A player who has left while the game was on: the other may claim it from a moment on.
public struct Absence: Equatable, Sendable, LosslessStringConvertible {
    public let side: Stone
    /// Server milliseconds from which the other side may claim the game.
    public let claimableAt: Int

    public init(side: Stone, claimableAt: Int) {
        self.side = side
        self.claimableAt = claimableAt
    }

    /// `x 1700000000000`.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let side = Stone(rawValue: words[0]), let time = Int(words[1]), time >= 0 else {
            return nil
        }
        self.init(side: side, claimableAt: time)
    }

    public var description: String { "\(side.rawValue) \(claimableAt)" }
}
