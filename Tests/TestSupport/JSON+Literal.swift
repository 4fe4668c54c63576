import GameState

// Only tests write JSON as literals, never the product.
extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral number: Int) { self.init(number) }
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }
}
