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

/// Whether `packed` ends like the gzip form of `contents`: with their CRC-32 and their length (RFC
/// 1952, section 2.3.1). A form of other contents has the same end once in 2^32 times.
public func isGzip(_ packed: [UInt8], of contents: [UInt8]) -> Bool {
    guard packed.starts(with: [0x1f, 0x8b]), packed.count >= 18, contents.count < Int(UInt32.max) else { return false }
    let checksum = unsafe contents.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
    let end = [UInt32(truncatingIfNeeded: checksum), UInt32(contents.count)].flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return packed.suffix(8).elementsEqual(end)
}
