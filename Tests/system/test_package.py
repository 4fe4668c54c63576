"""The installed files: `make install` and the Debian package contain both programs and their manual
pages, and the manual pages name every command."""

import os
import re
import subprocess

import pytest

from gomokutest.environment import ROOT, TIMEOUT, binary


def output(*words):
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    return done.stdout


def test_make_install_puts_programs_and_manuals():
    """`make install` installs the server, the terminal client and their manual pages."""
    steps = output("make", "--no-print-directory", "-n", "install", "DESTDIR=/nowhere", "PREFIX=/usr")
    assert re.search(r"install -s \S+/gomoku-server \S+/gomoku-cli /nowhere/usr/bin$", steps, re.MULTILINE), steps
    for page, section in (("gomoku-cli.1", "man1"), ("gomoku-server.8", "man8")):
        step = rf"install -m 644 packaging/man/{page} /nowhere/usr/share/man/{section}$"
        assert re.search(step, steps, re.MULTILINE), steps


def test_debian_package_has_client_page_and_manuals():
    """`scripts/make-deb` puts both programs, the page and every manual page into the package, and
    the server of the package finds the page there."""
    with open(os.path.join(ROOT, "scripts", "make-deb"), encoding="utf-8") as file:
        script = file.read()
    assert 'install -D -s -m 755 -t "$root/usr/games" "$programs/gomoku-cli"' in script
    assert 'scripts/bundle "$root/usr/share/gomoku/web-static"' in script
    assert "sed 's|/usr/local/share|/usr/share|' packaging/gomoku-server.conf" in script
    with open(os.path.join(ROOT, "packaging", "gomoku-server.conf"), encoding="utf-8") as file:
        assert "/usr/local/share/gomoku/web-static" in file.read()
    assert "for page in packaging/man/*; do" in script
    assert sorted(os.listdir(os.path.join(ROOT, "packaging", "man"))) == ["gomoku-cli.1", "gomoku-server.8"]


@pytest.mark.parametrize(("program", "page"), [("gomoku-cli", "gomoku-cli.1"), ("gomoku-server", "gomoku-server.8")])
def test_manual_names_every_command(program, page):
    """The manual page of a program has each command that its help lists."""
    told = output(binary(program), "--help")
    commands = re.findall(r"^  ([a-z][a-z-]+)(?: \(default\))?(?:  |$)", told, re.MULTILINE)
    assert len(commands) > 10, told
    with open(os.path.join(ROOT, "packaging", "man", page), encoding="utf-8") as file:
        manual = file.read().replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
    missing = [each for each in commands if each not in ("help", "serve") and not re.search(rf"\b{each}\b", manual)]
    assert not missing, missing
