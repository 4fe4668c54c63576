import Cryptography
import Testing

@Suite("Cryptography")
struct CryptographyTests {
    @Test("scrypt matches the test vectors of RFC 7914, section 12")
    func scryptVectors() {
        let first = Scrypt(rounds: 1_024, blockSize: 8, parallelism: 16)
        #expect(
            first.key(from: Array("password".utf8), salt: Array("NaCl".utf8), count: 64).map(hexadecimal)
                == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640")
        let second = Scrypt(rounds: 16_384, blockSize: 8, parallelism: 1)
        #expect(
            second.key(from: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), count: 64).map(
                hexadecimal)
                == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887")
        let empty = Scrypt(rounds: 16, blockSize: 1, parallelism: 1)
        #expect(
            empty.key(from: [], salt: [], count: 64).map(hexadecimal)
                == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
    }

    @Test(
        "scrypt refuses parameters that RFC 7914 forbids or that need too much memory",
        arguments: [(1_000, 8, 1), (0, 8, 1), (-1, 8, 1), (16, -8, 1), (1 << 24, 8, 1)])
    func refusedParameters(rounds: Int, blockSize: Int, parallelism: Int) {
        let scrypt = Scrypt(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        #expect(scrypt.key(from: [1], salt: [2], count: 32) == nil)
    }

    @Test("SHA-256 matches known digests")
    func sha256Vectors() {
        #expect(
            hexadecimal(sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hexadecimal(sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("HMAC-SHA256 matches test cases 1, 2 and 6 of RFC 4231")
    func hmacVectors() {
        let cases: [(key: [UInt8], message: String, code: String)] = [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for one in cases { #expect(hexadecimal(hmacSHA256(Array(one.message.utf8), key: one.key)) == one.code) }
    }

    @Test("Two secrets are the same only if every byte is")
    func secrets() {
        #expect(isSameSecret([], []))
        #expect(isSameSecret([1, 2, 3], [1, 2, 3]))
        #expect(!isSameSecret([1, 2, 3], [1, 2, 4]))
        #expect(!isSameSecret([1, 2, 3], [1, 2]))
    }

    /// 10,000 uniformly random bytes lack some value in one of 10^14 runs.
    @Test("Random bytes contain every value")
    func everyByteValue() {
        let bytes = randomBytes(10_000)
        #expect(bytes.count == 10_000)
        #expect(Set(bytes).count == 256)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }.joined()
    }
}
