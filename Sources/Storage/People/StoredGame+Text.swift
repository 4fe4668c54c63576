import GameState

/// The stored form of a finished game: a JSON object whose terms have their usual names.
extension StoredGame {
    public var text: [UInt8] {
        var writer = JSONWriter(reserving: 512)
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("epoch")
        writer.string(game.id.epoch)
        writer.name("number")
        writer.integer(game.id.number)
        writer.name("room")
        writer.string(game.room.key)
        for field in GameTerms.Field.allCases {
            guard let text = game.terms[field] else { continue }
            writer.name(field.rawValue)
            writer.string(text)
        }
        for stone in [Stone.x, .o] {
            guard let player = players[stone] else { continue }
            writer.name(stone.rawValue)
            writer.beginArray()
            writer.string(player.id.text)
            writer.string(player.name)
            for points in [player.rating, player.after] {
                if let points { writer.integer(points) } else { writer.null() }
            }
            writer.endArray()
        }
        writer.name("result")
        writer.string(game.result)
        writer.name("reason")
        writer.string(game.reason.rawValue)
        writer.name("moves")
        writer.string(Game.text(of: game.moves))
        if let times = MoveTime.text(of: game.times) {
            writer.name("times")
            writer.string(times)
        }
        writer.name("ended")
        writer.integer(game.ended)
        writer.endObject()
    }

    /// Parses the form of ``text``. Returns `nil` for any other text.
    public init?(text: [UInt8]) {
        guard let json = try? JSONParser.parse(text) else { return nil }
        self.init(json)
    }

    init?(_ json: JSON) {
        var terms = GameTerms()
        terms.clock = nil
        for field in GameTerms.Field.allCases {
            guard let text = json[field.rawValue]?.string else { continue }
            guard terms.set(field, to: text) else { return nil }
        }
        guard let epoch = json["epoch"]?.string, let number = json["number"]?.integer,
            let room = json["room"]?.string.flatMap({ RoomName(key: $0) }), let result = json["result"]?.string,
            let reason = json["reason"]?.string.flatMap(Game.Reason.init(rawValue:)),
            let moves = json["moves"]?.string.flatMap({ Self.points($0, terms.size) }),
            let ended = json["ended"]?.integer
        else { return nil }
        let players = ByStone(x: Self.player(json["x"]), o: Self.player(json["o"]))
        self.init(
            game: FinishedGame(
                id: GameID(epoch: epoch, number: number), room: room, terms: terms,
                players: ByStone(x: players.x?.id, o: players.o?.id), result: result, reason: reason, moves: moves,
                times: json["times"]?.string.flatMap { MoveTime.times($0, count: moves.count) } ?? [], ended: ended),
            players: players)
    }

    private static func player(_ json: JSON?) -> StoredGame.Player? {
        guard let parts = json?.array, parts.count == 4, let id = parts[0].string, let name = parts[1].string else {
            return nil
        }
        return StoredGame.Player(
            id: ParticipantID(id), name: name, rating: parts[2].integer, after: parts[3].integer)
    }

    private static func points(_ text: String, _ size: BoardSize) -> [Point]? {
        var points: [Point] = []
        for word in text.split(separator: " ") {
            guard let point = Point(cell: word), size.contains(point) else { return nil }
            points.append(point)
        }
        return points
    }
}
