internal import CCrypto

/// The key derivation for passwords of RFC 7914, by OpenSSL.
public struct Scrypt: Equatable, Sendable {
    /// The cost parameter N, a power of two.
    public let rounds: Int
    /// The block size r; N · r · 128 bytes are needed.
    public let blockSize: Int
    /// The parallelization parameter p: passes one after the other.
    public let parallelism: Int

    /// The most memory a derivation may take: what is stored decides the parameters, and nothing stored may ask for more.
    static let memoryLimit = 256 << 20

    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// `count` bytes derived from `password` and `salt`; nil when the parameters are none that RFC 7914 allows, or need
    /// more memory than there is.
    public func key(from password: [UInt8], salt: [UInt8], count: Int) -> [UInt8]? {
        guard let rounds = UInt64(exactly: rounds), let blockSize = UInt64(exactly: blockSize),
            let parallelism = UInt64(exactly: parallelism)
        else { return nil }
        var key = [UInt8](repeating: 0, count: count)
        // The C function wants signed characters for the password; an empty array has no address, which it takes too.
        let isDone = unsafe password.withUnsafeBytes { password in
            unsafe salt.withUnsafeBufferPointer { salt in
                unsafe key.withUnsafeMutableBufferPointer { key in
                    unsafe EVP_PBE_scrypt(
                        password.bindMemory(to: CChar.self).baseAddress, password.count, salt.baseAddress, salt.count,
                        rounds, blockSize, parallelism, UInt64(Self.memoryLimit), key.baseAddress, key.count)
                }
            }
        }
        return isDone == 1 ? key : nil
    }
}
