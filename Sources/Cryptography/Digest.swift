internal import CCrypto

/// Keeps libcrypto from freeing its state in `exit`. Call this before any other use of libcrypto.
///
/// A thread that has used libcrypto removes itself from a global list when it ends. Worker threads
/// end while the process exits, and may still hash a password then.
public func keepCryptographyAtExit() {
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
}

/// Returns the SHA-256 (FIPS 180-4) of `bytes`, 32 bytes.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe digest.withUnsafeMutableBufferPointer { digest in
            _ = unsafe SHA256(bytes.baseAddress, bytes.count, digest.baseAddress)
        }
    }
    return digest
}

/// Returns unpredictable bytes from libcrypto's generator, which asks the kernel only for an
/// occasional seed.
public func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = unsafe bytes.withUnsafeMutableBufferPointer { unsafe RAND_bytes($0.baseAddress, CInt($0.count)) }
    guard done != 1 else { return bytes }
    // libcrypto could not get a seed. The kernel's generator waits until it has one.
    var kernel = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &kernel) }
}

/// Whether two secrets are equal. The time taken does not depend on where they differ.
public func isSameSecret(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in
            unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}

/// Returns the HMAC-SHA256 (RFC 2104) of `message`, 32 bytes.
public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe key.withUnsafeBufferPointer { key in
        unsafe message.withUnsafeBufferPointer { message in
            unsafe code.withUnsafeMutableBufferPointer { code in
                _ = unsafe HMAC(
                    EVP_sha256(), key.baseAddress, CInt(key.count), message.baseAddress, message.count,
                    code.baseAddress, nil)
            }
        }
    }
    return code
}
