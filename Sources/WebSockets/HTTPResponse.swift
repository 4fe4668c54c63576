/// A response. The storage of the body is shared, not copied, so one array can answer many
/// requests.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// The headers, without Content-Length and Connection, which this layer writes.
    public var headers: [(String, String)]
    public var body: [UInt8]
    /// Whether the body is kept for other requests anyway, so that it takes no extra memory until
    /// the client reads it.
    public var isShared: Bool

    public init(status: Int, headers: [(String, String)] = [], body: [UInt8] = [], isShared: Bool = false) {
        self.isShared = isShared
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns a response with the body `{"code":…,"message":…}`.
    public static func failure(_ status: Int, code: String, message: String) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "application/json")],
            body: Array("{\"code\":\"\(escaped(code))\",\"message\":\"\(escaped(message))\"}".utf8))
    }

    /// Returns the status line and the headers. 304 and 204 have neither body nor length (RFC 9110,
    /// section 8.6).
    ///
    /// - Parameter isSecure: Whether the response uses TLS. If so, a header tells the browser to
    ///   use only TLS with this host for a year (RFC 6797).
    func head(keepsAlive: Bool, isSecure: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(HTTPResponse.phrase(status))\r\n"
        for (name, value) in headers { text += "\(name): \(HTTPResponse.singleLine(value))\r\n" }
        if isSecure { text += "Strict-Transport-Security: max-age=31536000\r\n" }
        if hasBody { text += "Content-Length: \(body.count)\r\n" }
        text += keepsAlive ? "\r\n" : "Connection: close\r\n\r\n"
        return Array(text.utf8)
    }

    var hasBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Removes line breaks, because a header's value must not start a new header.
    private static func singleLine(_ value: String) -> String {
        value.utf8.contains { $0 == 13 || $0 == 10 } ? String(value.filter { !$0.isNewline }) : value
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case _ where scalar.value < 0x20: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
