// The command line: hands the arguments to a command and turns its outcome into the exit code.
import { fitToMemory } from './machine.ts'

fitToMemory(process.argv[2])
const { runCommand } = await import('./commands/index.ts')

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `| head` has read enough.
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await runCommand(process.argv.slice(2))
