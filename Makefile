# Needs make, git and Python 3.11 or newer; everything else is installed into .venv by the first target that needs it.

SHELL := /bin/sh
.DEFAULT_GOAL := help
BIN := .venv/bin
EXTRAS ?= dev,serve
PYTEST_ARGS ?=
SEED ?= 7
RUNS ?= runs/demo

# The Python that makes .venv: `make PYTHON=/path/to/python3.12 …`, else the one that made it last time, else the
# first of these that is new enough.
CANDIDATES := $(if $(PYTHON),$(PYTHON),$(BIN)/python python3 python3.13 python3.12 python3.11 python)
define with_python
@for candidate in $(CANDIDATES); do \
	if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
		exec "$$candidate" .ci/setup_venv.py $(1); \
	fi; \
done; \
echo "Tenure needs Python 3.11 or newer; none of these is: $(filter-out $(BIN)/python,$(CANDIDATES)). Name one with: make PYTHON=/path/to/python3" >&2; \
exit 1
endef

.PHONY: help .venv constraints demo test check format bench accept wheel clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z.]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.venv: ## install the versions of constraints.txt and link the four folders (EXTRAS=dev,local adds the small local model)
	$(call with_python,--extras "$(EXTRAS)")

constraints: ## resolve the newest versions of all requirements into constraints.txt
	$(call with_python,--constraints)

demo: .venv ## play a week at work with the reference policy and print its scorecard
	$(BIN)/tenure run first_week --agent reference --seed $(SEED) --out $(RUNS) --fresh

test: .venv ## run the tests (PYTEST_ARGS="-k name" narrows them)
	$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)

check: .venv ## formatting, lint, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports

format: .venv ## put the code into the agreed format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv ## measure speed and memory against the budgets
	$(BIN)/python -m benchmarks

accept: .venv ## run the long acceptance checks
	$(BIN)/python -m pytest -m accept -n 2 $(PYTEST_ARGS)

wheel: .venv ## build the wheel into dist/
	rm -rf build/lib build/bdist.*
	$(BIN)/python -m build --wheel --no-isolation

clean: ## remove .venv and all that was built; runs stay
	rm -rf .venv build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
