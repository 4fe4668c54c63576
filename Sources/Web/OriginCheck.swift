/// Decides which web pages may open a WebSocket: those of the server's own host, and those that the
/// operator has allowed.
///
/// Browsers send an `Origin` that no page can change. Without this check, any page could play in
/// its visitor's name.
package struct OriginCheck {
    /// Allowed origins, such as `https://club.example`; `*` for all.
    package let allowed: [String]

    package init(allowed: [String]) {
        self.allowed = allowed
    }

    /// Whether `text` is `*` or an origin that browsers send: a scheme and a host without a path
    /// (RFC 6454, section 6.2). Pages without an origin, such as local files, send `null`.
    package static func isAllowlistEntry(_ text: String) -> Bool {
        guard text != "*", text != "null" else { return true }
        guard let end = text.firstRange(of: "://") else { return false }
        let (scheme, host) = (text[..<end.lowerBound], text[end.upperBound...])
        return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
            && !host.isEmpty && !host.contains { "/?#@ ".contains($0) }
    }

    /// - Parameters:
    ///   - origin: the `Origin` header. Only browsers send one; requests without it are accepted.
    ///   - host: the `Host` header.
    package func accepts(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains("*") || allowed.contains(where: { $0.lowercased() == origin }) { return true }
        guard let host = host?.lowercased(), !host.isEmpty else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
