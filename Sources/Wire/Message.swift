import GameState

/// A message of the protocol. Servers and clients share the code that writes and reads it.
public protocol Message: Equatable, Sendable {
    /// The value of the member `type`.
    static var type: StaticString { get }
    /// An estimate of the length of the text, so that the buffer is allocated once.
    var capacity: Int { get }
    /// Writes all members except `type`.
    func write(into writer: inout JSONWriter)
    init(_ fields: Fields) throws(BadMember)
}

extension Message {
    public var capacity: Int { 256 }

    /// The message as one JSON object in UTF-8.
    public var json: [UInt8] { json(headroom: 0) }

    /// Returns the message as one JSON object in UTF-8.
    ///
    /// - Parameter headroom: Bytes to leave free before the text, for a header.
    public func json(headroom: Int) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity, headroom: headroom)
        writer.beginObject()
        writer.member("type", Self.type)
        write(into: &writer)
        writer.endObject()
        return writer.bytes
    }
}

/// A missing or invalid member of a message.
public struct BadMember: Error, Equatable, Sendable {
    public let name: String
    /// A sentence that tells the sender the valid values.
    public let message: String
    /// The rejection for an invalid delta, if its room and id could be read.
    let target: Malformed.Target?

    init(_ name: String, _ message: String, target: Malformed.Target? = nil) {
        self.name = name
        self.message = message
        self.target = target
    }
}
