import GameState

/// What one of the robot's levels is called and whom it suits, in one language: the one table that the terminal and the
/// page have them from.
public struct RobotLevel: Equatable, Sendable {
    /// 1 to 10.
    public let number: Int
    public let name: String
    /// Whom it suits.
    public let suits: String
    /// What it knows, and how long it thinks.
    public let knows: String

    /// The level that is offered unless another was chosen.
    public static let first = 3

    /// Every level, in one of ``languages``.
    public static func all(in language: String) -> [RobotLevel] {
        (words[language] ?? []).enumerated().map {
            RobotLevel(number: $0 + 1, name: $1.name, suits: $1.suits, knows: $1.knows)
        }
    }

    /// The languages that they are named in.
    public static var languages: [String] { words.keys.sorted() }

    private static let words: [String: [(name: String, suits: String, knows: String)]] = ["en": english, "de": german]

    private static let english = [
        ("Seed", "For children and very first games.", "Plays what looks nice and misses threats; answers at once."),
        ("Sprout", "For those who have just learnt the rules.", "Blocks most fours; answers at once."),
        ("Sapling", "For beginners.", "Sees almost every four and likes its own rows; answers at once."),
        ("Willow", "For those who play now and then.", "Looks one move ahead and overlooks a lot; answers at once."),
        ("Birch", "For those who like to think a little.", "Looks two moves ahead; answers at once."),
        ("Maple", "For those who know open threes.", "Looks three moves ahead and sees two fours in a row; at once."),
        ("Ash", "For regular players.", "Looks four moves ahead and plans with fours; thinks a moment."),
        ("Oak", "For experienced players.", "Looks six moves ahead and finds long wins; up to a second."),
        ("Yew", "For strong players.", "Looks eight moves ahead and rarely errs; up to a second."),
        ("Kaya", "For those who want to see everything it can.", "No mistake on purpose; a second for each move."),
    ].map { (name: $0, suits: $1, knows: $2) }

    private static let german = [
        (
            "Samen", "Für Kinder und allererste Partien.",
            "Spielt, was schön aussieht, übersieht Drohungen; antwortet sofort."
        ),
        ("Keimling", "Für alle, die eben die Regeln gelernt haben.", "Blockt die meisten Vierer; antwortet sofort."),
        ("Setzling", "Für Anfänger.", "Sieht fast jeden Vierer, mag eigene Reihen; antwortet sofort."),
        ("Weide", "Für alle, die ab und zu spielen.", "Denkt einen Zug voraus und übersieht vieles; antwortet sofort."),
        ("Birke", "Für alle, die gern etwas nachdenken.", "Denkt zwei Züge voraus; antwortet sofort."),
        (
            "Ahorn", "Für alle, die offene Dreier kennen.",
            "Denkt drei Züge voraus, sieht zwei Vierer hintereinander; sofort."
        ),
        ("Esche", "Für regelmäßige Spieler.", "Denkt vier Züge voraus und plant mit Vierern; überlegt kurz."),
        ("Eiche", "Für erfahrene Spieler.", "Denkt sechs Züge voraus, findet lange Siege; bis zu einer Sekunde."),
        ("Eibe", "Für starke Spieler.", "Denkt acht Züge voraus und irrt selten; bis zu einer Sekunde."),
        ("Kaya", "Für alle, die sehen wollen, was es kann.", "Kein Fehler mit Absicht; eine Sekunde für jeden Zug."),
    ].map { (name: $0, suits: $1, knows: $2) }
}
