import Nodes
import WebSockets

extension HTTPResponse {
    /// The response in the encoding for messages between servers.
    package var bytes: [UInt8] {
        var writer = NodeWriter()
        writer.add(status)
        writer.add(body)
        for (name, value) in headers {
            writer.add(name)
            writer.add(value)
        }
        return writer.bytes
    }

    /// Decodes a response. Returns nil if the bytes are malformed.
    package init?(bytes: [UInt8]) {
        var reader = NodeReader(bytes)
        guard let status = reader.number(), let body = reader.bytes() else { return nil }
        var headers: [(String, String)] = []
        while let name = reader.text(), let value = reader.text() { headers.append((name, value)) }
        self.init(status: status, headers: headers, body: body)
    }
}
