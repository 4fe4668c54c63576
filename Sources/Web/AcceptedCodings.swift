/// The forms of a file that a client takes: what its `Accept-Encoding` says (RFC 9110, section 12.5.3).
struct AcceptedCodings {
    /// From 0, refused, to 1.
    private(set) var gzip = 0.0
    package private(set) var brotli = 0.0

    /// Whether brotli's form may be sent, and gzip's is not liked better.
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
            // Who takes whatever there is gets what every client can read.
            case "*": all = weight
            default: break
            }
        }
        gzip = named ?? all
    }
}
