/// A side, and the stone it plays. X (black) moves first.
public enum Stone: String, CaseIterable, Sendable {
    case x, o

    /// The other side.
    @inlinable public var opponent: Stone { self == .x ? .o : .x }

    /// Returns the side that plays move `number` (1, 2, 3, …) when sides alternate. X plays the odd
    /// moves.
    @inlinable public static func ofMove(_ number: Int) -> Stone { number % 2 == 1 ? .x : .o }
}

/// A pair of values, exactly one for each side.
public struct ByStone<Value> {
    public var x, o: Value

    public init(x: Value, o: Value) {
        self.x = x
        self.o = o
    }

    public init(both value: Value) {
        self.init(x: value, o: value)
    }

    public subscript(stone: Stone) -> Value {
        get { stone == .x ? x : o }
        set { if stone == .x { x = newValue } else { o = newValue } }
    }
}

extension ByStone: Equatable where Value: Equatable {}
extension ByStone: Sendable where Value: Sendable {}
