import GameState

extension Request {
    /// "I look for nobody any more."
    public struct Unseek: Message {
        public static let type: StaticString = "unseek"

        public init() {}

        public init(_ fields: Fields) throws(BadMember) {}

        public func write(into writer: inout JSONWriter) {}
    }
}
