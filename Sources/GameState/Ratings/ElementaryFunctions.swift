/// The exponential function and the natural logarithm, which Swift's standard library leaves to the
/// platform's C library.
///
/// The results are accurate to a few units in the last place over the range that ratings need, and
/// identical on every platform.
enum ElementaryFunctions {
    private static let ln2 = 0.693_147_180_559_945_3

    /// Returns e to the power of `x`: an integral power of two, times a Taylor series for the rest.
    static func exp(_ x: Double) -> Double {
        guard x > -700 else { return 0 }
        guard x < 700 else { return .infinity }
        let power = (x / ln2).rounded()
        let rest = x - power * ln2
        var term = 1.0
        var sum = 1.0
        for n in 1...20 {
            term *= rest / Double(n)
            sum += term
        }
        return Double(sign: .plus, exponent: Int(power), significand: sum)
    }

    /// Returns the natural logarithm of `x` > 0: 2 artanh((m − 1)/(m + 1)) of the significand m,
    /// plus the exponent times ln 2.
    static func log(_ x: Double) -> Double {
        guard x > 0 else { return -.infinity }
        var significand = x.significand
        var exponent = Double(x.exponent)
        if significand > 1.414_213_562_373_095 {
            significand /= 2
            exponent += 1
        }
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        var power = ratio
        var sum = 0.0
        for n in 0..<24 {
            sum += power / Double(2 * n + 1)
            power *= square
        }
        return 2 * sum + exponent * ln2
    }
}
