# Every command a person types. Each brings what it needs into the project; only make and a Node, however old, have to
# be there.
.PHONY: help run test quick fuzz fault check docs kits build dev bench db screenshots release

# Node and the dependencies; everything after it runs with that Node.
ready = PATH="$$(node scripts/install.mjs)" && export PATH
built = $(ready) && node scripts/build.ts
# The port first: who starts the service twice is told so before anything is built.
startable = $(ready) && node scripts/port.ts && node scripts/build.ts

help:
	@echo 'make run     the service on http://localhost:8000, with a private database'
	@echo 'make test    the whole test suite        make check   types and style'
	@echo 'make quick   its pure parts, at each save'
	@echo 'make dev     run, restarted on changes   make build   the scripts for browsers'
	@echo 'make fuzz    200,000 odd requests        make fault   database and service stopped and killed'
	@echo 'make db      the private database alone  make bench   the measurements'
	@echo 'make release VERSION=1.2.0   package, image, chart, compose files, a tag'
	@echo 'make docs    run what the documentation says        make screenshots   pictures of the pages'
	@echo 'make kits    the kits in their frameworks and servers'

# DATABASE_URL, PORT, SITE and the other settings come from the environment: node bin/tidemark.js help settings
run:
	@$(startable) && exec node bin/tidemark.js run

# EFFORT=long: four times as many cases of each property; quick: a fifth.
test:
	@$(ready) && TIDEMARK_TEST_EFFORT="$(EFFORT)" exec node scripts/test.ts $(FILES)

# For each save: the rules, the architecture and all else that needs no database, no browser and no build.
quick:
	@$(ready) && TIDEMARK_TEST_EFFORT="$(EFFORT)" exec node scripts/test.ts quick

# The long forms of two tests of the suite, with their figures.
fuzz:
	@$(built) && FUZZ_COUNT=200000 exec node test/ingest/http-fuzz.test.ts

fault:
	@$(built) && FAULT_OUTAGE_MS=60000 exec node test/ingest/fault.test.ts

check:
	@$(ready) && npm run --silent check

# Every shell block of the documentation that can run anywhere, as written.
docs:
	@$(ready) && exec node scripts/run-docs.ts $(FILES)

# Each kit in the framework or server that it is for, as far as this machine has it.
kits:
	@$(built) && exec node scripts/kits.ts $(KITS)

build:
	@$(ready) && exec node scripts/build.ts

dev:
	@$(startable) && exec node --watch-path=src --watch-path=workers --watch-path=sql bin/tidemark.js run

bench:
	@$(built) && exec node bench/main.ts $(if $(ARGS),$(ARGS),--short)

# All that others pull, in dist/release; with VERSION a commit and a tag too.
release:
	@$(ready) && exec node scripts/release.ts $(VERSION)

# Pictures of the main pages, into dist/screenshots and docs/pictures.
screenshots:
	@$(ready) && exec node scripts/screenshots.ts $(ARGS)

# Leaves the database running and prints its address as the last line; `node bin/tidemark.js db --stop` ends it.
db:
	@$(ready) && exec node bin/tidemark.js db
