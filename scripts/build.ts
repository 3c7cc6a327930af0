// Builds dist/: the program (tsc, mirroring the tree), its entry dist/main.js, and the tracker's bundles.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' })

rmSync(join(root, 'dist'), { recursive: true, force: true })
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'])
writeFileSync(join(root, 'dist/main.js'), "#!/usr/bin/env node\nimport './src/main.js'\n")
chmodSync(join(root, 'dist/main.js'), 0o755)
run(process.execPath, ['--import', 'tsx', 'tracker/build.ts'])
