/// Which web pages may open a WebSocket here: those of the server's own host, and those the operator has listed.
///
/// Browsers send an `Origin` that no page can change; without this check any page could play in its visitor's name.
struct OriginCheck {
    /// Such as `https://club.example`; `*` is all.
    let allowed: [String]

    /// - Parameters:
    ///   - origin: the `Origin` header; nil from anything but a browser, which is accepted.
    ///   - host: the `Host` header.
    func accepts(origin: String?, host: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        if allowed.contains("*") || allowed.contains(where: { $0.lowercased() == origin }) { return true }
        guard let host = host?.lowercased(), !host.isEmpty else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
