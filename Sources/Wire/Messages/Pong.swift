import GameState

extension Notice {
    /// The answer to `ping`.
    public struct Pong: Message {
        public static let type: StaticString = "pong"
        /// As it came.
        public let at: JSON?
        /// Server time, milliseconds since 1970.
        public let time: Int

        public init(at: JSON?, time: Int) {
            self.at = at
            self.time = time
        }

        public init(_ fields: Fields) throws(BadMember) {
            at = fields["at"]
            time = try fields.number("time")
        }

        public func write(into writer: inout JSONWriter) {
            if let at {
                writer.name("at")
                writer.value(at)
            }
            writer.member("time", time)
        }
    }

    public static func pong(at: JSON?, time: Int) -> Notice { .pong(Pong(at: at, time: time)) }
}
