import GameState

extension Notice {
    /// The notice `pong`, which answers `ping`.
    public struct Pong: Message {
        public static let type: StaticString = "pong"
        /// The value from the `ping`.
        public let at: JSON?
        /// The server time in milliseconds since 1970.
        public let time: Int
        /// The measured round trip to each player in milliseconds, in answer to a `ping` with a
        /// `room`.
        public let lag: ByStone<Int?>?

        public init(at: JSON?, time: Int, lag: ByStone<Int?>? = nil) {
            self.at = at
            self.time = time
            self.lag = lag
        }

        public init(_ fields: Fields) throws(BadMember) {
            at = fields["at"]
            time = try fields.number("time")
            lag = fields["lag"].map { lag in
                ByStone(x: lag[Stone.x.rawValue]?.integer, o: lag[Stone.o.rawValue]?.integer)
            }
        }

        public func write(into writer: inout JSONWriter) {
            if let at {
                writer.name("at")
                writer.value(at)
            }
            writer.member("time", time)
            guard let lag else { return }
            writer.name("lag")
            writer.value(
                .object(Stone.allCases.compactMap { side in lag[side].map { .init(side.rawValue, JSON($0)) } }))
        }
    }

    public static func pong(at: JSON?, time: Int, lag: ByStone<Int?>? = nil) -> Notice {
        .pong(Pong(at: at, time: time, lag: lag))
    }
}
