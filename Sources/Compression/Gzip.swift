internal import CZlib

/// Returns `bytes` compressed with gzip (RFC 1952) at the highest level; nil if that does not make
/// them smaller, or if there are more than 4 GiB.
public func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count < Int(UInt32.max) else { return nil }
    var stream = unsafe z_stream()
    guard unsafe gomoku_deflate_gzip_init(&stream) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    // Leave no room for a result that is not smaller, so that zlib fails.
    var packed = [UInt8](repeating: 0, count: bytes.count - 1)
    let result = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe packed.withUnsafeMutableBufferPointer { target in
            // The C type is not const, but the library only reads from it.
            unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            unsafe stream.avail_in = UInt32(source.count)
            unsafe stream.next_out = target.baseAddress
            unsafe stream.avail_out = UInt32(target.count)
            return unsafe deflate(&stream, Z_FINISH)
        }
    }
    guard result == Z_STREAM_END else { return nil }
    packed.removeLast(Int(unsafe stream.avail_out))
    return packed
}
