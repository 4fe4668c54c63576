/// The patterns that a stone can make in one line through its cell, for the side that plays it.
///
/// The numbers fit in a nibble, so that the patterns of four directions make a 16-bit code.
enum LinePattern {
    /// A stone that can never be part of a five on this line.
    static let dead: UInt8 = 0
    /// A row of six or more, which is forbidden to X under renju.
    static let overline: UInt8 = 1
    static let blockedOne: UInt8 = 2
    static let openOne: UInt8 = 3
    static let blockedTwo: UInt8 = 4
    /// An open two with one way to make an open three.
    static let openTwo: UInt8 = 5
    /// An open two with two ways to make an open three.
    static let openTwoBroad: UInt8 = 6
    /// An open two with more than two ways to make an open three.
    static let openTwoBroadest: UInt8 = 7
    static let blockedThree: UInt8 = 8
    /// An open three with one way to make an open four.
    static let openThree: UInt8 = 9
    /// An open three with several ways to make an open four.
    static let openThreeBroad: UInt8 = 10
    /// A four that a single reply stops.
    static let blockedFour: UInt8 = 11
    /// A four that no single reply stops.
    static let openFour: UInt8 = 12
    static let five: UInt8 = 13
    /// Two fours in one line, which are forbidden to X under renju.
    static let doubleFour: UInt8 = 14

    static let count = 15
}
