import GameState

extension Notice {
    /// The notice `analysis`: the findings about a position so far. It replaces the earlier ones
    /// with the same id.
    public struct Analysis: Message {
        public static let type: StaticString = "analysis"

        /// A move with the play that is expected after it.
        public struct Line: Equatable, Sendable {
            public let cell: Point
            /// The score of the move for the side to move, on the scale of ``Hint/score``.
            public let score: Int
            /// The winning chance of the side to move, in percent. 0 and 100 are proven.
            public let chance: Int
            /// The expected moves, beginning with `cell`.
            public let line: [Point]
            /// The name of the claim that proves the score.
            public let proof: String?

            public init(cell: Point, score: Int, chance: Int, line: [Point], proof: String? = nil) {
                self.cell = cell
                self.score = score
                self.chance = chance
                self.line = line
                self.proof = proof
            }
        }

        /// A statement about the position with its proof.
        public struct Claim: Equatable, Sendable {
            public let claim: Proof.Claim
            public let means: Proof.Means
            /// The number of the winner's moves in the longest line.
            public let moves: Int
            /// The same for all images of the proof.
            public let name: String
            /// The binary form of the proof.
            public let proof: [UInt8]
            /// The same as text. It is made together with the claim, on a thread that can wait, and
            /// not when the message is written.
            let proofText: String
            /// A line of play to the five.
            public let line: [Point]

            public init(
                _ claim: Proof.Claim, means: Proof.Means, moves: Int, name: String, proof: [UInt8], line: [Point]
            ) {
                self.claim = claim
                self.means = means
                self.moves = moves
                self.name = name
                self.proof = proof
                proofText = ProofText.text(of: proof)
                self.line = line
            }

            /// The memory of the proof in both forms, in bytes.
            public var proofMemory: Int { proof.count + proofText.utf8.count }
        }

        /// The `id` of the request.
        public let id: String?
        /// The depth of the search in moves.
        public let depth: Int
        /// The time of the search so far, in milliseconds.
        public let milliseconds: Int
        /// Whether this is the last message.
        public let isDone: Bool
        /// Whether the server knew this from an earlier analysis.
        public let isStored: Bool
        /// The best moves, best first.
        public let lines: [Line]
        public let claims: [Claim]

        public init(
            id: String?, depth: Int, milliseconds: Int, isDone: Bool, isStored: Bool, lines: [Line], claims: [Claim]
        ) {
            self.id = id
            self.depth = depth
            self.milliseconds = milliseconds
            self.isDone = isDone
            self.isStored = isStored
            self.lines = lines
            self.claims = claims
        }

        public var capacity: Int { 256 + 512 * lines.count + claims.reduce(0) { $0 + 256 + $1.proofText.utf8.count } }

        public init(_ fields: Fields) throws(BadMember) {
            id = fields["id"]?.string
            depth = try fields.number("depth")
            milliseconds = try fields.number("milliseconds")
            isDone = try fields.flag("done")
            isStored = try fields.flag("stored")
            var lines: [Line] = []
            for one in try fields.array("lines") { lines.append(try Line(Fields(one))) }
            self.lines = lines
            var claims: [Claim] = []
            // A newer server may claim more.
            for one in try fields.array("claims") { if let claim = try Claim(Fields(one)) { claims.append(claim) } }
            self.claims = claims
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("depth", depth)
            writer.member("milliseconds", milliseconds)
            writer.name("done")
            writer.bool(isDone)
            writer.flag("stored", isStored)
            writer.member("lines", lines) { writer, line in
                writer.member("cell", line.cell.cell)
                writer.member("score", line.score)
                writer.member("chance", line.chance)
                writer.member("line", line.line.map(\.cell))
                writer.memberIfAny("proof", line.proof)
            }
            writer.member("claims", claims) { writer, claim in claim.write(into: &writer) }
        }
    }
}

extension Notice.Analysis.Line {
    fileprivate init(_ fields: Fields) throws(BadMember) {
        cell = try fields.point("cell")
        score = fields["score"]?.integer ?? 0
        chance = try fields.number("chance")
        line = try fields.points("line")
        proof = fields["proof"]?.string
    }
}

extension Notice.Analysis.Claim {
    /// Returns `nil` for a claim of a kind that this client does not know.
    fileprivate init?(_ fields: Fields) throws(BadMember) {
        switch try fields.text("kind") {
        case "wins": claim = .wins
        case "loses": claim = .loses(try fields.point("point"))
        case "only-hold": claim = .onlyHold(Set(try fields.points("points")))
        default: return nil
        }
        guard let means = Proof.Means(rawValue: try fields.text("means")) else { return nil }
        self.means = means
        moves = try fields.number("moves")
        name = try fields.text("name")
        proofText = try fields.text("proof")
        guard let proof = ProofText.bytes(of: proofText) else {
            throw BadMember("proof", "\"proof\" must be base64url.")
        }
        self.proof = proof
        line = try fields.points("line")
    }

    fileprivate func write(into writer: inout JSONWriter) {
        switch claim {
        case .wins: writer.member("kind", "wins" as StaticString)
        case .loses(let point):
            writer.member("kind", "loses" as StaticString)
            writer.member("point", point.cell)
        case .onlyHold(let points):
            writer.member("kind", "only-hold" as StaticString)
            writer.member("points", points.sorted { ($0.row, $0.column) < ($1.row, $1.column) }.map(\.cell))
        }
        writer.member("means", means.rawValue)
        writer.member("moves", moves)
        writer.member("name", name)
        writer.member("proof", proofText)
        writer.member("line", line.map(\.cell))
    }
}

extension Fields {
    fileprivate func point(_ name: String) throws(BadMember) -> Point {
        guard let point = Point(cell: try text(name)) else {
            throw BadMember(name, "\"\(name)\" must be a cell such as \"7,7\".")
        }
        return point
    }

    fileprivate func points(_ name: String) throws(BadMember) -> [Point] {
        var points: [Point] = []
        for element in try array(name) {
            guard let point = element.string.flatMap({ Point(cell: $0) }) else {
                throw BadMember(name, "\"\(name)\" must be a list of cells such as \"7,7\".")
            }
            points.append(point)
        }
        return points
    }
}
