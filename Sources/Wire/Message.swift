import GameState

/// One message of the protocol: written and read here, by servers and clients alike.
public protocol Message: Equatable, Sendable {
    /// What stands in its `type`.
    static var type: StaticString { get }
    /// A guess at its text's length, so that the buffer is made once.
    var capacity: Int { get }
    /// Writes all members but `type`.
    func write(into writer: inout JSONWriter)
    init(_ fields: Fields) throws(BadMember)
}

extension Message {
    public var capacity: Int { 256 }

    /// The message as one JSON object in UTF-8.
    public var json: [UInt8] { json(headroom: 0) }

    /// - Parameter headroom: bytes before the text, for whoever puts something in front of it.
    public func json(headroom: Int) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity, headroom: headroom)
        writer.beginObject()
        writer.member("type", Self.type)
        write(into: &writer)
        writer.endObject()
        return writer.bytes
    }
}

/// A member of a message that is missing or cannot be what it is.
public struct BadMember: Error, Equatable, Sendable {
    public let name: String
    /// What it must be, as a sentence for whoever wrote it.
    public let message: String
    /// What a delta is rejected with that says so much of itself.
    let target: Malformed.Target?

    init(_ name: String, _ message: String, target: Malformed.Target? = nil) {
        self.name = name
        self.message = message
        self.target = target
    }
}
