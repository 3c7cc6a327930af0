// LISTEN on one channel over a connection of its own, reconnecting for as long as it lives.
import pg from 'pg'
import type { Log } from '../log.ts'
import { driverUrl } from './connection.ts'

const reconnectMs = 500
// A peer that vanished without a word is noticed by this probe at the latest.
const probeMs = 10_000

export interface Listener {
  stop(): Promise<void>
}

/** Listens on `channel`. `onReconnect` runs after every connection but the first: messages may have been missed. */
export async function createListener(options: {
  url: string
  channel: string
  onMessage: (payload: string) => void
  onReconnect: () => void
  log: Log
}): Promise<Listener> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connectedBefore = false

  const retry = () => {
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, reconnectMs)
  }

  async function connect(): Promise<void> {
    const current = new pg.Client({
      connectionString: driverUrl(options.url),
      application_name: 'tidemark listen',
      connectionTimeoutMillis: 5_000,
    })
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      clearInterval(probe)
      current.end().catch(() => {})
      retry()
    }
    const probe = setInterval(() => {
      current.query('select 1').catch(lose)
    }, probeMs)
    probe.unref()
    current.on('error', lose)
    current.on('end', lose)
    current.on('notification', (message) => options.onMessage(message.payload ?? ''))
    try {
      await current.connect()
      await current.query(`listen ${pg.escapeIdentifier(options.channel)}`)
      client = current
      if (connectedBefore) options.onReconnect()
      connectedBefore = true
    } catch (error) {
      options.log.debug({ err: error }, 'listening failed; trying again')
      // Whatever happened before this connection is unknown, the very first one included.
      connectedBefore = true
      lose()
    }
  }

  await connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
