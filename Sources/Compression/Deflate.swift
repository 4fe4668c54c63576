internal import CZlib

/// Returns `bytes` in zlib's format (RFC 1950), as PNG files contain them.
public func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    let result = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe packed.withUnsafeMutableBufferPointer { target in
            unsafe compress2(target.baseAddress, &length, source.baseAddress, UInt(source.count), Z_BEST_SPEED + 5)
        }
    }
    // The bound is large enough for any input, so only a lack of memory can cause an error.
    precondition(result == Z_OK, "zlib has no memory")
    packed.removeLast(packed.count - Int(length))
    return packed
}

/// Returns the CRC-32 of `bytes`, as in gzip and PNG files.
public func checksum32(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { source in
        unsafe UInt32(truncatingIfNeeded: crc32(0, source.baseAddress, UInt32(source.count)))
    }
}
