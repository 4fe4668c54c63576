/// The limits for reading files of games. Each number is a maximum.
public enum RecordLimits {
    /// The size of a file, in bytes.
    public static let bytes = 1 << 20
    /// The number of moves, passes included.
    public static let moves = 1_000
    /// The length of a property's name, in letters.
    public static let nameLength = 32
    /// The length of a line at the end of a `.psq` file, in bytes.
    public static let lineLength = 1_024
    /// The number of lines at the end of a `.psq` file.
    public static let tailLines = 100
}
