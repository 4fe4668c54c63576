"""Another Swift package that uses the libraries `GameState`, `Wire` and `Client`."""

import os
import subprocess

import pytest

from gomokutest.environment import ROOT

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "user",
    dependencies: [DEPENDENCY],
    targets: [
        .executableTarget(
            name: "user",
            dependencies: [
                .product(name: "GameState", package: "gomoku"), .product(name: "Wire", package: "gomoku"),
                .product(name: "Client", package: "gomoku"),
            ])
    ])
"""
# A game of one move. A referee judges it, a client's view shows it, and a wire message ends it.
PROGRAM = """import Client
import GameState
import Wire

struct Table {
    private var referee = Referee()
    private var state = SharedState()
    private(set) var view = GameView()

    mutating func ask(_ delta: Delta, by sender: ParticipantID) throws {
        let full = try referee.judge(delta, by: sender, now: 1)
        state.apply(full)
        view.apply(full, state: state)
    }
}

let (ann, bob) = (ParticipantID("p-ann"), ParticipantID("p-bob"))
var table = Table()
try table.ask(table.view.newGame(GameTerms(rule: .renju), seats: .init(x: ann, o: nil)), by: ann)
try table.ask(table.view.taking(.o, by: bob), by: bob)
try table.ask(table.view.moving(to: table.view.size.center), by: ann)
let view = table.view
let request = DeltaRequest(room: RoomName("lunch")!, id: "1", delta: view.resigning(.o))
print(view.moves.map { view.size.name(of: $0) }, view.turn!, Request.delta(request).text)
"""


# Each run compiles the libraries again, which takes half a minute.
@pytest.mark.full
# Some versions of SwiftPM refuse targets with unsafe flags if a dependency has a version.
@pytest.mark.parametrize("way", ["tag", "path"])
def test_another_package_can_depend_on_the_libraries(tmp_path, way):
    clone, user = tmp_path / "gomoku", tmp_path / "user"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    subprocess.run(["git", "-C", clone, "tag", "1.2.3"], check=True)
    (user / "Sources/user").mkdir(parents=True)
    dependency = f'.package(path: "{clone}")' if way == "path" else f'.package(url: "file://{clone}", exact: "1.2.3")'
    (user / "Package.swift").write_text(MANIFEST.replace("DEPENDENCY", dependency))
    (user / "Sources/user/main.swift").write_text(PROGRAM)
    # SwiftPM caches the commit of a tag at an address, so each run has its own caches.
    own = [f"--{each}-path={tmp_path / each}" for each in ("cache", "config", "security")]
    built = subprocess.run(["swift", "build", *own], cwd=user, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    said = subprocess.run([os.path.join(user, ".build/debug/user")], capture_output=True, text=True, check=True).stdout
    assert said == '["h8"] o {"type":"delta","room":"lunch","id":"1","set":{"result":"x","reason":"resign"}}\n', said
