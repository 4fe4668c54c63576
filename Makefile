HOST ?= 127.0.0.1
PORT ?= 8080
DATA ?= data

.PHONY: help run build test bench clean

help:
	@echo "make run     install what is missing, build optimised, serve on http://$(HOST):$(PORT)"
	@echo "make test    install what is missing, build, run every test"
	@echo "make bench   measure against the floor"
	@echo "make clean   remove what was built"

build:
	scripts/setup
	swift build -c release --product gomoku-server
	swift build -c release --product gomoku-cli

run: build
	.build/release/gomoku-server --host $(HOST) --port $(PORT) --data $(DATA) --web web-static

test:
	scripts/setup --test
	swift build --build-tests
	swift test --skip-build
	node --test Tests/web/*.test.mjs
	Tests/system/run

bench:
	scripts/setup
	Benchmarks/run

clean:
	rm -rf .build
