/// The durability of commits that the store has acknowledged.
public enum StoreDurability: String, Sendable {
    /// Commits are on the disk. They survive a power cut.
    case full
    /// Commits are in the operating system's cache. They survive a crash of the server. A power cut
    /// may lose those of the last seconds, but does not damage the file.
    case os
}
