import WebSockets
import Wire

extension Notice {
    /// The notice as a frame for the wire. It is encoded once, with the frame's header, for all
    /// recipients.
    package var frame: Frame { Frame(headed: json(headroom: Frame.headroom)) }
}
