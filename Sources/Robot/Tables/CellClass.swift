/// The classes of a cell, which combine the patterns that a stone would make in its four lines.
///
/// A class is a byte with a rank in the low nibble and flags in the high nibble.
enum CellClass {
    /// A five, which wins the game.
    static let five: UInt8 = 13
    /// An open four, or two fours at once.
    static let openFour: UInt8 = 12
    static let fourThree: UInt8 = 11
    static let fourMore: UInt8 = 10
    static let four: UInt8 = 9
    static let doubleThree: UInt8 = 8
    static let threeMore: UInt8 = 7
    static let three: UInt8 = 6
    static let doubleTwo: UInt8 = 5
    static let two: UInt8 = 4
    static let blockedThree: UInt8 = 3
    static let blockedTwo: UInt8 = 2
    static let one: UInt8 = 1
    /// Two or more open threes of X under renju. The point is forbidden only if two of them are
    /// real.
    static let doubtful: UInt8 = 14
    static let forbidden: UInt8 = 15

    static let rankMask: UInt8 = 0x0F
    static let fiveFlag: UInt8 = 0x80
    /// The flag of a cell that makes a four, which the opponent has to answer at once.
    static let fourFlag: UInt8 = 0x40
    /// The flag of a cell that makes an open three.
    static let threeFlag: UInt8 = 0x20
    /// The flag of the rank ``openFour``.
    static let openFourFlag: UInt8 = 0x10

    /// Returns the class of a cell with these four line patterns.
    static func of(_ patterns: [UInt8], renjuBlack: Bool) -> UInt8 {
        func count(_ wanted: UInt8...) -> Int { patterns.count(where: wanted.contains) }
        if count(LinePattern.five) > 0 { return five | fiveFlag }
        let openFours = count(LinePattern.openFour)
        let fours = openFours + count(LinePattern.blockedFour)
        let threes = count(LinePattern.openThree, LinePattern.openThreeBroad)
        let flags = (fours > 0 ? fourFlag : 0) | (threes > 0 ? threeFlag : 0)
        if renjuBlack {
            if count(LinePattern.overline, LinePattern.doubleFour) > 0 || fours > 1 { return forbidden }
            if threes > 1 { return doubtful | flags }
        }
        if openFours > 0 || fours > 1 { return openFour | openFourFlag | flags }
        let blockedThrees = count(LinePattern.blockedThree)
        let twos = count(LinePattern.openTwo, LinePattern.openTwoBroad, LinePattern.openTwoBroadest)
        if fours == 1 { return (threes > 0 ? fourThree : blockedThrees + twos > 0 ? fourMore : four) | flags }
        if threes > 1 { return doubleThree | flags }
        if threes == 1 { return (blockedThrees + twos > 0 ? threeMore : three) | flags }
        if blockedThrees + twos > 1 { return doubleTwo }
        if twos > 0 { return two }
        if blockedThrees > 0 { return Self.blockedThree }
        if count(LinePattern.blockedTwo) > 0 { return blockedTwo }
        return count(LinePattern.openOne, LinePattern.blockedOne) > 0 ? one : 0
    }
}
