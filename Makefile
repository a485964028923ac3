.DEFAULT_GOAL := help
.PHONY: help run test check generate mock docs bench soak format build install

NODE := node --import tsx
export REDOCLY_TELEMETRY := off

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: startable install ## Start everything locally, with a demo shop and a sandbox (Ctrl-C stops)
	@$(NODE) server/local/run.ts $(ARGS)

test: install ## Everything that must hold; ARGS=<file or folder> runs only the tests there
	@$(NODE) test/run.ts $(ARGS)

check: install ## The quick part of it: types, format, lint, contracts, conventions
	@$(NODE) test/run.ts --quick

format: install ## Write the code in the one format that make check asks for
	@node_modules/.bin/biome format --write .

build: install ## Write the server as plain JavaScript into dist/, as it is installed
	@$(NODE) server/build/main.ts

generate: install ## Write generated/ from openapi/ (needs Java)
	@$(NODE) openapi/generate.ts

mock: install ## Serve the contract's examples without a server
	@$(NODE) mock/main.ts

docs: install ## Build and serve the docs site
	@$(NODE) docs/main.ts

bench: install ## Throughput beside the floor of the same run, as ratios
	@$(NODE) test/bench/run.ts $(ARGS)

soak: install ## Long, seeded runs of the fault tests (SEEDS=100; SEED=7 replays one schedule)
	@$(NODE) test/run.ts --soak

# What would fail in some obscure way later on is found first.
.NOTPARALLEL:
.PHONY: node startable

node:
	@node server/require-node.mjs

startable: node
	@node server/local/before-install.mjs

install: node node_modules/.package-lock.json

node_modules/.package-lock.json: package-lock.json package.json
	@echo 'Installing packages with npm ci: about a minute.'
	@npm ci --loglevel=error
	@touch $@
