extension HTTPRouter {
    /// The page that a gadget runs in.
    static let gadgetFrame = "/gadget-frame.html"

    /// Whether what is at `path` was written by others, or runs what others wrote.
    static func isOthers(_ path: String) -> Bool { path == gadgetFrame || path.hasPrefix("/gadgets/") }

    /// Whether pages of every origin may read the file at `path`.
    ///
    /// A gadget's frame has an opaque origin, which no header can name. Without `*` its modules and fonts do not load, a
    /// canvas refuses its pictures, and an error in one of its scripts reads "Script error.". The price: any web page can
    /// read these files through the browser of somebody who can reach this server. The operator's map stays closed, so
    /// that such a page has to know the files' names.
    package static func isOpen(_ path: String) -> Bool {
        path != "/gadgets/map.json" && (path.hasPrefix("/gadgets/") || path.hasPrefix("/gadget/lib/"))
    }

    /// Lets pages of every origin read a file.
    static let openToAll = ("access-control-allow-origin", "*")

    /// Nothing but this server is connected to, whatever for: unlike the policy this also counts for the connections that
    /// browsers open before they ask the policy (`<link rel="preconnect">`, the lookup of a name, a navigation that is
    /// refused afterwards) and for peers. Chromium knows it.
    static let confinement = ("connection-allowlist", "(response-origin)")

    /// What a page at `path` may do.
    package static func policy(path: String, host: String?) -> String {
        if path == gadgetFrame { return framePolicy }
        return path.hasPrefix("/gadgets/") ? filePolicy : policy(host: host)
    }

    /// Gadgets of 2009 are made of inline scripts. They run in an origin of their own, reach no network and no page,
    /// and can do nothing but draw, ask and talk to the container.
    private static let framePolicy =
        "sandbox allow-scripts allow-modals allow-forms; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'self' data: blob:; "
        + "style-src 'unsafe-inline' 'self'; img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' data:; "
        + "connect-src 'none'; webrtc 'block'; worker-src 'none'; child-src 'none'; frame-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

    /// Files that others wrote: opened by themselves they are nobody's page.
    private static let filePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"

    /// Nothing but what this server sends runs in the page, and it talks to nobody else.
    package static func policy(host: String?) -> String {
        // Older browsers do not count ws: as 'self'; a host that could break out of the header is left away.
        let isPlain = host?.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || ".-:[]".utf8.contains(byte)
        }
        let sockets = isPlain == true ? host.map { " ws://\($0) wss://\($0)" } ?? "" : ""
        return
            "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
            + "manifest-src 'self'; connect-src 'self'\(sockets); frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    static let safety = [
        ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"), ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
    ]
}
