import GameState

/// A part of a store's history in which the store knows everything that clients were shown.
///
/// A store that may know less, because it was restored, imported or lost its tail, begins a new generation. From then on
/// clients see another epoch for each room, so that none of them continues what it knew with other deltas of the same
/// revisions. The epochs in the rooms' headers stay as they are: a generation costs one value, however many rooms there
/// are.
public struct Generation: Equatable, Sendable {
    /// Empty: the store's first generation.
    public let text: String

    /// The separator in a header between an epoch and the generation in which the room began.
    private static let separator: Character = "/"

    public init(_ text: String = "") { self.text = text }

    /// - Parameter random: chosen anew for each generation.
    public init(random: UInt64) { text = "g" + String(random, radix: 36) }

    /// Returns the epoch that clients see of a room whose header has `stored`.
    public func shown(_ stored: String) -> String {
        let parts = stored.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
        let epoch = String(parts[0])
        return (parts.count > 1 ? String(parts[1]) : "") == text ? epoch : epoch + text
    }

    /// Returns the text for the header of a room that begins with the epoch `shown`.
    public func stored(_ shown: String) -> String { text.isEmpty ? shown : "\(shown)\(Self.separator)\(text)" }

    /// Returns the epoch in a header without its generation.
    public static func plain(_ stored: String) -> String {
        String(stored.prefix { $0 != separator })
    }
}
