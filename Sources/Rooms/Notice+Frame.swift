import WebSockets
import Wire

extension Notice {
    /// The notice as it goes over the wire: written once, with the frame's header in front, however many get it.
    package var frame: Frame { Frame(headed: json(headroom: Frame.headroom)) }
}
