// Folders of the state folder are their owner's alone, also those that an earlier version made.
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { closeStateFolder } from '../../src/config.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'

const root = await mkdtemp(join(tmpdir(), 'tidemark-state-'))
t.teardown(() => rm(root, { recursive: true, force: true }))
const modeOf = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8)

t.test('folders that others could list are closed', { skip: process.platform === 'win32' && 'no modes' }, async (t) => {
  closeStateFolder(join(root, 'none'))
  for (const path of ['spool', 'data', 'data/uploads', 'postgres']) {
    await mkdir(join(root, path), { recursive: true })
    await chmod(join(root, path), 0o755)
  }
  await chmod(root, 0o755)
  for (let times = 0; times < 2; times += 1) {
    closeStateFolder(root)
    for (const path of ['spool', 'data', 'data/uploads']) t.equal(await modeOf(path), '700', path)
    // The private database of root runs as another account, which passes through.
    t.equal(await modeOf('.'), process.getuid?.() === 0 ? '711' : '700')
    t.equal(await modeOf('postgres'), '755', 'not a folder of the service')
  }
  await chmod(join(root, 'spool'), 0o500)
  closeStateFolder(root)
  t.equal(await modeOf('spool'), '500', 'a stricter mode stays')
})

t.test('folders that the service makes are closed from the beginning', async (t) => {
  const [spoolDir, dataDir] = [join(root, 'new', 'spool'), join(root, 'new', 'data')]
  const service = await startApp({ env: { SPOOL_DIR: spoolDir, DATA_DIR: dataDir } })
  t.teardown(() => service.stop())
  t.equal((await send(service, 'GET', '/api/health/ready')).status, 200)
  for (const path of ['new', 'new/spool']) t.equal(await modeOf(path), '700', path)
})
