# Everything a fresh machine needs is Python 3.11 or newer (with venv), make and git.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--custom-compile-command 'make lock' pyproject.toml
# More than two cores have: browsers wait a good deal.
WORKERS ?= 3
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# With a PostgreSQL beside it, or not at all where there is none.
ON_POSTGRES := $(BIN)/python -m tests.postgres
# Containers set it; every worker would rewrite and compile all tests again: 7 s of processor each.
unexport PYTHONDONTWRITEBYTECODE
STATIC := build/static/staticfiles.json
DRIVER := $(if $(findstring postgres,$(SCOREKEEPER_DATABASE_URL)$(DATABASE_URL)),.venv/.postgres)
STATIC_SOURCES := $(shell find static scorekeeper -path '*static/*' -type f 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help run ready demo test thorough lint types contracts bench fire drill fmt lock messages vendor clean

help: ## list what make can do
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 12

run: ready ## set up what is missing and start Scorekeeper
	@exec $(BIN)/python manage.py serve

ready: .venv/.runtime $(DRIVER) $(STATIC) ## set up what is missing, or what an upgrade changed, and start nothing
	@$(BIN)/python manage.py migrate --no-input --verbosity 0

demo: ready ## fill a group with two years of random games, and print how to log in
	@$(BIN)/python manage.py demo $(DEMO)

test: .venv/.dev ## every check there is, with as many examples as five minutes allow
	@$(MAKE) --no-print-directory --jobs=3 lint types contracts
	$(PYTEST) $(if $(SCOREKEEPER_ALL_TESTS),-m "not postgres")
	$(if $(SCOREKEEPER_ALL_TESTS),$(ON_POSTGRES) $(PYTEST) -m "postgres or (database and not thorough)")

thorough: ## every test with all examples, also on PostgreSQL (an hour)
	SCOREKEEPER_ALL_TESTS=1 SCOREKEEPER_ALL_EXAMPLES=1 $(MAKE) test

lint: .venv/.dev ## style of code and templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@find templates -name '*.html' -print0 2>/dev/null | xargs -0 -r $(BIN)/djade --check --target-version 5.2
	$(BIN)/python -m scripts.lint

types: .venv/.dev ## the type checker
	$(BIN)/mypy

contracts: .venv/.dev ## which room may import which
	$(BIN)/lint-imports

bench: .venv/.dev $(STATIC) ## speed of the real server on this machine; fails where a goal is missed
	$(BIN)/python -m bench

fire: .venv/.dev ## kills, full disks, locks, races and replays, against real servers (a quarter of an hour)
	$(BIN)/python -m tests.stress $(FIRE)

drill: .venv/.dev ## the same before a release: everything many times over (an hour and a half)
	$(BIN)/python -m tests.stress drill

fmt: .venv/.dev ## format code and templates
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	@find templates -name '*.html' -print0 2>/dev/null | xargs -0 -r $(BIN)/djade --target-version 5.2 || true # it ends with 1 when it mended something

lock: .venv/.dev ## choose the newest dependencies again, with their hashes
	$(UV_COMPILE) --upgrade -o requirements.lock
	$(UV_COMPILE) --upgrade --extra postgres -c requirements.lock -o requirements-postgres.lock
	$(UV_COMPILE) --upgrade --group dev -c requirements-postgres.lock -o requirements-dev.lock

messages: .venv/.dev ## collect the texts to translate, compile the translations
	$(BIN)/python manage.py messages

vendor: .venv/.dev ## fetch the browser libraries named in static/vendor/manifest.json (needs npm)
	$(BIN)/python scripts/vendor.py

clean: ## remove what make created; the games in data/ stay
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Scorekeeper needs Python 3.11 or newer: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@rm -rf .venv
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || { rm -rf .venv; \
		echo "'$(PYTHON) -m venv' does not work here; on Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }
	@touch $@

.venv/.runtime: .venv/.made requirements.lock
	@echo "Installing what Scorekeeper needs ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

.venv/.postgres: .venv/.made requirements-postgres.lock
	@echo "Installing what PostgreSQL needs ..."
	@$(PIP) install --require-hashes -r requirements-postgres.lock
	@touch $@ .venv/.runtime

.venv/.dev: .venv/.made requirements-dev.lock
	@echo "Installing what the checks need ..."
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@ .venv/.runtime

$(STATIC): .venv/.runtime $(STATIC_SOURCES)
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@mkdir -p $(@D) && touch $@
