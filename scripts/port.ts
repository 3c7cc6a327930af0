// Checks for `make run`, before it builds, that the service can listen on its port (src/commands/port.ts).
import { requirePort } from '../src/commands/port.ts'
import { loadRunConfig } from '../src/config.ts'

try {
  await requirePort(loadRunConfig())
} catch (error) {
  console.error(`tidemark: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
