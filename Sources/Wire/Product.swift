/// The program and its version, as servers, clients and engines tell them to each other. `scripts/make-deb` reads the
/// version here, too.
public enum Product {
    public static let version = "0.1.0"
    /// The server and its version, as clients and operators see them.
    public static let server = "gomoku-server/\(version)"
}
