/// The bytes of HTTP responses that clients have not read yet. A client that requests without
/// reading gets no further responses.
///
/// Bodies that are kept anyway (``HTTPResponse/isShared``) are not counted.
final class UnreadResponses {
    private let limit: Int
    private let limitPerAddress: Int
    private(set) var bytes = 0
    private var addresses: [String: Int] = [:]

    init(bytes: Int, bytesPerAddress: Int) {
        limit = bytes
        limitPerAddress = bytesPerAddress
    }

    /// Whether another response may be created for `address`.
    func isOpen(to address: String?) -> Bool {
        bytes < limit && (address.map { addresses[$0, default: 0] < limitPerAddress } ?? true)
    }

    func add(_ count: Int, of address: String?) {
        bytes += count
        if let address { addresses[address, default: 0] += count }
    }

    func remove(_ count: Int, of address: String?) {
        bytes -= count
        guard let address, let known = addresses[address] else { return }
        addresses[address] = known > count ? known - count : nil
    }
}
