import GameState
import Nodes
import Rooms
import Storage
import Web

/// Answers questions of other servers.
struct NodeRespondent {
    let directory: ClientDirectory
    let entry: RoomEntry
    let listed: ListedRooms
    let route: RoomRoute
    let counters: Counters
    let guests: (any SharedGuests)?

    /// Calls `done` once with the answer, now or later.
    func answer(_ question: NodeQuestion, _ done: @escaping ([UInt8]) -> Void) {
        func tell(_ number: Int) { done(Array(String(number).utf8)) }
        switch question {
        case .close(let who, let reason): tell(directory.close(who, reason: reason))
        case .clear(let room): tell(entry.clear(room, in: directory))
        case .online: tell(counters.participants)
        case .rooms(let limit): done(ListedRoom.bytes(listed.first(limit).map { ListedRoom($0) }))
        case .name(let id):
            let name = Array((directory.clients(of: id).first?.participant.name ?? "").utf8)
            guard !name.isEmpty, let guests else { return done(name) }
            // The operator's order concerns this guest, so the guest has to be stored.
            guests.save(id) { done(name) }
        case .room(let inquiry): route.answerHere(inquiry) { done($0?.bytes ?? []) }
        }
    }
}
