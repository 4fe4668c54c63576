import GameState

extension Request {
    /// "This name is to be mine."
    public struct Claim: Equatable, Sendable {
        public let id: String?
        public let name: String
        public let password: String
    }

    /// "I am the owner of this name."
    public struct Login: Equatable, Sendable {
        public let id: String?
        public let name: String
        public let password: String
        public let isBot: Bool
    }
}

/// Reads the members of the requests that are about names and passwords.
struct PeopleFields {
    let json: JSON
    /// To be repeated in the answer.
    let id: String?

    func claim() throws(Malformed) -> Request.Claim {
        Request.Claim(id: id, name: try text("name"), password: try text("password"))
    }

    func login() throws(Malformed) -> Request.Login {
        let isBot: Bool
        switch json["bot"] {
        case nil, .null: isBot = false
        case .bool(let flag): isBot = flag
        default: throw Malformed("\"bot\" must be true or false.", id: id)
        }
        return Request.Login(id: id, name: try text("name"), password: try text("password"), isBot: isBot)
    }

    private func text(_ name: String) throws(Malformed) -> String {
        guard let text = json[name]?.string else { throw Malformed("\"\(name)\" must be a text.", id: id) }
        return text
    }
}
