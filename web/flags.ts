// Makes the sprite of countries' flags: one picture a country, called by its code. Fetched with the first list of
// places.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPath } from '../src/paths.ts'

const folder = projectPath('node_modules/country-flag-icons/3x2')

/** The text of the sprite. */
export async function makeFlags(): Promise<string> {
  const files = (await readdir(folder)).filter((file) => /^[A-Z]{2}\.svg$/.test(file)).sort()
  const symbols = files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8')
    const [, box, shapes] = /^<svg [^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(text) ?? []
    if (!box || !shapes) throw new Error(`${file} is no flag as expected`)
    return `<symbol id="${file.slice(0, 2)}" viewBox="${box}">${shapes}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${(await Promise.all(symbols)).join('')}</svg>\n`
}
