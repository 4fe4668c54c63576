import GameState

extension Request {
    /// The request `unseek`, which withdraws the sender's seek.
    public struct Unseek: Message {
        public static let type: StaticString = "unseek"

        public init() {}

        public init(_ fields: Fields) throws(BadMember) {}

        public func write(into writer: inout JSONWriter) {}
    }
}
