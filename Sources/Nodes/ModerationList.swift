/// The operator's lists (``Moderation``), with their names in messages and stores.
package enum ModerationList: String, CaseIterable {
    case banned, muted, closed
}
