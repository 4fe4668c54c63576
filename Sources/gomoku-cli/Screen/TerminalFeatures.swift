import Foundation

/// The control sequences, besides drawing, that the program sends to the terminal.
struct TerminalFeatures: Equatable {
    /// The form of desktop notifications. The raw value is the value of the setting `notify`.
    enum Notify: String, CaseIterable {
        /// The forms that the terminal is known to understand, or both if it is unknown.
        case auto
        /// The form of iTerm2, which kitty, WezTerm and Ghostty understand too.
        case osc9
        /// The form of rxvt-unicode, which foot, Konsole and VTE understand too.
        case osc777
        case off

        /// The values, as a list for help.
        static let codes = "auto, osc9, osc777 or off"
    }

    var rings = false
    var setsTitle = false
    var notifies: Notify = .off
    /// Whether links are hyperlinks (OSC 8).
    var hasLinks = false
    /// Whether the program may put a link into the clipboard (OSC 52).
    var mayCopy = false
    /// The kinds of event that call the user.
    var calls: Set<Alert.Kind> = []

    /// Creates features that send nothing.
    init() {}

    /// - Parameter options: the command's options, which override the settings.
    init(_ settings: Settings, options: ScreenOptions? = nil, environment: [String: String]) {
        rings = settings.isOn(.bell, option: options?.bell)
        let kinds: [(Settings.Key, Alert.Kind)] = [
            (.onTurn, .turn), (.onOffer, .offer), (.onChat, .chat), (.onSeat, .seat), (.onEnd, .end),
        ]
        calls = Set(kinds.filter { settings.isOn($0.0) }.map(\.1))
        guard Self.takesSequences(environment["TERM"] ?? "") else { return }
        setsTitle = settings.isOn(.title, option: options?.title)
        mayCopy = true
        hasLinks = settings.isOn(.links) && Self.takesLinks(environment)
        let chosen = Notify(rawValue: settings.value(.notify)) ?? .auto
        let asked = options?.notify.map { $0 ? Notify.auto : .off } ?? chosen
        notifies = asked == .auto ? Self.known(environment) : asked
    }

    /// Whether a terminal of this type skips operating system commands (OSC) that it does not know.
    /// Consoles print them.
    private static func takesSequences(_ type: String) -> Bool {
        !["", "dumb", "linux", "cons25"].contains(type) && !type.hasPrefix("vt")
    }

    /// Whether the terminal skips or understands OSC 8. VTE before 0.50 prints a part of it.
    private static func takesLinks(_ environment: [String: String]) -> Bool {
        guard let version = environment["VTE_VERSION"] else { return true }
        return (Int(version) ?? 0) >= 5_000
    }

    /// Returns the form that the terminal is known to understand, or `auto` for both.
    private static func known(_ environment: [String: String]) -> Notify {
        let type = environment["TERM"] ?? ""
        let program = environment["TERM_PROGRAM"] ?? ""
        if ["iTerm.app", "WezTerm", "ghostty"].contains(program) || type.hasPrefix("xterm-kitty") { return .osc9 }
        if type.hasPrefix("rxvt") || type.hasPrefix("foot") || environment["VTE_VERSION"] != nil { return .osc777 }
        return .auto
    }
}
