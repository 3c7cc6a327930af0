# Every command a person types. Each installs what it needs inside the project; only Node and make have to be there.
.PHONY: help run test fuzz fault check build dev bench db ready

help:
	@echo 'make run     the service on http://localhost:8000, with a private database'
	@echo 'make test    the whole test suite        make check   types and style'
	@echo 'make dev     run, restarted on changes   make build   dist/ and the tracker'
	@echo 'make fuzz    200,000 odd requests         make fault   database and service stopped and killed'
	@echo 'make db      the private database alone  make bench   the measurements'
	@echo 'make docs    run what the documentation says'

# DATABASE_URL, PORT, SITE and the other settings come from the environment: node dist/main.js help settings
run: build
	@exec node --max-semi-space-size=64 dist/main.js run

test: ready
	@exec node --import tsx scripts/test.ts $(FILES)

# The long forms of two tests of the suite, with their figures.
fuzz: ready
	@FUZZ_COUNT=200000 node --import tsx test/ingest/http-fuzz.test.ts

fault: ready
	@FAULT_OUTAGE_MS=60000 node --import tsx test/ingest/fault.test.ts

check: ready
	@npm run --silent check

# Every shell block of the documentation that can run anywhere, as written.
docs: ready
	@node --import tsx scripts/run-docs.ts $(FILES)

build: ready
	@node --import tsx scripts/build.ts

dev: build
	@exec node --watch-path=src --watch-path=workers --watch-path=sql --import tsx src/main.ts run

bench: ready
	@exec node --import tsx bench/main.ts $(if $(ARGS),$(ARGS),--short)

# Leaves the database running and prints its address as the last line; `node dist/main.js db --stop` ends it.
db: build
	@exec node dist/main.js db

ready:
	@node scripts/install.mjs
