// `tidemark work`: the background tasks alone, for a machine that serves no visitors.
import { loadConfig } from '../config.ts'
import type { Command } from './command.ts'
import { requirePort } from './port.ts'
import { runProcess } from './serve.ts'

export const command: Command = {
  name: 'work',
  summary: 'Run the background tasks only',
  json: 'refusals in JSON; nothing else changes',
  help: `Ends idle sessions, rotates salts, deletes expired visitor data and updates the rollups,
without serving pages. Any number of \`work\` and \`serve\` processes can share one database:
each task runs once. With WORK_PORT set, it answers /api/health/live, /api/health/ready and
/metrics on that port of HOST.`,
  async run() {
    const config = loadConfig()
    const { host, workPort: port } = config
    if (port !== undefined) await requirePort({ host, port, setting: 'WORK_PORT' })
    return await runProcess(config, { http: false, tasks: true })
  },
}
