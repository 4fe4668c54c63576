/// Which web pages may open a WebSocket here: those of the server's own host, and those the operator has listed.
///
/// Browsers send an `Origin` that no page can change; without this check any page could play in its visitor's name.
package struct OriginCheck {
    /// Such as `https://club.example`; `*` is all.
    package let allowed: [String]

    package init(allowed: [String]) {
        self.allowed = allowed
    }

    /// Whether browsers send such an `Origin`, or it is `*`: a scheme and a host, no path (RFC 6454, 6.2). Pages that
    /// have none of their own, such as files, send `null`.
    package static func isOrigin(_ text: String) -> Bool {
        guard text != "*", text != "null" else { return true }
        guard let end = text.firstRange(of: "://") else { return false }
        let (scheme, host) = (text[..<end.lowerBound], text[end.upperBound...])
        return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
            && !host.isEmpty && !host.contains { "/?#@ ".contains($0) }
    }

    /// - Parameters:
    ///   - origin: the `Origin` header; nil from anything but a browser, which is accepted.
    ///   - host: the `Host` header.
    package func accepts(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains("*") || allowed.contains(where: { $0.lowercased() == origin }) { return true }
        guard let host = host?.lowercased(), !host.isEmpty else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
