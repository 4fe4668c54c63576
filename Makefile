HOST ?= 127.0.0.1
PORT ?= 8080
DATA ?= data
PREFIX ?= /usr/local
DESTDIR ?=
# The number of pytest workers. Some tests wait, so four keep two cores busy.
WORKERS ?= 4
PYTEST = /usr/bin/python3 -m pytest
# Each step of a test run prints its duration.
SHELL = /bin/bash
export TIMEFORMAT = ── %lR, %U s + %S s of CPU

.PHONY: help run build lint check test test-all test-steps test-page fuzz sanitize generate bench bench-quick install deb clean words

help:
	@echo "make run     install what is missing, build optimised, serve on http://$(HOST):$(PORT)"
	@echo "make lint    check the formatting of Swift, and run the linters of Swift, Python, JavaScript and Lua"
	@echo "make check   lint, unit tests and one game through server, page and terminal: up to five minutes"
	@echo "make test    install what is missing, build, test each promise once: 15 to 20 minutes"
	@echo "make test-all also run the long tests, every store, sanitizers, fuzzers and thresholds: hours, before a release"
	@echo "make fuzz    look for inputs that break something, FUZZ_SECONDS (60) for each target"
	@echo "make sanitize run what has threads and what touches C under sanitizers, and 100,000 connections"
	@echo "make words   write the words of page and terminal from the tables in words/"
	@echo "make generate renew these words, and the tables and fixtures that are written by Swift"
	@echo "make bench   measure beside others, a quarter of an hour; make bench-quick only looks whether anything is lost"
	@echo "make install puts the server, the terminal client, the page, manual pages and a systemd unit below $(PREFIX); no Swift is needed there"
	@echo "make deb     makes a Debian package of it, with a user, a unit and a configuration"
	@echo "make clean   remove what was built"

# One build of all programs keeps two cores busy. Building the server and the client one after the
# other takes 40 % longer.
build:
	scripts/setup
	swift build -c release
	scripts/bundle .build/page

run: build
	.build/release/gomoku-server --host $(HOST) --port $(PORT) --data $(DATA) --web .build/page

# Ruff finds *.py itself. Git finds the Python scripts without an extension.
lint:
	scripts/setup --lint
	Tests/source/habits.py
	Tests/source/circles.py
	Tests/source/english.py
	scripts/words --check
	scripts/draw-home-board --check
	.build-tools/bin/ruff check . $$(git grep --untracked -lE '^#!/usr/bin/env python3' -- ':!*.py')
	.build-tools/bin/oxlint --deny-warnings --report-unused-disable-directives
	luacheck --quiet --no-color Sources
	swift format lint --strict -r -p Sources Tests Package.swift examples Fuzz/Package.swift Fuzz/Targets

check test test-all:
	@scripts/setup --$(subst check,test,$@)
	@echo "── make $@"
	@time $(MAKE) --no-print-directory test-steps SPEED=$(subst test-,,$@)

# Runs the tests of one speed, from the quickest to fail to the longest.
test-steps:
	@time $(MAKE) --no-print-directory -j 2 --output-sync lint test-page
	@time swift build --build-tests
	@time GOMOKU_SPEED=$(SPEED) swift test --skip-build
	@time $(PYTEST) --speed $(SPEED) -n $(WORKERS)
ifeq ($(SPEED),all)
	@time scripts/sanitize
	@time scripts/fuzz
	@time $(MAKE) --no-print-directory bench-quick
	@time swift build -c release --product gomoku-server
	@time Benchmarks/thresholds
endif

# The page's modules, without a browser.
test-page:
	node --test Tests/web/*.test.mjs

fuzz:
	scripts/setup
	scripts/fuzz

sanitize:
	scripts/setup --test
	scripts/sanitize

# Writes the words of page and terminal from the tables in words/. While they are outdated, make
# lint fails.
words:
	scripts/words

# Also renews the files that Swift writes for the page and for node's tests. While they are
# outdated, a Swift test fails.
generate: words
	GOMOKU_GENERATE=1 swift test --filter 'GeneratedFilesTests|SearchSignatureTests|PerftTests|PuzzleServiceTests'

bench:
	scripts/setup
	Benchmarks/run

# Uses the existing build, which may be a debug build. It fails if anything is lost and measures
# nothing.
bench-quick:
	Benchmarks/run --smoke

# The Swift library is linked statically, so the server machine needs no toolchain. The static
# library does not name libcurl, which Foundation calls in the client.
install:
	scripts/setup --package
	swift build -c release --static-swift-stdlib --scratch-path .build-install --product gomoku-server
	swift build -c release --static-swift-stdlib --scratch-path .build-install --product gomoku-cli -Xlinker -lcurl
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/gomoku $(DESTDIR)$(PREFIX)/lib/systemd/system
	install -s .build-install/release/gomoku-server .build-install/release/gomoku-cli $(DESTDIR)$(PREFIX)/bin
	scripts/bundle .build-install/page
	rm -rf $(DESTDIR)$(PREFIX)/share/gomoku/web-static
	cp -R .build-install/page $(DESTDIR)$(PREFIX)/share/gomoku/web-static
	sed 's|/usr/local|$(PREFIX)|g' packaging/gomoku-server.service > $(DESTDIR)$(PREFIX)/lib/systemd/system/gomoku-server.service
	packaging/template < packaging/gomoku-server.service | sed 's|/usr/local|$(PREFIX)|g' > $(DESTDIR)$(PREFIX)/lib/systemd/system/gomoku-server@.service
	install -m 644 packaging/gomoku-server.socket $(DESTDIR)$(PREFIX)/lib/systemd/system/
	install -d $(DESTDIR)/etc/gomoku
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man8
	install -m 644 packaging/man/gomoku-cli.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 packaging/man/gomoku-server.8 $(DESTDIR)$(PREFIX)/share/man/man8
	test -e $(DESTDIR)/etc/gomoku/gomoku-server.conf || \
		sed 's|/usr/local|$(PREFIX)|g' packaging/gomoku-server.conf > $(DESTDIR)/etc/gomoku/gomoku-server.conf

deb:
	scripts/setup --package
	scripts/make-deb

clean:
	rm -rf .build .build-install .build-fuzz .build-address .build-thread .build-tools
