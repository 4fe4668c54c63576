import GameState

extension Request {
    /// The request `join`, which enters a room. With ``Known`` it asks only for the missing deltas.
    public struct Join: Message {
        /// The part of the room's history that the client already has.
        public struct Known: Equatable, Sendable {
            public let rev: Int
            public let epoch: String

            public init(rev: Int, epoch: String) {
                self.rev = rev
                self.epoch = epoch
            }
        }

        public static let type: StaticString = "join"
        /// The kinds of rooms with a reserved name.
        private static let reservedKinds: Set<RoomKind> = [.lobby, .puzzles]
        public let room: RoomName
        public let kind: RoomKind
        public let known: Known?
        /// The secret of a room made for a friend. The first client that joins with it creates the
        /// room.
        public let secret: RoomSecret?

        public init(room: RoomName, kind: RoomKind = .gomoku, known: Known? = nil, secret: RoomSecret? = nil) {
            self.secret = secret
            self.room = room
            self.kind = kind
            self.known = known
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            if let word = try fields.textIfAny("kind") {
                guard let kind = RoomKind(rawValue: word) else {
                    throw BadMember("kind", "\"kind\" must be \"gomoku\", \"open\", \"analysis\" or \"race\".")
                }
                guard kind == RoomKind(usualFor: room) || !room.isReserved && !Self.reservedKinds.contains(kind) else {
                    throw BadMember(
                        "kind",
                        room.isReserved
                            ? "\(room) is of kind \"\(RoomKind(usualFor: room).rawValue)\". Leave out \"kind\"."
                            : "No other room is of kind \"\(kind.rawValue)\". Choose \"gomoku\", \"open\", \"analysis\" or \"race\"."
                    )
                }
                self.kind = kind
            } else {
                kind = RoomKind(usualFor: room)
            }
            if let text = try fields.textIfAny("secret") {
                guard let secret = RoomSecret(text), !room.isReserved else {
                    throw BadMember(
                        "secret",
                        "\"secret\" must be \(RoomSecret.lengths.lowerBound) to \(RoomSecret.lengths.upperBound) letters, digits, \"-\" or \"_\". \(RoomName.lobby) and \(RoomName.puzzles) take no secret."
                    )
                }
                self.secret = secret
            } else {
                secret = nil
            }
            known =
                switch (try fields.numberIfAny("since"), try fields.textIfAny("epoch")) {
                case (.some(let since), .some(let epoch)): Known(rev: since, epoch: epoch)
                default: nil
                }
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("kind", kind.rawValue)
            writer.memberIfAny("since", known?.rev)
            writer.memberIfAny("epoch", known?.epoch)
            writer.memberIfAny("secret", secret?.text)
        }
    }
}
