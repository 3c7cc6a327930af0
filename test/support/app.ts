// A real service for tests: real server on a free port, real database cloned from the template.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../src/app.ts'
import type { Clock } from '../../src/clock.ts'
import { type Config, loadConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { provision } from '../../src/registry/provision.ts'
import { createDatabase } from './database.ts'

export interface TestApp {
  readonly url: string
  readonly app: App
  readonly config: Config
  readonly databaseUrl: string
  /** Makes user, team, site, key and token in one step. */
  provision(options: {
    domain: string
    timezone?: string
    plan?: string
    props?: string[]
    email?: string
  }): Promise<Provisioned>
  stop(): Promise<void>
}

export interface Provisioned {
  readonly domain: string
  readonly timezone: string
  readonly email: string
  readonly team: string
  readonly api_key: string
  readonly plugin_token: string
  readonly tracker_script_id: string
}

/**
 * Starts the service on a database of its own. Environment entries override the settings of tests; a clock may replace
 * the machine's.
 */
export async function startApp(
  options: {
    env?: Record<string, string>
    clock?: Clock
    tasks?: boolean
    databaseUrl?: string
    /** A build of the pages; without one they answer 503. */
    webFolder?: string
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? { url: options.databaseUrl, drop: async () => {} } : await createDatabase()
  const spool = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    SECRET_KEY: 'test-secret-key',
    SPOOL_DIR: spool,
    DATA_DIR: join(spool, 'data'),
    LOG_LEVEL: 'error',
    BASE_URL: 'http://tidemark.test',
    MIGRATE_ON_START: 'false',
    INGEST_LANES: '1',
    HTTP_DRAIN_MS: '0',
    ...options.env,
  })
  const app = await createApp(
    config,
    { http: true, tasks: options.tasks ?? false },
    {
      log: createLog(config.logLevel),
      // Not what happens to be built here.
      webFolder: options.webFolder ?? spool,
      // A third of a second of a core each; test/registry/passwords.test.ts has the real one, and so do processes.
      passwordCost: { N: 16, r: 8, p: 1 },
      ...(options.clock ? { clock: options.clock } : {}),
    },
  )
  return {
    url: (app.url ?? '').replace('localhost', '127.0.0.1'),
    app,
    config,
    databaseUrl: database.url,
    provision: (request) => provision(app.registry, request) as Promise<Provisioned>,
    async stop() {
      await app.stop()
      await database.drop()
      await rm(spool, { recursive: true, force: true })
    },
  }
}
