import WebSockets

/// The answer to a request for a file: the file as it is or compressed, or the status "not
/// modified".
///
/// Ranges are not supported: a client that asks for one gets the whole file (RFC 9110, section
/// 14.2).
struct FileAnswer {
    /// The page that people see at an address without a file.
    static let missingPage = "/not-found.html"

    package let response: HTTPResponse

    /// - Parameters:
    ///   - file: the file; nil if there is none.
    ///   - missing: the page that tells people that there is no file. Programs get JSON.
    ///   - brotli: the files compressed with brotli; nil for files that may change between
    ///     requests.
    ///   - isFound: whether the address exists. If it does not, `file` itself tells people so.
    init(
        to request: HTTPRequest, _ file: StaticFiles.File?, missing: StaticFiles.File?, brotli: BrotliForms?,
        isFound: Bool = true
    ) {
        guard let file else {
            let page = Self.isOfPerson(request) ? missing : nil
            var answer =
                page.map { Self.notFound($0, request) } ?? .failure(.nothingHere(.page))
            // Without this header a browser would report a CORS error instead of a missing script.
            if HTTPRouter.isOpen(request.path) { answer.headers.append(HTTPRouter.openToAll) }
            response = answer
            return
        }
        let form = Self.form(of: file, for: AcceptedCodings(request.header("accept-encoding")), brotli)
        // Each form of a file has its own tag.
        let tag = form.map { "\"\(file.version)-\($0.coding)\"" } ?? "\"\(file.version)\""
        var headers = [
            ("content-type", file.type), ("etag", tag),
            ("cache-control", file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"),
            ("content-security-policy", HTTPRouter.policy(path: request.path, host: request.header("host"))),
        ]
        if HTTPRouter.isThirdParty(request.path) { headers.append(HTTPRouter.confinement) }
        if HTTPRouter.isOpen(request.path) { headers.append(HTTPRouter.openToAll) }
        if file.compressed != nil { headers.append(("vary", "accept-encoding")) }
        if let form { headers.append(("content-encoding", form.coding)) }
        let safety = HTTPRouter.safety(path: request.path)
        guard isFound else {
            headers = headers.filter { !["etag", "cache-control"].contains($0.0) } + [("cache-control", "no-store")]
            response = HTTPResponse(status: 404, headers: safety + headers, body: form?.bytes ?? file.contents)
            return
        }
        if Self.isKnown(tag, among: request.header("if-none-match")) {
            response = HTTPResponse(status: 304, headers: safety + headers.filter { $0.0 != "content-encoding" })
        } else {
            response = HTTPResponse(
                status: 200, headers: safety + headers, body: form?.bytes ?? file.contents, isShared: true)
        }
    }

    /// Whether a person will read the answer. Browsers ask for HTML when they open an address;
    /// programs ask for JSON or accept anything.
    private static func isOfPerson(_ request: HTTPRequest) -> Bool {
        let types = (request.header("accept") ?? "").lowercased().split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }
        }
        return types.contains("text/html") && !types.contains("application/json")
    }

    private static func notFound(_ page: StaticFiles.File, _ request: HTTPRequest) -> HTTPResponse {
        // A gadget's policy would sandbox this page, and keep its script from running.
        let isEmbedded = HTTPRouter.isEmbedded(request.path)
        let host = request.header("host")
        return HTTPResponse(
            status: 404,
            headers: (isEmbedded ? HTTPRouter.safety(path: request.path) : HTTPRouter.safety) + [
                ("content-type", page.type), ("cache-control", "no-store"),
                (
                    "content-security-policy",
                    isEmbedded ? HTTPRouter.policy(path: request.path, host: host) : HTTPRouter.policy(host: host)
                ),
            ], body: page.contents, isShared: true)
    }

    /// Returns the smallest available form that the client accepts, with its coding, or nil for the
    /// file as it is.
    private static func form(
        of file: StaticFiles.File, for accepted: AcceptedCodings, _ brotli: BrotliForms?
    ) -> (coding: String, bytes: [UInt8])? {
        if accepted.prefersBrotli, let bytes = brotli?.form(of: file) { return ("br", bytes) }
        return accepted.gzip > 0 ? file.compressed.map { ("gzip", $0) } : nil
    }

    /// Whether `If-None-Match` contains the tag, by weak comparison.
    private static func isKnown(_ tag: String, among known: String?) -> Bool {
        (known ?? "").split(separator: ",").contains { each in
            let each = each.drop { $0 == " " }.prefix { $0 != " " }
            return each == "*" || (each.hasPrefix("W/") ? each.dropFirst(2) : each) == tag
        }
    }
}
