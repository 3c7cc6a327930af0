#!/usr/bin/env node
// The command line: hands the arguments to a command and turns its outcome into the exit code.
import { runCommand } from './commands/index.ts'

process.exitCode = await runCommand(process.argv.slice(2))
