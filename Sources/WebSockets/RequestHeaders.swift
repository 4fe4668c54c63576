import CWebSockets

/// The request headers that this layer passes on. Others are not kept.
struct RequestHeaders {
    private var values: [(name: String, value: String)] = []

    /// Those that somebody else has read, by names in small letters.
    init(_ values: [(name: String, value: String)]) { self.values = values }

    /// Reads them from the request that the library has just parsed.
    init(_ wsi: OpaquePointer) {
        for (name, token) in RequestHeaders.kept {
            if let value = RequestHeaders.text(wsi, token) { values.append((name, value)) }
        }
        if let value = RequestHeaders.text(wsi, named: "forwarded") { values.append(("forwarded", value)) }
    }

    /// Names are compared without regard to case.
    subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return values.first { $0.name == wanted }?.value
    }

    static func text(_ wsi: OpaquePointer, _ token: lws_token_indexes) -> String? {
        let length = Int(lws_hdr_total_length(wsi, token))
        guard length > 0 else { return nil }
        var isThere = true
        // With room for the NUL that the library puts behind it.
        let text = String(unsafeUninitializedCapacity: length + 1) { buffer in
            let copied = buffer.withMemoryRebound(to: CChar.self) {
                lws_hdr_copy(wsi, $0.baseAddress, CInt(length + 1), token)
            }
            isThere = copied >= 0
            return max(0, Int(copied))
        }
        return isThere ? text : nil
    }

    /// The elements of a list between commas, without the blanks around them.
    static func elements(of list: String) -> [Substring] {
        list.split(separator: ",").map { element in
            var element = element
            while element.utf8.first == UInt8(ascii: " ") { element.removeFirst() }
            while element.utf8.last == UInt8(ascii: " ") { element.removeLast() }
            return element
        }
    }

    /// Returns why a request is ambiguous: a proxy might see the end of the request at another place than this server does.
    /// Nil for other requests. libwebsockets accepts them all. (RFC 9112, 3.2 and 5)
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
        return isMisspelt ? "Remove the blank before or after the header's name." : nil
    }

    /// Misspelt names of the headers that determine where a request ends. Some proxies accept them.
    private static let misspelt = ["content-length", "transfer-encoding"].flatMap { name in
        [" ", "\t"].flatMap { ["\(name)\($0):", "\($0)\(name):"] }
    }

    /// Whether the request's path or query has a NUL in it, or ends with one, percent-encoded.
    ///
    /// The library decodes it, and does not count it in the length that it tells; but it stands in its memory. There
    /// each part ends with one NUL: the path, the parts of the query (with one byte of no meaning before each) and the
    /// version (`HTTP/1.1`). Where any of them is not in its place, there are more.
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

    /// A part of the query between "&", as its bytes; nil when there are not so many.
    private static func queryPart(_ wsi: OpaquePointer, _ index: CInt) -> [UInt8]? {
        let length = Int(lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, index))
        var buffer = [CChar](repeating: 0, count: length + 1)
        let copied = buffer.withUnsafeMutableBufferPointer {
            lws_hdr_copy_fragment(wsi, $0.baseAddress, CInt($0.count), WSI_TOKEN_HTTP_URI_ARGS, index)
        }
        return copied < 0 ? nil : buffer.prefix(Int(copied)).map { UInt8(bitPattern: $0) }
    }

    /// A header that the library has no token for.
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

    /// The parts of the query between "&", decoded by the library.
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
