import CWebSockets

/// One buffer for all of a loop's writes: backlogs that leave together, and copies that are masked.
final class WriteBuffer {
    /// A backlog leaves in pieces of about this size. What the kernel does not take of one is copied by the library.
    static let batchBytes = 16 * 1024

    private let headroom = Int(gomoku_lws_pre())
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    @exclusivity(unchecked) private(set) var count = 0

    init() {
        capacity = 2 * WriteBuffer.batchBytes
        storage = .allocate(capacity: headroom + capacity)
    }

    deinit { storage.deallocate() }

    /// Before it are LWS_PRE bytes, into which the library writes frame headers.
    var start: UnsafeMutablePointer<UInt8> { storage + headroom }

    func clear() {
        count = 0
        guard capacity > WriteBuffer.keptBytes else { return }
        storage.deallocate()
        capacity = 2 * WriteBuffer.batchBytes
        storage = .allocate(capacity: headroom + capacity)
    }

    func append(_ bytes: [UInt8], from first: Int = 0, upTo end: Int? = nil) {
        let added = (end ?? bytes.count) - first
        if count + added > capacity { grow(to: count + added) }
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            (start + count).update(from: base + first, count: added)
        }
        count += added
    }

    private func grow(to needed: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: headroom + needed)
        (larger + headroom).update(from: start, count: count)
        storage.deallocate()
        storage = larger
        capacity = needed
    }

    /// More than this is given back after use.
    private static let keptBytes = 256 * 1024
}
