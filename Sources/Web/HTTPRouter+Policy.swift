import WebSockets

extension HTTPRouter {
    /// The path of the page that a gadget runs in.
    static let gadgetFrame = "/gadget-frame.html"

    /// Whether the file at `path` was written by third parties, or runs their code.
    static func isThirdParty(_ path: String) -> Bool { path == gadgetFrame || path.hasPrefix("/gadgets/") }

    /// Whether pages of every origin may read the file at `path`.
    ///
    /// A gadget's frame has an opaque origin, which no header can name. Without `*`, the gadget's
    /// modules and fonts would not load, a canvas with its pictures could not be read, and errors
    /// in its scripts would be reported as "Script error." only.
    ///
    /// The price is that any web page can read these files through the browser of a user who can
    /// reach this server. The operator's map stays closed, so that such a page has to know the
    /// names of the files.
    package static func isOpen(_ path: String) -> Bool {
        path != "/gadgets/map.json" && (path.hasPrefix("/gadgets/") || path.hasPrefix("/gadget/lib/"))
    }

    /// The header that lets pages of every origin read a file.
    static let openToAll = ("access-control-allow-origin", "*")

    /// The header that allows connections to this server only. Unlike the policy, it also covers
    /// connections that browsers open before they check the policy (`<link rel="preconnect">`, DNS
    /// look-ups, navigations that are refused later) and WebRTC peers. Chromium supports it.
    static let confinement = ("connection-allowlist", "(response-origin)")

    /// Returns the content security policy of a page at `path`.
    package static func policy(path: String, host: String?) -> String {
        if path == gadgetFrame { return framePolicy }
        if isEmbedded(path) { return embedPolicy }
        return path.hasPrefix("/gadgets/") ? filePolicy : policy(host: host)
    }

    /// Whether the page at `path` is made for frames of other sites.
    static func isEmbedded(_ path: String) -> Bool { path.hasPrefix(EmbedRoute.prefix) }

    /// The policy of pages that every site may frame. They run only the server's code, and have no
    /// forms. Only the API's public data can be read.
    private static let embedPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

    /// The policy of pictures of games, which have no scripts, styles or links.
    static let picturePolicy = "default-src 'none'; sandbox; frame-ancestors *"

    /// Whether pages of every origin may read the answer to `request`: public data of the API,
    /// which is the same for everyone. A request with a room's secret gets no such answer. The
    /// operator's list of gadgets stays closed, as their map does.
    static func isPublicData(_ request: HTTPRequest) -> Bool {
        request.path.hasPrefix("/api/") && request.path != "/api/gadgets" && request.header("authorization") == nil
    }

    /// The policy of the frame in which gadgets run. Gadgets of 2009 consist of inline scripts.
    /// They run in their own origin, without access to the network or to pages. They can only draw,
    /// ask the user, and talk to the container.
    private static let framePolicy =
        "sandbox allow-scripts allow-modals allow-forms; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'self' data: blob:; "
        + "style-src 'unsafe-inline' 'self'; img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' data:; "
        + "connect-src 'none'; webrtc 'block'; worker-src 'none'; child-src 'none'; frame-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

    /// The policy of files that third parties wrote. Opened directly, they have an opaque origin
    /// and run no scripts.
    private static let filePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"

    /// Returns the policy of the server's own pages, which run only its code and connect only to
    /// it.
    package static func policy(host: String?) -> String {
        // Name the host's WebSockets, because older browsers do not count ws: as 'self'. Omit a
        // host that could break out of the header.
        let sockets = host.map { PublicAddress.isPlain($0) } == true ? host.map { " ws://\($0) wss://\($0)" } ?? "" : ""
        return
            "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
            + "manifest-src 'self'; connect-src 'self'\(sockets); frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// Returns the headers that protect the page at `path`. The server's own container page frames
    /// gadgets, and every site may frame an embedded game. No other page may be framed.
    static func safety(path: String) -> [(String, String)] {
        path == gadgetFrame || isEmbedded(path) ? safety.filter { $0.0 != "x-frame-options" } : safety
    }

    static let safety = [
        ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"), ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
    ]
}
