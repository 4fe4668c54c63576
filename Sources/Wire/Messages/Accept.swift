import GameState

extension Request {
    /// The request `accept`, which takes an open seek.
    public struct Accept: Message {
        public static let type: StaticString = "accept"
        public let id: String?
        /// The number in the seek's key.
        public let number: Int

        public init(id: String?, number: Int) {
            self.id = id
            self.number = number
        }

        public init(_ fields: Fields) throws(BadMember) {
            guard let number = fields["seek"]?.string.flatMap({ Seek.number(ofKey: $0) }) else {
                throw BadMember("seek", "\"seek\" must be the key of a seek in the room ~lobby, such as \"seek.7\".")
            }
            self.number = number
            id = fields.id
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("seek", Seek.key(ofNumber: number))
        }
    }
}
