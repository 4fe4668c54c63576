internal import CBrotli

/// Returns `bytes` compressed with Brotli (RFC 7932) at the highest quality; nil if that does not
/// make them smaller.
///
/// Compressing 60 kB of text takes a tenth of a second, so do not call this on the loop's thread.
public func brotli(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty else { return nil }
    // Leave no room for a result that is not smaller, so that the encoder fails.
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
