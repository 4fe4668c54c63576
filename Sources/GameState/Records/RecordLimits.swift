/// How much of a file is read.
public enum RecordLimits {
    /// Longest file, in bytes.
    public static let bytes = 1 << 20
    /// Most moves, passes counted.
    public static let moves = 1_000
    /// Longest name of a property, in letters.
    public static let nameLength = 32
    /// Longest line of a `.psq` file's end that is kept, in bytes.
    public static let lineLength = 1_024
    /// Most lines of a `.psq` file's end that are kept.
    public static let tailLines = 100
}
