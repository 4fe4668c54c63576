import ArgumentParser

/// The options about colours, and about the ways to call the user back to the terminal.
struct ScreenOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Use colours. (default: from the settings)")
    var colors: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Ring the bell on your turn, an offer, a chat message or a taken seat. (default: from the settings)")
    var bell: Bool?

    @Flag(inversion: .prefixedNo, help: "Show a notification on the desktop then. (default: from the settings)")
    var notify: Bool?

    @Flag(inversion: .prefixedNo, help: "Show the state in the window's title. (default: from the settings)")
    var title: Bool?
}
