import GameState

/// A part of a store's history in which the store has everything that clients have seen.
///
/// A store may lose data that clients have seen, for example through a restore, an import, or the
/// loss of its newest commits. It then begins a new generation. From then on clients see a
/// different epoch for each room, so that no client mixes new deltas with old ones of the same
/// revisions. The epochs in the rooms' headers do not change. To begin a generation, the store
/// therefore writes a single value, whatever the number of rooms.
public struct Generation: Equatable, Sendable {
    /// The text that is added to epochs. Empty in the store's first generation.
    public let text: String

    /// The separator in a header between an epoch and the generation in which the room began.
    private static let separator: Character = "/"

    public init(_ text: String = "") { self.text = text }

    /// Creates a generation.
    ///
    /// - Parameter random: A number that is different for each generation.
    public init(random: UInt64) { text = "g" + String(random, radix: 36) }

    /// Returns the epoch that clients see for a room whose header contains `stored`.
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
