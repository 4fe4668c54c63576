internal import CBrotli

/// `bytes` in brotli's format (RFC 7932), as small as the library makes it; nil where that is not smaller.
///
/// Text of 60 kB takes it a tenth of a second: not for a thread that others wait for.
public func brotli(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty else { return nil }
    // Whatever does not fit into fewer bytes than there are is not wanted.
    var packed = [UInt8](repeating: 0, count: bytes.count - 1)
    var length = packed.count
    let result = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe packed.withUnsafeMutableBufferPointer { target in
            unsafe BrotliEncoderCompress(
                BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, source.count, source.baseAddress, &length,
                target.baseAddress)
        }
    }
    guard result == BROTLI_TRUE else { return nil }
    packed.removeLast(packed.count - length)
    return packed
}
