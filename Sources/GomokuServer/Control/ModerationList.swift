/// The lists of what an operator shuts out (``Moderation``), as servers and stores name them.
enum ModerationList: String, CaseIterable {
    case banned, muted, closed
}
