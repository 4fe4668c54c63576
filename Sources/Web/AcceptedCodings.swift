/// The compressed forms that a client accepts, from `Accept-Encoding` (RFC 9110, section 12.5.3).
struct AcceptedCodings {
    /// The weights, from 0 (refused) to 1.
    private(set) var gzip = 0.0
    package private(set) var brotli = 0.0

    /// Whether the client accepts brotli and does not prefer gzip.
    var prefersBrotli: Bool { brotli > 0 && brotli >= gzip }

    init(_ header: String?) {
        var (named, all): (Double?, Double) = (nil, 0)
        for choice in (header ?? "").lowercased().split(separator: ",") {
            let parts = choice.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            switch name {
            case "gzip", "x-gzip": named = named ?? weight
            case "br": brotli = weight
            // A client that accepts any coding gets gzip, which every client can decode.
            case "*": all = weight
            default: break
            }
        }
        gzip = named ?? all
    }
}
