import GameState

extension Request {
    /// The request `cursor`, which shows the others in an analysis room where the sender is.
    public struct Cursor: Message {
        public static let type: StaticString = "cursor"
        public let room: RoomName
        public let place: CursorPlace

        public init(room: RoomName, place: CursorPlace) {
            self.room = room
            self.place = place
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            place = try CursorPlace(fields)
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            place.write(into: &writer)
        }
    }
}

extension Notice {
    /// The notice `cursors`: the participants of an analysis room who have moved their cursors.
    public struct Cursors: Message {
        public static let type: StaticString = "cursors"
        public let room: RoomName
        public let cursors: [(id: ParticipantID, place: CursorPlace)]

        public init(room: RoomName, cursors: [(id: ParticipantID, place: CursorPlace)]) {
            self.room = room
            self.cursors = cursors
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            var cursors: [(id: ParticipantID, place: CursorPlace)] = []
            for one in try fields.array("cursors") {
                guard let id = one["id"]?.string else {
                    throw BadMember("cursors", "Each element of \"cursors\" must have an \"id\".")
                }
                cursors.append((ParticipantID(id), try CursorPlace(Fields(one))))
            }
            self.cursors = cursors
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.name("cursors")
            writer.beginArray()
            for (id, place) in cursors {
                writer.beginObject()
                writer.member("id", id.text)
                place.write(into: &writer)
                writer.endObject()
            }
            writer.endArray()
        }

        public static func == (one: Cursors, other: Cursors) -> Bool {
            one.room == other.room
                && one.cursors.elementsEqual(other.cursors) { $0.id == $1.id && $0.place == $1.place }
        }
    }
}

/// The place of a participant in an analysis, which the others see.
public struct CursorPlace: Equatable, Sendable {
    /// The node that the participant looks at, or `nil` if the others see no cursor.
    public let node: TreeNodeID?
    /// The cell that the participant points at.
    public let cell: Point?
    /// The participant whose cursor this participant follows.
    public let follows: ParticipantID?

    public init(node: TreeNodeID?, cell: Point? = nil, follows: ParticipantID? = nil) {
        self.node = node
        self.cell = cell
        self.follows = follows
    }

    init(_ fields: Fields) throws(BadMember) {
        node = try fields.wordIfAny("node", [TreeNodeID(chapter: 1).text]) { TreeNodeID($0) }
        cell = try fields.wordIfAny("cell", ["7,7"]) { Point(cell: $0) }
        follows = try fields.wordIfAny("follows", ["p-886p9rnx4v020"]) { text in
            ParticipantID.lengths.contains(text.utf8.count) ? ParticipantID(text) : nil
        }
    }

    fileprivate func write(into writer: inout JSONWriter) {
        writer.memberIfAny("node", node?.text)
        writer.memberIfAny("cell", cell?.cell)
        writer.memberIfAny("follows", follows?.text)
    }
}
