import CWebSockets

/// A buffer for all writes of a loop: queued frames that leave together, and copies that are
/// masked.
final class WriteBuffer {
    /// The approximate size of a write, in bytes. libwebsockets copies the part that the kernel
    /// does not take.
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

    /// The start of the data. Before it are LWS_PRE bytes, into which libwebsockets writes frame
    /// headers.
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

    /// The capacity above which the buffer is freed after use, in bytes.
    private static let keptBytes = 256 * 1024
}
