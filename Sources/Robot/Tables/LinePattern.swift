/// What a stone on a cell would be within one line through it, for the side that plays it.
///
/// The numbers fit a nibble, so that four directions make a 16-bit code.
enum LinePattern {
    /// No five can ever go through the cell on this line.
    static let dead: UInt8 = 0
    /// Six or more in a row, where that is forbidden (X under renju).
    static let overline: UInt8 = 1
    static let blockedOne: UInt8 = 2
    static let openOne: UInt8 = 3
    static let blockedTwo: UInt8 = 4
    /// One, two, or more ways to go on to an open three.
    static let openTwo: UInt8 = 5
    static let openTwoBroad: UInt8 = 6
    static let openTwoBroadest: UInt8 = 7
    static let blockedThree: UInt8 = 8
    /// One way to go on to an open four.
    static let openThree: UInt8 = 9
    /// Several ways to go on to an open four.
    static let openThreeBroad: UInt8 = 10
    /// One cell completes a five.
    static let blockedFour: UInt8 = 11
    /// No single reply stops the five.
    static let openFour: UInt8 = 12
    static let five: UInt8 = 13
    /// Two fours in one line, where that is forbidden (X under renju).
    static let doubleFour: UInt8 = 14

    static let count = 15
}
