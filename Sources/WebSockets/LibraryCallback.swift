import CWebSockets

/// Translates an event of libwebsockets into a call of a `Connection`. Contains no logic.
///
/// `user` is ignored, because its meaning depends on the reason. The connection is in the "opaque
/// user data" that was set when the connection was made; only the reasons named here have one.
func libraryCallback(
    wsi: OpaquePointer?, reason: lws_callback_reasons,
    user: UnsafeMutableRawPointer?, bytes: UnsafeMutableRawPointer?, count: Int
) -> CInt {
    switch reason {
    case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE:
        return with(wsi) {
            $1.received(UnsafeRawBufferPointer(start: bytes, count: count), $0)
            return 0
        }
    case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE:
        return with(wsi) { $1.socket?.writable($0) ?? 0 }
    case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        return with(wsi) {
            $1.socket?.heard(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    case LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_CLIENT_ESTABLISHED:
        return with(wsi) { $1.established($0) }
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return with(wsi) { $1.socket?.peerCloses(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0 }
    case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLIENT_CLOSED:
        return with(wsi) {
            $1.webSocketClosed()
            return 0
        }
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return with(wsi) { $1.confirmUpgrade($0, to: bytes) }
    case LWS_CALLBACK_HTTP:
        return with(wsi) { $1.request($0, path: UnsafeRawBufferPointer(start: bytes, count: count)) }
    case LWS_CALLBACK_HTTP_BODY:
        return with(wsi) {
            $1.body(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return with(wsi) { $1.bodyComplete($0) }
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return with(wsi) { $1.httpWritable($0) }
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return with(wsi) { $1.appendHandshakeHeaders(bytes, room: count) }
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        return with(wsi) {
            $1.connectFailed($0, UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
            return 0
        }
    case LWS_CALLBACK_WSI_DESTROY:
        return with(wsi) {
            $1.destroyed()
            return 0
        }
    default:
        return 0
    }
}

@inline(__always)
private func with(_ wsi: OpaquePointer?, _ body: (OpaquePointer, Connection) -> CInt) -> CInt {
    guard let wsi, let opaque = lws_get_opaque_user_data(wsi) else { return 0 }
    return body(wsi, Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue())
}
