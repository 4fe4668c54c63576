/// What any screen may ask of the program.
protocol ScreenEffect {
    static var quit: Self { get }
    static var suspend: Self { get }
    static var redraw: Self { get }
}

extension Key {
    /// What the key does on every screen, whatever is open there; nil for all but three.
    func anywhere<Effect: ScreenEffect>() -> Effect? {
        switch self {
        case .control("c"): .quit
        case .control("z"): .suspend
        case .control("l"): .redraw
        default: nil
        }
    }
}
