// A kit on the server of a site: its files with the values of a site, in a folder of their own.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readKit } from '../../src/registry/kits.ts'
import type { KitName, KitValues } from '../../src/rules/kits.ts'

/** Writes the first file of a kit; gives its path, and the way to remove it. */
export async function placeKit(kit: KitName, values: KitValues) {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-kit-'))
  const { files, tag } = await readKit(kit, values)
  const [first] = files
  const path = join(folder, first!.name.replace(/\.js$/, '.mjs'))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, first!.text)
  return { folder, path, tag, files, remove: () => rm(folder, { recursive: true, force: true }) }
}
