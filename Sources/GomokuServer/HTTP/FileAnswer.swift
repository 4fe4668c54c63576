import WebSockets

/// A file in answer to a request: as it is or made smaller, or only that it has not changed.
///
/// Parts of files are not sent: who asks for a range gets the whole (RFC 9110, section 14.2).
struct FileAnswer {
    let response: HTTPResponse

    /// - Parameter file: nil where there is none.
    init(to request: HTTPRequest, _ file: StaticFiles.File?) {
        guard let file else {
            response = .failure(.nothingHere(.page))
            return
        }
        let compressed = Self.acceptsGzip(request.header("accept-encoding")) ? file.compressed : nil
        // Each form of it has a tag of its own.
        let tag = compressed == nil ? "\"\(file.version)\"" : "\"\(file.version)-gzip\""
        let isKept = file.isImmutable || request.query("v") == file.version
        var headers = [
            ("content-type", file.type), ("etag", tag),
            ("cache-control", isKept ? "public, max-age=31536000, immutable" : "no-cache"),
            ("content-security-policy", HTTPRouter.policy(path: request.path, host: request.header("host"))),
        ]
        if HTTPRouter.isOthers(request.path) { headers.append(HTTPRouter.confinement) }
        if file.compressed != nil { headers.append(("vary", "accept-encoding")) }
        if compressed != nil { headers.append(("content-encoding", "gzip")) }
        // The frame of a gadget stands in our own container page; nothing else of ours may be framed.
        let safety =
            request.path == HTTPRouter.gadgetFrame
            ? HTTPRouter.safety.filter { $0.0 != "x-frame-options" } : HTTPRouter.safety
        if Self.isKnown(tag, among: request.header("if-none-match")) {
            response = HTTPResponse(status: 304, headers: safety + headers.filter { $0.0 != "content-encoding" })
        } else {
            response = HTTPResponse(
                status: 200, headers: safety + headers, body: compressed ?? file.contents, isShared: true)
        }
    }

    /// Whether `Accept-Encoding` names gzip, or all there are, and does not refuse it.
    static func acceptsGzip(_ accepted: String?) -> Bool {
        var all = false
        for choice in (accepted ?? "").lowercased().split(separator: ",") {
            let parts = choice.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if name == "gzip" || name == "x-gzip" { return weight > 0 }
            if name == "*" { all = weight > 0 }
        }
        return all
    }

    /// Whether `If-None-Match` names the tag; weakly, as that header is compared.
    private static func isKnown(_ tag: String, among known: String?) -> Bool {
        (known ?? "").split(separator: ",").contains { each in
            let each = each.drop { $0 == " " }.prefix { $0 != " " }
            return each == "*" || (each.hasPrefix("W/") ? each.dropFirst(2) : each) == tag
        }
    }
}
