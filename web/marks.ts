// Makes the sprite of marks beside sources, browsers, systems and devices: one symbol a name. Brands come from
// simple-icons (CC0), devices from lucide (ISC); names without a mark here get their first letter on the page.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPath } from '../src/paths.ts'
import { markId } from './src/dashboard/panels/mark-id.ts'
import { brands, drawn } from './src/dashboard/panels/mark-names.ts'

const folder = projectPath('node_modules/simple-icons/icons')

/** Shapes that no package has: four panes. */
const windows = '<path d="M1 1h10v10H1zm12 0h10v10H13zM1 13h10v10H1zm12 0h10v10H13z"/>'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

const symbol = (name: string, shapes: string, more = ''): string =>
  `<symbol id="${markId(name)}" viewBox="0 0 24 24"${more}>${shapes}</symbol>`

async function brandSymbols([file, names]: readonly [string, readonly string[]]): Promise<string[]> {
  const text = await readFile(join(folder, `${file}.svg`), 'utf8')
  const shapes = /<path d="[^"]+"\/>/.exec(text)?.[0]
  if (!shapes) throw new Error(`${file}.svg is no mark as expected`)
  return names.map((name) => symbol(name, shapes))
}

async function drawnSymbol([name, file]: readonly [string, string]): Promise<string> {
  const { default: shapes } = (await import(`lucide/dist/esm/icons/${file}.mjs`)) as { default: readonly Shape[] }
  const text = shapes.map(([tag, attributes]) => {
    const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
    return `<${tag}${list.join('')}/>`
  })
  const lines = ' fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return symbol(name, text.join(''), lines)
}

/** The text of the sprite. */
export async function makeMarks(): Promise<string> {
  const symbols = [
    ...(await Promise.all(Object.entries(brands).map(brandSymbols))).flat(),
    symbol('Windows', windows),
    ...(await Promise.all(Object.entries(drawn).map(drawnSymbol))),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}
