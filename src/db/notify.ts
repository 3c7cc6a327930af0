// LISTEN on one channel over a connection of its own, reconnecting for as long as it lives.
import pg from 'pg'
import type { Log } from '../log.ts'
import { openClient } from './connection.ts'

const reconnectMs = 500
// A peer that vanished without a word is noticed by this probe at the latest.
const probeMs = 10_000

export interface Listener {
  stop(): Promise<void>
}

export interface ListenerOptions {
  readonly url: string
  readonly channel: string
  readonly onMessage: (payload: string) => void
  readonly onReconnect: () => void
  readonly log: Log
}

/** A listener's present connection, and the timer of the next one. */
interface Listening {
  readonly options: ListenerOptions
  isStopped: boolean
  client: pg.Client | undefined
  timer: NodeJS.Timeout | undefined
  hasConnected: boolean
}

function retry(listening: Listening): void {
  if (listening.isStopped || listening.timer) return
  listening.timer = setTimeout(() => {
    listening.timer = undefined
    void connect(listening)
  }, reconnectMs)
}

async function connect(listening: Listening): Promise<void> {
  const { url, channel, onMessage, onReconnect, log } = listening.options
  let current: pg.Client | undefined
  let lost = false
  const lose = () => {
    if (lost) return
    lost = true
    clearInterval(probe)
    current?.end().catch(() => {})
    retry(listening)
  }
  const probe = setInterval(() => {
    current?.query('select 1').catch(lose)
  }, probeMs)
  probe.unref()
  try {
    current = await openClient({ connectionString: url, application_name: 'tidemark listen' })
    current.on('error', lose)
    current.on('end', lose)
    current.on('notification', (message) => onMessage(message.payload ?? ''))
    await current.query(`listen ${pg.escapeIdentifier(channel)}`)
    listening.client = current
    if (listening.isStopped) await current.end()
    else if (listening.hasConnected) onReconnect()
    listening.hasConnected = true
  } catch (error) {
    log.debug({ err: error }, 'listening failed; trying again')
    // Whatever happened before this connection is unknown, the very first one included.
    listening.hasConnected = true
    lose()
  }
}

/** Listens on `channel`. `onReconnect` runs after every connection but the first: messages may have been missed. */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const listening: Listening = { options, isStopped: false, client: undefined, timer: undefined, hasConnected: false }
  await connect(listening)
  return {
    async stop() {
      listening.isStopped = true
      clearTimeout(listening.timer)
      await listening.client?.end().catch(() => {})
    },
  }
}
