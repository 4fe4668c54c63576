/// How long is waited, milliseconds.
public struct RedisPatience: Sendable {
    /// For a connection, before a call is given up that was never sent. One that may have been carried out is never given
    /// up, since whoever asked would be told what is not known.
    public var connection = 5_000
    /// For anything at all from a Redis that was asked, before another connection is made.
    public var answer = 15_000

    public init(connection: Int = 5_000, answer: Int = 15_000) {
        self.connection = connection
        self.answer = answer
    }
}
