# Every task of the project; people, hooks and CI call the same ones. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
READY := $(VENV)/.ready
NATIVE := native/python/headwater/_native.abi3.so
NODE := tests/conformance/node_modules/.package-lock.json
RUST := $(shell find native -name '*.rs' -not -path '*/target/*') $(wildcard native/*.toml native/*/*.toml) native/Cargo.lock
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CARGO := cargo --locked --quiet
MANIFEST := --manifest-path native/Cargo.toml --workspace
PROFILED := build/profiled
CORPUS := $(if $(wildcard ../shared/corpus/evaluate.py),--corpus ../shared/corpus)
export PATH := $(BIN):$(PATH)

.PHONY: help
help: ## list the tasks
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.PHONY: run
run: setup ## set everything up and show what Headwater does
	headwater demo

.PHONY: test
test: setup dist browser $(NODE) ## every test there is
	$(CARGO) test $(MANIFEST)
	python -m pytest -n 2 --dist loadgroup

.PHONY: quick
quick: setup ## the tests that take no time
	python -m pytest -n 2 -m 'not slow'

.PHONY: check
check: setup ## format, lint and types, of Python and Rust
	ruff format --check --quiet .
	ruff check --quiet .
	mypy
	mypy tests
	python -m mypy.stubtest headwater._native
	cargo fmt --manifest-path native/Cargo.toml --all --check
	$(CARGO) clippy $(MANIFEST) --all-targets -- --deny warnings

.PHONY: browser
browser: ## install Chromium where there is none, by apt; the tests of rendered pages need one
	@for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do command -v $$name >/dev/null && exit 0; done; \
	{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } || { echo 'Install Chromium or Chrome, or run this as root on Debian'; exit 1; }

.PHONY: golden
golden: setup ## rewrite the golden files and the generated reference pages
	PYTHONPATH=tests python -m support.golden

.PHONY: bench
bench: setup ## measure; ratios against baselines (PEERS=--peers measures others beside us)
	headwater bench $(PEERS) $(CORPUS) --html build/benchmarks.html

.PHONY: accept-bench
accept-bench: setup ## measure everything beside others, keep the ratios, show the run in docs (REASON='…' accepts worse ones)
	headwater bench --peers $(CORPUS) --keep --accept '$(REASON)' --docs docs/reference

.PHONY: profile
profile: setup ## where the time of a case goes, in Python and in Rust: make profile CASE=scrape/many/20KB
	CARGO_PROFILE_RELEASE_STRIP=none CARGO_PROFILE_RELEASE_DEBUG=line-tables-only $(CARGO) build --release \
		--manifest-path native/Cargo.toml --features pyo3/extension-module --target-dir $(PROFILED)/target
	cp -a native/python/headwater $(PROFILED)/
	cp $(PROFILED)/target/release/lib_native.so $(PROFILED)/headwater/_native.abi3.so
	PYTHONPATH=$(CURDIR)/$(PROFILED) py-spy record --native --subprocesses --rate 200 --output build/profile.svg -- headwater bench $(CASE)

.PHONY: dist
dist: setup ## build the wheel and the sdist into dist/
	rm -rf dist
	maturin build --quiet --release --locked --out dist
	maturin sdist --out dist

.PHONY: lock
lock: setup ## resolve the dependencies anew
	uv pip compile pyproject.toml --quiet --universal --upgrade --generate-hashes --no-header --no-annotate -o requirements.lock
	uv pip compile pyproject.toml --quiet --universal --upgrade --generate-hashes --no-header --no-annotate --group dev -o requirements-dev.lock
	cargo update --manifest-path native/Cargo.toml

.PHONY: setup native
setup: $(READY) $(NATIVE) ## environment and native module
native: $(NATIVE) ## release build of the Rust module

$(READY): requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Headwater needs Python 3.11 or later: make PYTHON=/path/to/python'; exit 1; }
	@command -v cargo >/dev/null || { echo 'Headwater needs cargo to build its native module: https://rustup.rs'; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo 'Python lacks its venv module; on Debian: apt-get install python3-venv'; exit 1; }
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

$(NATIVE): $(READY) $(RUST) pyproject.toml
	$(PIP) --no-deps --no-build-isolation --config-settings build-args=--locked --editable .
	@python -m compileall -q kernel actors benchmarks
	@touch $@

# The public conformance suite and the inspector, with the Node they need; any npm will do to fetch them.
$(NODE): tests/conformance/package-lock.json
	@command -v npm >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update && apt-get -qq install -y npm; } || { echo 'The conformance tests need npm: install Node.js, or run make test as root on Debian'; exit 1; }
	npm ci --silent --no-audit --no-fund --prefix tests/conformance
	@touch $@
