/// The limits for files with game trees. Each number is a maximum.
public enum StudyLimits {
    /// The size of a file, in bytes.
    public static let bytes = 1 << 24
    /// The number of moves in all trees of a file.
    public static let nodes = 500_000
    /// The number of trees in a file. A room holds ``Chapter/limit`` chapters.
    public static let chapters = 999
    /// The number of points in all lists of marks and setup stones of an SGF file. Without
    /// rectangles such as `aa:tt`, no file of ``bytes`` has more.
    public static let points = 1 << 22
}
