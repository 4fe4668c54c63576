// The points that an opening allows, and the symmetry of fifth moves.

extension OpeningState {
    /// The points on which a stone, or an offered alternative, may go now, row by row from the top
    /// left. Empty in phases that await no point.
    public var allowedPoints: [Point] {
        size.points.filter { point in
            do throws(OpeningError) {
                try checkPoint(point)
                return true
            } catch {
                return false
            }
        }
    }

    /// Throws an error unless the phase awaits a point and allows this one.
    func checkPoint(_ point: Point) throws(OpeningError) {
        guard let area else { throw .otherKind(phase) }
        guard size.contains(point) else { throw .offBoard(point) }
        guard board[point] == nil else { throw .occupied(point) }
        guard area.contains(size.center.distance(to: point)) else { throw .outsideArea(point, phase) }
        guard phase == .offer, !offered.isEmpty else { return }
        let twins = twins(of: point)
        if let twin = offered.first(where: twins.contains) { throw .symmetric(point, with: twin) }
    }

    private var area: ClosedRange<Int>? { Self.area(of: opening, in: phase, side: size.side) }

    /// Returns the allowed distances from the center, in steps of a chess king. Returns `nil` if
    /// the phase awaits no point.
    static func area(of opening: Opening, in phase: OpeningPhase, side: Int) -> ClosedRange<Int>? {
        let anywhere = 0...side
        return switch phase {
        case .place1:
            switch opening {
            case .none, .swap, .swap2: anywhere
            case .pro, .longPro, .rif, .soosorv8, .taraguchi10: 0...0
            }
        case .place2:
            switch opening {
            case .rif, .soosorv8, .taraguchi10: 0...1
            case .none, .swap, .swap2, .pro, .longPro: anywhere
            }
        case .place3:
            switch opening {
            case .pro: 3...side
            case .longPro: 4...side
            case .rif, .soosorv8, .taraguchi10: 0...2
            case .none, .swap, .swap2: anywhere
            }
        case .place4: opening == .taraguchi10 ? 0...3 : anywhere
        case .place5: opening == .taraguchi10 ? 0...4 : anywhere
        case .offer: anywhere
        case .swap1, .swap2, .swap3, .swap4, .swap5, .side, .sideAgain, .count, .pick, .done: nil
        }
    }

    /// Returns `point` and the points that are the same fifth move by symmetry.
    ///
    /// Fifth moves must differ in every aspect of the position (RIF; explained by Ando Meritee,
    /// renju.net blog 951). Two moves are the same if a rotation or reflection maps one to the
    /// other, maps X's stones to X's, and maps O's stones to O's. The axis or center may be
    /// anywhere on the board.
    ///
    /// Such a rotation or reflection preserves the stones' center of gravity. All coordinates are
    /// multiplied by `stones.count` so that this center is a whole number.
    private func twins(of point: Point) -> Set<Point> {
        let scale = stones.count
        let sum = stones.reduce(into: (column: 0, row: 0)) {
            $0.column += $1.column
            $0.row += $1.row
        }
        func moved(_ point: Point, by motion: Int) -> Point? {
            var column = point.column * scale - sum.column
            var row = point.row * scale - sum.row
            if motion & 1 != 0 { column = -column }
            if motion & 2 != 0 { row = -row }
            if motion & 4 != 0 { (column, row) = (row, column) }
            (column, row) = (column + sum.column, row + sum.row)
            guard column % scale == 0, row % scale == 0 else { return nil }
            return size.point(column: column / scale, row: row / scale)
        }
        var twins: Set<Point> = []
        for motion in 0..<8 {
            let keeps = stones.allSatisfy { stone in
                moved(stone, by: motion).map { board[$0] == board[stone] } ?? false
            }
            if keeps, let twin = moved(point, by: motion) { twins.insert(twin) }
        }
        return twins
    }
}

extension Point {
    /// Returns the number of steps of a chess king to `other`.
    public func distance(to other: Point) -> Int { max(abs(column - other.column), abs(row - other.row)) }
}
