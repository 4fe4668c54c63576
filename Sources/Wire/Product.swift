/// The name and version of the program, which servers, clients and engines exchange.
/// `scripts/make-deb` also reads the version from here.
public enum Product {
    public static let version = "1.0.0"
    /// The server and its version, as clients and operators see them.
    public static let server = "gomoku-server/\(version)"
}
