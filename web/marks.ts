// Makes the sprite of marks beside sources, browsers, systems and devices: one symbol a name. Brands come from
// simple-icons (CC0) or are drawn here, devices from lucide (ISC); names without a mark here get their first letter on the page.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectPath } from '../src/paths.ts'
import { markId } from './src/dashboard/panels/mark-id.ts'
import { brands, drawn, handDrawn } from './src/dashboard/panels/mark-names.ts'

const folder = projectPath('node_modules/simple-icons/icons')

const petal = (turn: number): string =>
  `<rect x="8" y="2" width="8" height="20" rx="4" transform="rotate(${turn} 12 12)"/>`

/** Shapes that no package has: a letter b, a knot of three, a wave, the letters in, four panes, a Y with its mark. */
const shapesByHand: Readonly<Record<keyof typeof handDrawn, string>> = {
  bing: '<path d="m5 1.5 4.5 1.6v13.4l6.2-3.6-3.1-1.4-1.9-4.9L20 9.9v5.3L9.5 21.5 5 19z"/>',
  chatgpt: `<g fill="none" stroke="currentColor" stroke-width="1.8">${[0, 60, 120].map(petal).join('')}</g>`,
  edge:
    '<path d="M12 2c5.5 0 10 4.2 10 9.3 0 2.7-2 4.7-4.7 4.7-2.1 0-3.6-.9-3.6-2 0-.7.8-1.1.8-2.4C14.5 9.3 12.5 8 ' +
    '10 8c-3.7 0-6.8 2.3-8 5.6V12A10 10 0 0 1 12 2M2.3 15C3.3 11.8 6.3 9.6 9.5 9.7c-1.2.8-2 2.3-2 4.1 0 3.9 3.2 ' +
    '6.5 7.3 6.5 1.7 0 3.3-.4 4.6-1.2A10 10 0 0 1 2.3 15"/>',
  linkedin:
    '<path fill-rule="evenodd" d="M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2m1.5 7.5v9h3v-9zM7 ' +
    '5a1.7 1.7 0 1 0 0 3.4A1.7 1.7 0 0 0 7 5m3.5 4.5v9h3v-5c0-1.3.7-2 1.7-2s1.5.7 1.5 2v5h3v-5.6c0-2.6-1.4-3.7' +
    '-3.2-3.7-1.4 0-2.4.7-3 1.6V9.5z"/>',
  windows: '<path d="M1 1h10v10H1zm12 0h10v10H13zM1 13h10v10H1zm12 0h10v10H13z"/>',
  yahoo:
    '<path d="M1 6h4.6l2.7 6.8L11 6h4.5L9 21.5H4.5l1.8-4.2zM18.3 3.5H23L19.5 12h-4.3zM17 13.5a2.2 2.2 0 1 1 0 ' +
    '4.4 2.2 2.2 0 0 1 0-4.4"/>',
}

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
    ...Object.entries(handDrawn).flatMap(([shape, names]) =>
      names.map((name) => symbol(name, shapesByHand[shape as keyof typeof handDrawn])),
    ),
    ...(await Promise.all(Object.entries(drawn).map(drawnSymbol))),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}
