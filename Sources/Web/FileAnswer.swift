import WebSockets

/// A file in answer to a request: as it is or made smaller, or only that it has not changed.
///
/// Parts of files are not sent: who asks for a range gets the whole (RFC 9110, section 14.2).
struct FileAnswer {
    /// The page for people who come to an address that has nothing.
    static let missingPage = "/not-found.html"

    package let response: HTTPResponse

    /// - Parameters:
    ///   - file: nil where there is none.
    ///   - missing: the page that tells a person that there is none; programs get JSON.
    ///   - brotli: what makes it smaller than gzip does; nil for files that may be others by the next time.
    init(to request: HTTPRequest, _ file: StaticFiles.File?, missing: StaticFiles.File?, brotli: BrotliForms?) {
        guard let file else {
            let page = Self.isOfPerson(request) ? missing : nil
            var answer =
                page.map { Self.notFound($0, host: request.header("host")) } ?? .failure(.nothingHere(.page))
            // A browser would blame the missing header for a missing script.
            if HTTPRouter.isOpen(request.path) { answer.headers.append(HTTPRouter.openToAll) }
            response = answer
            return
        }
        let form = Self.form(of: file, for: AcceptedCodings(request.header("accept-encoding")), brotli)
        // Each form of it has a tag of its own.
        let tag = form.map { "\"\(file.version)-\($0.coding)\"" } ?? "\"\(file.version)\""
        var headers = [
            ("content-type", file.type), ("etag", tag),
            ("cache-control", file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"),
            ("content-security-policy", HTTPRouter.policy(path: request.path, host: request.header("host"))),
        ]
        if HTTPRouter.isOthers(request.path) { headers.append(HTTPRouter.confinement) }
        if HTTPRouter.isOpen(request.path) { headers.append(HTTPRouter.openToAll) }
        if file.compressed != nil { headers.append(("vary", "accept-encoding")) }
        if let form { headers.append(("content-encoding", form.coding)) }
        // The frame of a gadget stands in our own container page; nothing else of ours may be framed.
        let safety =
            request.path == HTTPRouter.gadgetFrame
            ? HTTPRouter.safety.filter { $0.0 != "x-frame-options" } : HTTPRouter.safety
        if Self.isKnown(tag, among: request.header("if-none-match")) {
            response = HTTPResponse(status: 304, headers: safety + headers.filter { $0.0 != "content-encoding" })
        } else {
            response = HTTPResponse(
                status: 200, headers: safety + headers, body: form?.bytes ?? file.contents, isShared: true)
        }
    }

    /// Whether a person will read the answer. A browser that goes to an address asks for HTML; programs ask for JSON, or
    /// for anything.
    private static func isOfPerson(_ request: HTTPRequest) -> Bool {
        let types = (request.header("accept") ?? "").lowercased().split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }
        }
        return types.contains("text/html") && !types.contains("application/json")
    }

    private static func notFound(_ page: StaticFiles.File, host: String?) -> HTTPResponse {
        HTTPResponse(
            status: 404,
            headers: HTTPRouter.safety + [
                ("content-type", page.type), ("cache-control", "no-store"),
                ("content-security-policy", HTTPRouter.policy(host: host)),
            ], body: page.contents, isShared: true)
    }

    /// The smallest form of the file that is there and taken, with its name; nil: as it is.
    private static func form(
        of file: StaticFiles.File, for accepted: AcceptedCodings, _ brotli: BrotliForms?
    ) -> (coding: String, bytes: [UInt8])? {
        if accepted.prefersBrotli, let bytes = brotli?.form(of: file) { return ("br", bytes) }
        return accepted.gzip > 0 ? file.compressed.map { ("gzip", $0) } : nil
    }

    /// Whether `If-None-Match` names the tag; weakly, as that header is compared.
    private static func isKnown(_ tag: String, among known: String?) -> Bool {
        (known ?? "").split(separator: ",").contains { each in
            let each = each.drop { $0 == " " }.prefix { $0 != " " }
            return each == "*" || (each.hasPrefix("W/") ? each.dropFirst(2) : each) == tag
        }
    }
}
