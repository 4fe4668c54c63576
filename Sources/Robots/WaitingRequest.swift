import Nodes
import Rooms

/// A client's request for work on a game, which waits for at most ``ReportService/patience``.
final class WaitingRequest<Answer> {
    typealias Done = (Result<Answer, ReportRefusal>) -> Void

    /// The group of the client's address.
    let group: String
    private var done: Done?
    private var timer: (any OneShotTimer)?

    init(_ done: @escaping Done, for group: String, _ services: RoomServices) {
        self.done = done
        self.group = group
        timer = services.timer { [weak self] in self?.answer(.failure(.busy)) }
        timer?.schedule(afterMilliseconds: ReportService.patience)
    }

    var isWaiting: Bool { done != nil }

    func answer(_ result: Result<Answer, ReportRefusal>) {
        let done = done
        (self.done, timer) = (nil, nil)
        done?(result)
    }
}
