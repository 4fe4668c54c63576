internal import CCrypto

/// OpenSSL's implementation of scrypt, the key derivation for passwords of RFC 7914.
public struct Scrypt: Equatable, Sendable {
    /// The cost parameter N, a power of two.
    public let rounds: Int
    /// The block size r. A derivation needs N · r · 128 bytes.
    public let blockSize: Int
    /// The parallelization parameter p, the number of successive passes.
    public let parallelism: Int

    /// The maximum memory for a derivation, in bytes. The parameters come from stored data, which
    /// must not be able to ask for more.
    static let memoryLimit = 256 << 20

    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// Returns `count` bytes derived from `password` and `salt`; nil if RFC 7914 does not allow the
    /// parameters, or if they need too much memory.
    public func key(from password: [UInt8], salt: [UInt8], count: Int) -> [UInt8]? {
        guard let rounds = UInt64(exactly: rounds), let blockSize = UInt64(exactly: blockSize),
            let parallelism = UInt64(exactly: parallelism)
        else { return nil }
        var key = [UInt8](repeating: 0, count: count)
        // The C function takes the password as signed characters. An empty array has no address,
        // which the function accepts.
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
