// The operator tool in a process of its own that stays: each message is the words of a command, each answer its exit
// code. Starting a process for every command of a test costs more than the commands do.
import { runCommand } from '../../src/commands/index.ts'

process.on('message', (words: string[]) => {
  void runCommand(words).then((code) => process.send?.(code))
})
