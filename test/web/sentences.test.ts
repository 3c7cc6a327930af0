// Facts that stand in words and pictures agree with their homes, outside a browser: roles in the sentences of pages, the
// colour of the brand in the old icon.
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { languageCodes } from '../../src/rules/languages.ts'
import { rolesThatMay } from '../../src/rules/role-words.ts'
import { mayDo, teamRoles } from '../../src/rules/roles.ts'

const fill = (text: string, gaps: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => gaps[name] ?? all)

t.test('sentences name the roles of the table', async (t) => {
  t.equal(rolesThatMay('read_drops'), 'members of the team and guest editors')
  const said: Readonly<Record<string, string>> = {
    en: 'Only owners and administrators of the team can change this.',
    de: 'Nur Inhaber und Administratoren des Teams können dies ändern.',
    fr: 'Seuls les propriétaires et les administrateurs de l’équipe peuvent modifier cette durée.',
    es: 'Solo los propietarios y los administradores del equipo pueden cambiarlo.',
    'pt-BR': 'Somente proprietários e administradores da equipe podem alterar isto.',
    ja: '変更できるのは、チームのオーナーと管理者だけです。',
  }
  for (const code of languageCodes) {
    const { roles: words, between, listed } = await import(`../../src/rules/words/${code}/roles.ts`)
    const { settings } = await import(`../../src/rules/words/${code}/settings-general.ts`)
    const names = teamRoles.filter((role) => mayDo(role, 'delete_data')).map((role) => words[role].people as string)
    const roles = fill(listed, { others: names.slice(0, -1).join(between), last: names.at(-1) ?? '' })
    t.equal(fill(settings.retention_months.locked, { roles }), said[code], code)
  }
})

/** Red, green and blue of a pixel of a picture with four bytes a pixel. */
function pixelOf(png: Buffer, width: number, x: number, y: number): readonly number[] {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + size))
    at += size + 12
  }
  const data = inflateSync(Buffer.concat(parts))
  const row = width * 4
  let above = new Uint8Array(row)
  for (let line = 0; ; line++) {
    const filter = data[line * (row + 1)]
    const own = new Uint8Array(row)
    for (let at = 0; at < row; at++) {
      const [left, up, corner] = [own[at - 4] ?? 0, above[at] ?? 0, at < 4 ? 0 : (above[at - 4] ?? 0)]
      const guess = left + up - corner
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
      const nearest = a <= b && a <= c ? left : b <= c ? up : corner
      const expected = [0, left, up, (left + up) >> 1, nearest][filter ?? 0] ?? 0
      own[at] = (data[line * (row + 1) + 1 + at] ?? 0) + expected
    }
    if (line === y) return [...own.subarray(x * 4, x * 4 + 3)]
    above = own
  }
}

t.test('the old icon has the colour of the brand', async (t) => {
  const styles = await readFile(projectPath('web', 'src', 'styles', 'tokens.css'), 'utf8')
  const [, brand = ''] = /--brand: #([0-9a-f]{6})/.exec(styles) ?? []
  const icon = await readFile(projectPath('web', 'src', 'favicon.ico'))
  const count = icon.readUInt16LE(4)
  t.ok(count > 0)
  for (let at = 6; at < 6 + count * 16; at += 16) {
    const [width, size, from] = [icon[at] as number, icon.readUInt32LE(at + 8), icon.readUInt32LE(at + 12)]
    const found = pixelOf(icon.subarray(from, from + size), width, width / 2, Math.floor(width / 10))
    t.equal(Buffer.from(found).toString('hex'), brand, `${width} pixels`)
  }
})
