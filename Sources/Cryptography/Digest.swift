internal import CCrypto

/// SHA-256 (FIPS 180-4), 32 bytes.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe digest.withUnsafeMutableBufferPointer { digest in
            _ = unsafe SHA256(bytes.baseAddress, bytes.count, digest.baseAddress)
        }
    }
    return digest
}

/// Bytes that nobody can guess, of libcrypto's generator: it asks the kernel for a seed, and not each time.
public func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = unsafe bytes.withUnsafeMutableBufferPointer { unsafe RAND_bytes($0.baseAddress, CInt($0.count)) }
    guard done != 1 else { return bytes }
    // It could not get its seed; the kernel waits until it has one.
    var kernel = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &kernel) }
}

/// Whether two secrets are the same, found out in a time that does not tell where they differ.
public func isSameSecret(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in
            unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}

/// HMAC-SHA256 (RFC 2104), 32 bytes.
public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockSize = 64
    var block = key.count > blockSize ? sha256(key) : key
    block += [UInt8](repeating: 0, count: blockSize - block.count)
    let inner = sha256(block.map { $0 ^ 0x36 } + message)
    return sha256(block.map { $0 ^ 0x5C } + inner)
}
