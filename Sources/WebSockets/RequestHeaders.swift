import CWebSockets

/// The request headers that this layer passes on. Others are not kept.
struct RequestHeaders {
    private var values: [(name: String, value: String)] = []

    /// Creates headers from values that have been read elsewhere, with lowercase names.
    init(_ values: [(name: String, value: String)]) { self.values = values }

    /// Reads the headers of the request that libwebsockets has just parsed.
    init(_ wsi: OpaquePointer) {
        for (name, token) in RequestHeaders.kept {
            if let value = RequestHeaders.text(wsi, token) { values.append((name, value)) }
        }
        if let value = RequestHeaders.text(wsi, named: "forwarded") { values.append(("forwarded", value)) }
    }

    /// Returns the value of a header. Names are case-insensitive.
    subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return values.first { $0.name == wanted }?.value
    }

    static func text(_ wsi: OpaquePointer, _ token: lws_token_indexes) -> String? {
        let length = Int(lws_hdr_total_length(wsi, token))
        guard length > 0 else { return nil }
        var isThere = true
        // libwebsockets adds a NUL to the text.
        let text = String(unsafeUninitializedCapacity: length + 1) { buffer in
            let copied = buffer.withMemoryRebound(to: CChar.self) {
                lws_hdr_copy(wsi, $0.baseAddress, CInt(length + 1), token)
            }
            isThere = copied >= 0
            return max(0, Int(copied))
        }
        return isThere ? text : nil
    }

    /// Returns the elements of a comma-separated list, without the blanks around them.
    static func elements(of list: String) -> [Substring] {
        list.split(separator: ",").map { element in
            var element = element
            while element.utf8.first == UInt8(ascii: " ") { element.removeFirst() }
            while element.utf8.last == UInt8(ascii: " ") { element.removeLast() }
            return element
        }
    }

    /// Returns an explanation if a request is ambiguous, so that a proxy might see its end at
    /// another place than this server; otherwise nil. libwebsockets accepts all such requests (RFC
    /// 9112, 3.2 and 5).
    static func fault(_ wsi: OpaquePointer) -> String? {
        guard let version = text(wsi, WSI_TOKEN_HTTP), ["HTTP/1.1", "HTTP/1.0"].contains(version) else {
            return "Use HTTP/1.1."
        }
        if version == "HTTP/1.1", lws_hdr_total_length(wsi, WSI_TOKEN_HOST) == 0 {
            return "Send a Host header."
        }
        if lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) > 0
            || lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, 1) > 0
        {
            return "Send one Host and one Content-Length."
        }
        let isMisspelt = misspelt.contains { lws_hdr_custom_length(wsi, $0, CInt($0.utf8.count)) >= 0 }
        return isMisspelt ? "Remove the space before or after the header's name." : nil
    }

    /// Misspelt names of the headers that determine the end of a request. Some proxies accept them.
    private static let misspelt = ["content-length", "transfer-encoding"].flatMap { name in
        [" ", "\t"].flatMap { ["\(name)\($0):", "\($0)\(name):"] }
    }

    /// Whether the path or query of the request contains a percent-encoded NUL.
    ///
    /// libwebsockets decodes the NUL and does not count it in the length that it reports, but the
    /// NUL is in its memory. There, one NUL follows each part: the path, the parts of the query
    /// (each after one meaningless byte) and the version (`HTTP/1.1`). If a part is not at its
    /// expected place, there are additional NULs.
    static func hidesNUL(_ wsi: OpaquePointer, path: UnsafeRawBufferPointer) -> Bool {
        if path.contains(0) { return true }
        guard let start = path.baseAddress, let version = text(wsi, WSI_TOKEN_HTTP) else { return false }
        var place = path.count
        func follows(_ bytes: some Collection<UInt8>) -> Bool {
            defer { place += bytes.count }
            return UnsafeRawBufferPointer(start: start + place, count: bytes.count).elementsEqual(bytes)
        }
        var index: CInt = 0
        while let part = queryPart(wsi, index) {
            guard follows(CollectionOfOne(0)) else { return true }
            place += 1
            guard !part.contains(0), follows(part) else { return true }
            index += 1
        }
        return !follows(CollectionOfOne(0)) || !follows(version.utf8)
    }

    /// Returns the bytes of a part of the query between "&"; nil beyond the last part.
    private static func queryPart(_ wsi: OpaquePointer, _ index: CInt) -> [UInt8]? {
        let length = Int(lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, index))
        var buffer = [CChar](repeating: 0, count: length + 1)
        let copied = buffer.withUnsafeMutableBufferPointer {
            lws_hdr_copy_fragment(wsi, $0.baseAddress, CInt($0.count), WSI_TOKEN_HTTP_URI_ARGS, index)
        }
        return copied < 0 ? nil : buffer.prefix(Int(copied)).map { UInt8(bitPattern: $0) }
    }

    /// Returns a header for which libwebsockets has no token.
    static func text(_ wsi: OpaquePointer, named name: String) -> String? {
        let key = name + ":"
        let length = lws_hdr_custom_length(wsi, key, CInt(key.utf8.count))
        guard length > 0 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(length) + 1)
        let copied = buffer.withUnsafeMutableBufferPointer {
            lws_hdr_custom_copy(wsi, $0.baseAddress, CInt($0.count), key, CInt(key.utf8.count))
        }
        guard copied >= 0 else { return nil }
        return String(decoding: buffer.prefix(Int(copied)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a proxy has received the request over TLS, according to its `X-Forwarded-Proto`.
    static func isForwardedOverTLS(_ wsi: OpaquePointer) -> Bool {
        text(wsi, named: "x-forwarded-proto")?.lowercased() == "https"
    }

    /// Returns the parts of the query between "&", decoded by libwebsockets.
    static func query(_ wsi: OpaquePointer) -> [(name: String, value: String)] {
        var parts: [(String, String)] = []
        guard lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) > 0 else { return parts }
        while true {
            guard let part = queryPart(wsi, CInt(parts.count)), !part.isEmpty, part.count < longestQueryPart else {
                return parts
            }
            let text = String(decoding: part, as: UTF8.self)
            let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parts.append((String(pair[0]), pair.count > 1 ? String(pair[1]) : ""))
        }
    }

    private static let longestQueryPart = 4096

    private static let kept: [(String, lws_token_indexes)] = [
        ("host", WSI_TOKEN_HOST), ("origin", WSI_TOKEN_ORIGIN), ("user-agent", WSI_TOKEN_HTTP_USER_AGENT),
        ("x-forwarded-for", WSI_TOKEN_X_FORWARDED_FOR), ("if-none-match", WSI_TOKEN_HTTP_IF_NONE_MATCH),
        ("accept-encoding", WSI_TOKEN_HTTP_ACCEPT_ENCODING), ("accept", WSI_TOKEN_HTTP_ACCEPT),
        ("content-type", WSI_TOKEN_HTTP_CONTENT_TYPE), ("authorization", WSI_TOKEN_HTTP_AUTHORIZATION),
    ]
}
