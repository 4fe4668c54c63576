/// The effects that every screen can have on the program.
protocol ScreenEffect {
    static var quit: Self { get }
    static var suspend: Self { get }
    static var redraw: Self { get }
}

extension Key {
    /// Returns the key's effect on every screen, or nil if it has none there.
    func anywhere<Effect: ScreenEffect>() -> Effect? {
        switch self {
        case .control("c"): .quit
        case .control("z"): .suspend
        case .control("l"): .redraw
        default: nil
        }
    }
}
