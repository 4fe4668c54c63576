import GameState
import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct PeopleListTests {
    @Test("The selection stays within the list when people leave") func aShorterList() {
        var list = PeopleList()
        list.press(.end, count: 3)
        #expect(list.place == 2)
        let ann = Participant(id: ParticipantID("p-1"), name: "Ann")
        #expect(list.chosen(in: [ann]) == ann)
        #expect(list.chosen(in: []) == nil)
    }
}
