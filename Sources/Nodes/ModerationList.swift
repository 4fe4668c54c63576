/// The operator's lists (``Moderation``), by their names in messages and stores.
package enum ModerationList: String, CaseIterable {
    case banned, muted, closed
}
