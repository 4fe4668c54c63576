/// A list of the operator (``Moderation``): banned or muted participants and addresses, or closed
/// rooms. The raw value is its name in messages and stores.
package enum ModerationList: String, CaseIterable {
    case banned, muted, closed
}
