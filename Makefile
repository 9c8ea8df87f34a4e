# Every task of the project; hooks, CI and people call the same ones.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NATIVE := native/python/headwater/_native.abi3.so
RUST := $(shell find native -name '*.rs' -not -path '*/target/*') native/Cargo.toml native/core/Cargo.toml native/Cargo.lock

.PHONY: setup native
setup: $(READY) $(NATIVE)

$(READY): requirements-dev.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Headwater needs Python 3.11 or later; set PYTHON=…"; exit 1; }
	command -v cargo >/dev/null || { echo "Headwater needs cargo to build its native module: https://rustup.rs"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

$(NATIVE): $(READY) $(RUST) pyproject.toml
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --config-settings build-args=--locked --editable .
	@touch $@

native: $(NATIVE)
